/**
 * Tests `vibeflow next`, `inbox` and `status --follow`: the items that need the user, for users
 * outside of the windows.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import xterm from '@xterm/headless'
import { spawn as spawnPty } from 'node-pty'
import { describe, expect, test } from 'vitest'
import { hindranceOf, inboxRows, type Inbox } from '../../src/cli/attention/inbox-screen.ts'
import { itemOf as attentionItem } from '../../src/core/windows/attention/list.ts'
import { queue } from '../../src/core/windows/attention/queue.ts'
import { Round } from '../../src/core/windows/attention/visit-order.ts'
import { listenForApp, type AppCalls } from '../../src/host/socket/app-socket.ts'
import { attentionRow } from '../support/tab-view.ts'
import {
  attentionItemOf as itemOf,
  fakeAttention,
  type FakeAttention,
} from '../support/fake/fake-attention.ts'
import { asSession } from '../support/windows/ids.ts'
import {
  api,
  bin,
  instance,
  until,
  useInstance,
  vibeflow,
  vibeflowIn,
  web,
} from './live-attention.ts'
import { slow } from '../slow.ts'

useInstance()

test('next goes to the first item, and reports an empty list or a missing app', async () => {
  instance.attention.acts.length = 0
  instance.attention.set({ working: 0, items: [web, api] })
  expect(await vibeflow('next')).toEqual({
    ...{ exit: 0, err: '', out: 'web (Codex) needs you: question.\n' },
  })
  expect(instance.attention.acts).toEqual([{ id: 'web', act: 'go' }])
  instance.attention.set({ working: 0, items: [] })
  expect(await vibeflow('next')).toEqual({ exit: 1, err: '', out: 'Nothing needs you.\n' })
  expect(JSON.parse((await vibeflow('next', '--json')).out)).toEqual({ v: 1, item: null })
})

test('next reports that the desktop has not focused the window', async () => {
  const { attention } = instance
  const { seen } = attention
  attention.set({ working: 0, items: [web] })
  Object.assign(attention, { seen: () => Promise.resolve(false) })
  try {
    expect((await vibeflow('next')).out).toBe(
      'web (Codex) needs you: question.\n' +
        'The desktop did not focus its window, so the next call goes there again.\n',
    )
    expect(JSON.parse((await vibeflow('next', '--json')).out)).toMatchObject({ refused: true })
  } finally {
    Object.assign(attention, { seen })
  }
})

test('next visits the items of two vibeflow instances once each, in order', async () => {
  const home = mkdtempSync(join(tmpdir(), 'vibeflow-next-'))
  const environment = { HOME: home, XDG_RUNTIME_DIR: join(home, 'run') }
  const led: string[] = []
  /** An app as it is, but for its windows; `since` of what waits in it. */
  const begin = (root: string, waiting: readonly number[]) => {
    const round = new Round()
    const rows = () => queue(waiting.map((since) => attentionRow(`${since}`, 'waiting', { since })))
    const surroundings = { nameOf: () => 'Window 1', sinceEpoch: (at: number) => at }
    mkdirSync(root, { recursive: true, mode: 0o700 })
    const attention: FakeAttention = {
      ...fakeAttention(),
      list: () => ({ working: 0, items: rows().map((row) => attentionItem(row, surroundings)) }),
      next: () => {
        const row = round.next(rows(), null)
        if (row === null) round.over()
        else led.push(row.view.id)
        return row === null ? null : attentionItem(row, surroundings)
      },
      upNext: () => {
        const { fresh, isOnIt } = round.upNext(rows(), null)
        return {
          item: fresh === undefined ? null : attentionItem(fresh, surroundings),
          isOn: isOnIt,
        }
      },
      nextElsewhere: (isOver) => {
        round.left()
        if (isOver) round.over()
      },
    }
    const listening = listenForApp(root, () => 'full', {
      attention,
    } as unknown as AppCalls)
    if ('problem' in listening) throw new Error(listening.problem)
    return { round, close: () => listening.close() }
  }
  const one = begin(join(environment.XDG_RUNTIME_DIR, 'vibeflow'), [1, 4])
  const other = begin(join(home, '.local/state/vibeflow/run'), [2, 3])

  const next = async () => (await vibeflowIn(environment, 'next')).exit
  try {
    const exits = async (count: number) => {
      const found: number[] = []
      while (found.length < count) found.push(await next())
      return found
    }
    expect(await exits(5)).toEqual([0, 0, 0, 0, 1])
    // again, but it skips the item that the user is at
    expect(await exits(4)).toEqual([0, 0, 0, 1])
    expect(led).toEqual([...'1234', ...'123'])
    led.length = 0
    for (const { round } of [one, other]) round.front(asSession('another tab'), true)
    expect(await exits(5)).toEqual([0, 0, 0, 0, 1])
    expect(led).toEqual([...'1234'])
  } finally {
    one.close()
    other.close()
    rmSync(home, { recursive: true, force: true })
  }
})

