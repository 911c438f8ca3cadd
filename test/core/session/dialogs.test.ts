/**
 * Tests which dialogs of a session may be answered from outside of its tab, depending on the
 * program that reads its terminal.
 */
import { expect, it } from 'vitest'
import { needsYou } from '../../../src/core/windows/attention/queue.ts'
import { answeredElsewhereMs } from '../../../src/core/session/limits.ts'
import type { ProcessWatch, WatchProcesses } from '../../../src/core/session/ports.ts'
import { resizeIntervalMs } from '../../../src/core/session/terminal-size.ts'
import { Session } from '../../../src/core/session/session.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { fakeStart } from '../../support/fake/fake-pty.ts'
import { shadowsInPlace } from '../../support/frames/shadow.ts'
import { bashTab } from '../../support/fake/bash-tab.ts'
import { quietWatch } from '../../support/fake/fake-watch.ts'

const dialog =
  `${'─'.repeat(80)}\r\n Bash command\r\n rm file\r\n Do you want to proceed?\r\n` +
  ' ❯ 1. Yes\r\n   2. No\r\n\r\n Esc to cancel · Tab to amend'

const here: ProcessWatch['front'] = { foreground: 'tool', name: 'claude', agent: 'claude' }
const behindSudo: ProcessWatch['front'] = { ...here, name: 'sudo', beyond: true }
const behindSsh: ProcessWatch['front'] = {
  ...{ foreground: 'other', name: 'ssh', agent: null },
  elsewhere: { relation: 'on', name: 'build' },
}

/** A tab in which Claude Code asks for a permission. */
async function asking(first: ProcessWatch['front']) {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart()
  let front = first
  let report: Parameters<WatchProcesses>[0]['report'] | undefined
  const read = () => {
    const { foreground, agent } = front
    const tool = agent === null ? {} : { tool: agent, pid: 200, startTime: 1 }
    report?.({ type: 'process', foreground, ...tool }, agent)
  }
  const watch: WatchProcesses = (asked) => {
    report = asked.report
    return quietWatch({
      foregroundNow: () => front.foreground,
      look: read,
      get front() {
        return front
      },
    })
  }
  const session = new Session(bashTab, {
    clock,
    start,
    watch,
    shadow: shadowsInPlace(clock).port,
    send: () => undefined,
    writeClipboard: () => undefined,
  })
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 25) {
      clock.advance(25)
      await new Promise<void>((resolve) => {
        setImmediate(resolve)
      })
    }
  }
  read()
  const print = (text: string) => ptys[0]?.print(text)
  print(first.elsewhere === undefined ? '' : '\x1b]0;claude\x07')
  print(dialog)
  await pass(2_000)
  expect(session.view()).toMatchObject({ state: 'waiting', agent: { kind: 'permission' } })
  return {
    session,
    become: (next: typeof front) => {
      front = next
      read()
    },
    written: () => ptys[0]?.written,
    ...{ clock, pass, print },
    answer: async (token: string) => {
      const answered = session.agents.answer(token, 1)
      await pass(2_000)
      return answered
    },
  }
}

it('a dialog of the program that reads the terminal itself is answered', async () => {
  const { session, answer, written } = await asking(here)
  const { token } = await session.agents.dialog()
  expect(await answer(token ?? '')).toMatchObject({ sent: true })
  expect(written()).toBe('1')
})

it('an answered dialog needs no one, unless it is still shown after a while', async () => {
  const { session, answer, pass, clock } = await asking(here)
  const needs = () => needsYou(session.view())
  expect(needs()).toBe(true)
  const { token } = await session.agents.dialog()
  await answer(token ?? '')
  expect([session.view().state, needs()]).toEqual(['waiting', false])
  await pass(answeredElsewhereMs)
  expect([session.view().state, needs()]).toEqual(['waiting', true])
  expect(await session.agents.dialog()).toMatchObject({ token: null, why: expect.any(String) })
  session.dispose()
  expect(clock.timers).toBe(0)
})

it('another dialog in the same words is a new question', async () => {
  const { session, answer, pass, print } = await asking(here)
  const { token } = await session.agents.dialog()
  const answered = answer(token ?? '')
  await pass(100)
  print(`\x1b[2J\x1b[H${dialog}`)
  expect(await answered).toMatchObject({ sent: true })
  expect(needsYou(session.view())).toBe(true)
  expect((await session.agents.dialog()).token).not.toBeNull()
})

it('a dialog stays the same question when only the height of its tab changes', async () => {
  const { session, answer, pass, written } = await asking(here)
  const { token } = await session.agents.dialog()
  for (const rows of [20, 40, 24]) {
    session.program.resize({ cols: 80, rows })
    await pass(2 * resizeIntervalMs)
  }
  expect(await session.agents.dialog()).toMatchObject({ token })
  expect(await answer(token ?? '')).toMatchObject({ sent: true })
  expect(written()).toBe('1')
})

it.each(['before', 'after'])('another dialog drawn %s a resize is a new question', async (when) => {
  const { session, answer, pass, print, written } = await asking(here)
  const { token } = await session.agents.dialog()
  const draw = () => print(`\x1b[2J\x1b[H${dialog}`)
  if (when === 'before') draw()
  session.program.resize({ cols: 80, rows: 20 })
  await pass(2 * resizeIntervalMs)
  if (when === 'after') draw()
  expect(await answer(token ?? '')).toMatchObject({ sent: false })
  expect(written()).toBe('')
})

it('a closed tab leaves nothing of an answer', async () => {
  const { session, answer, clock } = await asking(here)
  const { token } = await session.agents.dialog()
  await answer(token ?? '')
  session.dispose()
  expect(clock.timers).toBe(0)
})

// Its later output may still be in the connection, or in the program between.
it.each([
  ['another machine', behindSsh],
  ['a terminal of its own, as sudo gives it', behindSudo],
])('a dialog from %s is shown, and not answered', async (_, front) => {
  const { session, answer, written } = await asking(front)
  const { lines, choices, token, why } = await session.agents.dialog()
  expect([lines.at(-1), choices, token]).toEqual(['Do you want to proceed?', [], null])
  expect(why).toContain("Can't answer safely")
  expect(await answer('')).toMatchObject({ sent: false })
  expect(written()).toBe('')
})

it('an answer is dropped when its program turns out not to be in the foreground', async () => {
  const { session, become, answer, written } = await asking(here)
  const { token } = await session.agents.dialog()
  become(behindSudo)
  expect(await answer(token ?? '')).toMatchObject({ sent: false })
  expect(written()).toBe('')
})