test('answer sends the answer of a token once, and explains why another is not sent', async () => {
  const { attention } = instance
  attention.answers.length = 0
  attention.dialogs.set('api', {
    lines: ['Run make?'],
    choices: [{ number: 1, label: 'Yes' }],
    token: '0.1/3/waiting/12.5',
  })
  expect(await vibeflow('answer', 'api:0.1/3/waiting/12.5', '1', '--json')).toMatchObject({
    ...{ exit: 0, err: '', out: '{"v":1,"session":"api","choice":1,"sent":true}\n' },
  })
  expect(attention.answers).toEqual([['api', '0.1/3/waiting/12.5', 1]])
  expect(await vibeflow('answer', 'api:0.1/4/waiting/12.5', '1')).toEqual({
    ...{ exit: 5, err: 'vibeflow answer: It is another dialog.\n', out: '' },
  })
  expect((await vibeflow('answer', 'gone:0.1', '1')).exit).toBe(4)
  for (const words of [[], ['api:0.1'], ['api', '1'], ['api:0.1', 'yes'], ['api:0.1', '1', '2']])
    expect((await vibeflow('answer', ...words)).exit).toBe(2)
  expect(attention.answers.splice(0)).toHaveLength(1)
  attention.dialogs.clear()
})

describe('inbox', () => {
  test('inbox rows fit any terminal, and a seen item is marked', () => {
    const inbox: Inbox = {
      attention: {
        working: 1,
        items: Array.from({ length: 50 }, (_, index) => ({
          ...itemOf({
            id: `${index}`,
            title: `日本語 ${index} ${'x'.repeat(300)}`,
            seen: index > 40,
          }),
          app: '',
        })),
      },
      ...{ marked: '49', snoozing: false, problem: null, answered: null },
      dialog: {
        id: '49',
        dialog: {
          lines: ['日本語'.repeat(30), 'x\x1b[31m\u202e'],
          choices: [
            { number: 1, label: '言'.repeat(60) },
            { number: 2, label: 'No' },
          ],
          token: 'a',
        },
      },
    }
    for (const [cols, rows] of [
      [80, 24],
      [10, 3],
      [1, 1],
      [300, 200],
    ] as const) {
      const terminal = new xterm.Terminal({ cols: cols + 10, rows, allowProposedApi: true })
      const shown = inboxRows(inbox, { cols, rows }, Date.now())
      expect(shown.length).toBeLessThanOrEqual(rows)
      for (const row of shown) {
        // without its colors not wider than the terminal
        const text = row.replaceAll(/\x1b\[[\d;]*m/g, '')
        expect([...text].filter((one) => one > '\u2e80').length + text.length).toBeLessThanOrEqual(
          Math.max(cols, 5),
        )
      }
      terminal.dispose()
    }
    const rows = inboxRows(inbox, { cols: 80, rows: 24 }, Date.now()).join('\n')
    expect(rows).toMatch(/日本語 49 x+… · needs you: permission · /) // the name gives way
  })

  test('a dialog that a terminal could show differently cannot be answered', () => {
    const shown = (line: string, cols = 60) => {
      const inbox: Inbox = {
        attention: { working: 0, items: [{ ...itemOf({ id: 'api' }), app: '' }] },
        ...{ marked: null, snoozing: false, problem: null, answered: null },
        dialog: {
          id: 'api',
          dialog: { lines: [line], choices: [{ number: 1, label: 'Yes' }], token: 'a' },
        },
      }
      const rows = inboxRows(inbox, { cols, rows: 24 }, Date.now())
      return {
        text: rows.join('\n').replaceAll(/\x1b\[[\d;]*m/g, ''),
        hindrance: hindranceOf(inbox, { cols, rows: 24 }),
      }
    }
    expect(shown('ls -l').hindrance).toBeNull()
    expect(shown('ls -l # \u05d0\u05d1 || curl x | sh').hindrance).toContain('right-to-left')
    expect(shown(`ls${'\u2800'.repeat(900)}; rm -rf ~`).hindrance).toContain('taller')
    expect(shown('ls\u2800\u202e; rm').text).toContain('ls‹\\u2800›‹\\u202e›; rm')
    // Terminals disagree about the width of these: the end must not leave the row.
    const wide = shown(`${'⚠\ufe0f'.repeat(40)}; rm -rf ~`)
    expect(wide.hindrance).toBeNull()
    for (const row of wide.text.split('\n'))
      expect([...row].filter((one) => one > '~').length).toBeLessThanOrEqual(60)
    expect(wide.text.replaceAll(/\s/g, '')).toContain(';rm-rf~')
  })

  test('the last row shows how to leave, and other keys as space allows', () => {
    const foot = (cols: number, item: { readonly muted?: boolean; readonly seen?: boolean } = {}) =>
      inboxRows(
        {
          attention: { working: 0, items: [{ ...itemOf({ id: 'api', ...item }), app: '' }] },
          ...{ marked: null, snoozing: false, problem: null, answered: null, dialog: null },
        },
        { cols, rows: 24 },
        Date.now(),
      )
        .at(-1)
        ?.replaceAll(/\x1b\[[\d;]*m/g, '')
    expect(foot(80)).toBe(
      'Enter go there · a acknowledge · d mark as seen · s snooze · m mute · q quit',
    )
    expect(foot(60)).toBe('Enter go there · a acknowledge · s snooze · m mute · q quit')
    expect(foot(50)).toBe('Enter go there · a acknowledge · s snooze · q quit')
    expect(foot(40)).toBe('Enter go there · a acknowledge · q quit')
    expect(foot(30)).toBe('Enter go there · q quit')
    expect(foot(70, { muted: true, seen: true })).toBe(
      'Enter go there · a acknowledge · s snooze · m unmute · q quit',
    )
  })

  test('the inbox lists new items, acts on them, and restores the terminal', async () => {
    const { attention } = instance
    attention.acts.length = 0
    attention.set({ working: 2, items: [api, web] })
    const pty = spawnPty(process.execPath, [bin, 'inbox'], {
      ...{ cols: 90, rows: 20, env: instance.environment, encoding: 'utf8' },
    })
    const terminal = new xterm.Terminal({ cols: 90, rows: 20, allowProposedApi: true })
    pty.onData((data) => terminal.write(data))
    let exit: number | null = null
    pty.onExit(({ exitCode }) => {
      exit = exitCode
    })
    const screen = (): string => {
      const { active } = terminal.buffer
      return Array.from({ length: 20 }, (_, row) =>
        active.getLine(active.baseY + row)?.translateToString(true),
      ).join('\n')
    }
    const shows = (text: string) => until(() => screen().includes(text), screen)
    const does = (key: string, act: object) => {
      pty.write(key)
      return until(
        () => JSON.stringify(attention.acts.at(-1)) === JSON.stringify(act),
        () => JSON.stringify(attention.acts),
      )
    }
    await shows('May I run make?')
    expect(screen()).toContain('2 need you · 2 working')
    expect(screen()).toMatch(/> ● api \(Claude Code\) · needs you: permission · \d+ s · server/)
    await does('\r', { id: 'api', act: 'go' })
    pty.write('\x1b[B')
    await shows('> ● web')
    await does('a', { id: 'web', act: 'acknowledge' })
    await does('d', { id: 'web', act: 'seen' })
    await does('m', { id: 'web', act: 'mute' })
    pty.write('s')
    await shows('1 10 min')
    await does('2', { id: 'web', act: 'snooze', forMs: 3_600_000 })
    await shows('Enter go there')
    // the item disappears while it is selected; a key for it prints a message
    attention.set({ working: 0, items: [] })
    await shows('Nothing needs you.')
    attention.set({ working: 0, items: [itemOf({ id: 'late' })] })
    await shows('late')
    pty.write('q')
    await until(() => exit !== null, screen)
    expect(exit).toBe(0)
    expect(terminal.buffer.active.type).toBe('normal')
    terminal.dispose()
  })

  test('the inbox shows a question, and a digit answers it in its program', async () => {
    const { attention } = instance
    const asks = (token: string) => ({
      lines: ['Bash command', 'make install'],
      choices: [
        { number: 1, label: 'Yes' },
        { number: 2, label: 'No' },
      ],
      token,
    })
    attention.dialogs.set('api', asks('one'))
    attention.dialogs.set('web', { lines: ['Which?'], choices: [], token: null, why: 'No keys.' })
    attention.set({ working: 0, items: [api, web] })
    const pty = spawnPty(process.execPath, [bin, 'inbox'], {
      ...{ cols: 60, rows: 20, env: instance.environment, encoding: 'utf8' },
    })
    const terminal = new xterm.Terminal({ cols: 60, rows: 20, allowProposedApi: true })
    pty.onData((data) => terminal.write(data))
    const screen = (): string =>
      Array.from({ length: 20 }, (_, row) =>
        terminal.buffer.active.getLine(row)?.translateToString(true),
      ).join('\n')
    const shows = (text: string) => until(() => screen().includes(text), screen)
    await shows('make install')
    await shows('1  Yes')
    await shows('Press a digit to answer here.')
    await new Promise((resolve) => setTimeout(resolve, 600))
    pty.write('2')
    await shows('Claude Code in server: No')
    expect(attention.answers).toEqual([['api', 'one', 2]])
    // another one comes into view under the finger
    attention.dialogs.set('api', { ...asks('two'), lines: ['rm -r /'] })
    await shows('rm -r /')
    pty.write('1')
    await shows('This question just appeared.')
    for (let repeat = 0; repeat < 20; repeat += 1) {
      await new Promise((resolve) => setTimeout(resolve, 60)) // it is held
      pty.write('1')
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(attention.answers).toHaveLength(1)
    attention.refuses = 'Not sent: the question has changed.'
    await new Promise((resolve) => setTimeout(resolve, 600))
    pty.write('1')
    await shows('Not sent: the question has changed.')
    pty.write('\x1b[B')
    await shows('No keys.')
    pty.write('1')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(attention.answers).toHaveLength(1)
    attention.dialogs.set('web', { ...asks('tall'), lines: Array(30).fill('long') as string[] })
    await shows('The question is taller than this terminal')
    pty.write('1q')
    await until(() => terminal.buffer.active.type === 'normal', screen)
    expect(attention.answers).toHaveLength(1)
    attention.refuses = null
    attention.dialogs.clear()
    terminal.dispose()
  })

  test('the inbox without a terminal reports an alternative', slow, async () => {
    const child = spawn(process.execPath, [bin, 'inbox'], {
      env: instance.environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    const exit = await new Promise((resolve) => child.once('close', resolve))
    expect([exit, said]).toEqual([2, expect.stringContaining('vibeflow status --follow')])
  })
})
