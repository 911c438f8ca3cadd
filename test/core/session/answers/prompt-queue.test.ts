/**
 * Prompts queued for the agent of a tab: when they are typed, what pauses the queue, and that they
 * never reach another program.
 */
import { expect, it } from 'vitest'
import {
  promptBytesMax,
  queuedPromptsMax,
} from '../../../../src/core/windows/tabs/prompt-queue-view.ts'
import { takesUpLateMs } from '../../../../src/agents/state/limits.ts'
import { echoWithinMs, turnMsMin, typedQuietMs } from '../../../../src/core/session/limits.ts'
import type { ProcessWatch, WatchProcesses } from '../../../../src/core/session/ports.ts'
import type { RecorderEvent } from '../../../../src/core/recorder/events.ts'
import { Session } from '../../../../src/core/session/session.ts'
import type { SessionOptions } from '../../../../src/core/session/session-ports.ts'
import { bashTab } from '../../../support/fake/bash-tab.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'
import { fakeStart } from '../../../support/fake/fake-pty.ts'
import { shadowsInPlace } from '../../../support/frames/shadow.ts'
import { quietWatch } from '../../../support/fake/fake-watch.ts'

const here: ProcessWatch['front'] = {
  ...{ foreground: 'tool', name: 'claude', agent: 'claude', pid: 200, tool: 200 },
}
const shell: ProcessWatch['front'] = { foreground: 'shell', name: 'bash', agent: null }

const reader = { group: 200, canonical: false }

const rule = '─'.repeat(80)
const home = '\x1b[2J\x1b[H'
const prompt = (text = '') =>
  `${home}● Done.\r\n${rule}\r\n❯ ${text}\r\n${rule}\r\n  ? for shortcuts`
const spinner =
  `${home}✻ Thinking… (3s · esc to interrupt)\r\n${rule}\r\n❯ \r\n${rule}\r\n` + '  ? for shortcuts'
const dialog =
  `${home}${rule}\r\n Bash command\r\n rm file\r\n Do you want to proceed?\r\n` +
  ' ❯ 1. Yes\r\n   2. No\r\n\r\n Esc to cancel · Tab to amend'
const report = (state: string) => `\x1b]7501;state=${state}:app=claude-code\x1b\\`

/** A tab with Claude Code. Sent text appears in its prompt, and Enter starts a turn. */
async function agent(options: Partial<SessionOptions> = {}) {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart()
  let front = here
  let startTime = 1
  let tell: Parameters<WatchProcesses>[0]['report'] | undefined
  const read = () => {
    const { foreground, agent: id } = front
    const tool = id === null ? {} : { tool: id, pid: 200, startTime }
    tell?.({ type: 'process', foreground, ...tool }, id)
  }
  const watch: WatchProcesses = (asked) => {
    tell = asked.report
    return quietWatch({
      foregroundNow: () => front.foreground,
      look: read,
      get front() {
        return front
      },
    })
  }
  const events: RecorderEvent[] = []
  const toasts: string[] = []
  const session = new Session(
    { ...bashTab, ...options },
    {
      clock,
      start,
      watch,
      shadow: shadowsInPlace(clock).port,
      send: (message) => {
        if (message.kind === 'page/toast') toasts.push(message.text)
      },
      recorded: ({ event }) => events.push(event),
      writeClipboard: () => undefined,
    },
  )
  const written = () => ptys[0]?.written ?? ''
  /** Reacts to what was written, after each step. */
  let react: (text: string) => string = (text) =>
    text.endsWith('\r') ? spinner : prompt(/[^\r\x1b]*$/.exec(text)?.[0])
  let answered = 0
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 25) {
      clock.advance(25)
      await new Promise<void>((resolve) => {
        setImmediate(resolve)
      })
      if (written().length === answered) continue
      answered = written().length
      const shown = react(written())
      if (shown !== '') ptys[0]?.print(shown)
    }
  }
  read()
  if (ptys[0] !== undefined) ptys[0].readBy = { ...reader }
  ptys[0]?.print(`\x1b[?2004h${prompt()}`)
  await pass(3_000)
  return {
    ...{ session, pass, written, events, toasts, clock },
    print: (text: string) => ptys[0]?.print(text),
    become: (next: typeof front) => {
      front = next
      read()
    },
    restart: () => {
      startTime += 1
      read()
    },
    reacts: (how: typeof react) => {
      react = how
    },
    add: (text: string, guess = false) => session.queue.act({ act: 'add', text, guess }),
    paused: () => session.queue.view.paused,
    texts: () => session.queue.view.prompts.map(({ text }) => text),
    prompts: () => events.filter((event) => event.type === 'prompt'),
  }
}

it('a prompt is typed into the empty prompt of an idle agent, then Enter', async () => {
  const { add, pass, written, texts, prompts, session } = await agent()
  add('fix the lint errors')
  await pass(100)
  expect(written()).toBe('fix the lint errors')
  await pass(1_000)
  expect(written()).toBe('fix the lint errors\r')
  expect(texts()).toEqual([])
  expect(session.view().queue).toBeUndefined()
  expect(prompts()).toEqual([
    { type: 'prompt', text: 'fix the lint errors', by: 'list', refused: null },
  ])
})

it('a prompt of several lines is pasted in brackets, and recorded with its lines', async () => {
  const { add, pass, written, prompts } = await agent()
  add('one\r\ntwo\n')
  await pass(2_000)
  expect(written()).toBe('\x1b[200~one\ntwo\x1b[201~\r')
  expect(prompts()).toMatchObject([{ text: 'one\ntwo' }])
})

it('a prompt that starts a turn is not recorded as an answer by keys', async () => {
  const { add, pass, print, events, prompts } = await agent()
  print(report('blocked'))
  add('go on')
  await pass(10_000)
  expect(prompts()).toHaveLength(1)
  print(report('working'))
  expect(events.filter(({ type }) => type === 'answer')).toEqual([])
})

it('a prompt of several lines is not typed if the agent takes no pastes', async () => {
  const { add, pass, print, written, paused } = await agent()
  print('\x1b[?2004l')
  add('one\ntwo')
  await pass(2_000)
  expect([written(), paused()]).toEqual(['', "The agent doesn't take text of several lines."])
})

it.each([
  ['works', `${report('working')}${spinner}`],
  ['asks, and reports that it is idle', `${dialog}${report('idle')}`],
  ['reports that it is idle, without its prompt', `${home}$ ${report('idle')}`],
  ['has text in its prompt', prompt('half a thought')],
  ['has a second line in its prompt', prompt('\r\n  half a thought')],
  ['is drawing its screen', `${prompt()}\x1b[?2026h`],
])('nothing is typed while the agent %s', async (_, screen) => {
  const { add, pass, print, written, texts, session } = await agent()
  print(screen)
  add('go on')
  await pass(10_000)
  expect([written(), texts()]).toEqual(['', ['go on']])
  expect(session.queue.view.waitsFor).not.toBe('')
})

it('the next prompt waits until the turn is over', async () => {
  const { add, pass, print, written, texts, paused } = await agent()
  add('one')
  add('two')
  await pass(5_000)
  expect([written(), texts()]).toEqual(['one\r', ['two']])
  print(prompt())
  await pass(8_000)
  expect([written(), texts(), paused()]).toEqual(['one\rtwo\r', [], null])
})

it.each([
  ['is very short', `${report('working')}${report('idle')}${prompt()}`],
  ['never begins', prompt()],
  ['never begins, as the agent reports', `${report('idle')}${prompt()}`],
])('the queue pauses when a turn %s', async (_, turn) => {
  const { add, pass, reacts, written, texts, paused } = await agent()
  reacts((text) => (text.endsWith('\r') ? turn : prompt('one')))
  add('one')
  add('two')
  await pass(takesUpLateMs + turnMsMin)
  expect([written(), texts()]).toEqual(['one\r', ['two']])
  expect(paused()).toContain('very short')
})

it('nothing is typed while you type, nor soon after it', async () => {
  const { add, pass, session, written, reacts } = await agent()
  reacts((text) => prompt(text.replace('x\x7f', '')))
  session.input.type('keys', new TextEncoder().encode('x'))
  await pass(25)
  session.input.type('keys', new TextEncoder().encode('\x7f'))
  add('go on')
  await pass(typedQuietMs - 200)
  expect(written()).toBe('x\x7f')
  await pass(1_000)
  expect(written()).toBe('x\x7fgo on\r')
})

it('Enter is not pressed when you type at the same time', async () => {
  const { add, pass, session, written, texts, toasts, prompts } = await agent()
  add('go on')
  await pass(50)
  expect(written()).toBe('go on')
  session.input.type('keys', new TextEncoder().encode('!'))
  await pass(5_000)
  expect([written(), texts()]).toEqual(['go on!', []])
  expect(toasts).toEqual([expect.stringContaining('you typed in the tab at the same time')])
  expect(prompts()).toMatchObject([{ refused: expect.stringContaining('without Enter') }])
})

it('Enter is not pressed into a dialog that appears after the text', async () => {
  const { add, pass, reacts, written, texts, paused } = await agent()
  reacts(() => dialog)
  add('go on')
  add('and on')
  await pass(5_000)
  expect([written(), texts()]).toEqual(['go on', ['and on']])
  expect(paused()).toContain('without Enter')
})

const update = `${home}\r\n Update available\r\n\r\n > Install and restart\r\n   Later`

it.each([false, true])(
  'Enter is not pressed into a view that no rule knows, with guess %s',
  async (guess) => {
    const { add, pass, become, reacts, written, texts, toasts } = await agent()
    if (guess) become({ ...here, name: 'goose', agent: 'goose' })
    reacts(() => update)
    add('go on', guess)
    await pass(10_000)
    expect([written(), texts()]).toEqual(['go on', []])
    expect(toasts).toEqual([expect.stringContaining('shows something else')])
  },
)

it('Enter is not pressed while the prompt is still empty', async () => {
  const { add, pass, reacts, written, toasts } = await agent()
  reacts(() => prompt()) // for example, it draws a clock
  add('go on')
  await pass(echoWithinMs + 2_000)
  expect(written()).toBe('go on')
  expect(toasts).toEqual([expect.stringContaining("didn't show it")])
})

it('Enter is not pressed if the agent was started again after the text', async () => {
  const { add, pass, restart, written, texts, toasts } = await agent()
  add('go on')
  await pass(50)
  restart()
  await pass(5_000)
  expect([written(), texts()]).toEqual(['go on', []])
  expect(toasts).toEqual([expect.stringContaining('Not sent: the program exited')])
})

it('the queue pauses when another agent has replaced the one of the prompt', async () => {
  const { add, pass, print, restart, session, written, paused, texts } = await agent()
  print(`${report('working')}${spinner}`)
  add('go on')
  await pass(1_000)
  restart() // a script starts it again, for example with another account
  await pass(1_000)
  print(`${report('idle')}${home}\r\n${prompt().slice(home.length)}`)
  await pass(10_000)
  expect([written(), texts()]).toEqual(['', ['go on']])
  expect(paused()).toBe('The agent was started again.')
  session.queue.act({ act: 'resume' })
  await pass(5_000)
  expect(written()).toBe('go on\r')
})

it('a guess is not enough while you may have text in an unknown prompt', async () => {
  const { add, pass, become, print, session, written } = await agent()
  become({ ...here, name: 'goose', agent: 'goose' })
  print(`${home}( O)> `)
  session.input.type('keys', new TextEncoder().encode('half a thought'))
  add('go on', true)
  await pass(20_000)
  expect(written()).toBe('half a thought')
  expect(session.queue.view.waitsFor).toContain('You may have typed')
  session.input.type('keys', new TextEncoder().encode('\r'))
  await pass(1_000)
  print(`${home}( O)> `)
  await pass(20_000)
  expect(written()).toBe('half a thought\rgo on\r')
})

it('Enter is not pressed if the agent shows nothing', async () => {
  const { add, pass, reacts, written, toasts } = await agent()
  reacts(() => '')
  add('go on')
  await pass(echoWithinMs + 2_000)
  expect(written()).toBe('go on')
  expect(toasts).toEqual([expect.stringContaining("didn't show it")])
})

it('Enter follows when an agent that starts slowly shows the text', async () => {
  const { add, pass, print, reacts, written, toasts } = await agent()
  reacts(() => '')
  add('go on')
  await pass(20_000)
  expect(written()).toBe('go on')
  print(prompt('go on'))
  await pass(1_000)
  expect([written(), toasts]).toEqual(['go on\r', []])
})

it('Enter waits for the end of a text that the agent shows in parts', async () => {
  const { add, pass, print, reacts, written, toasts } = await agent()
  reacts((text) => (text.endsWith('\r') ? spinner : prompt('Make the login p')))
  add('Make the login page faster')
  await pass(10_000)
  expect(written()).toBe('Make the login page faster')
  print(prompt('Make the login page faster'))
  await pass(1_000)
  expect([written(), toasts]).toEqual(['Make the login page faster\r', []])
})

it.each([false, true])('Enter waits while an agent draws, unless you type: %s', async (types) => {
  const { add, clock, pass, print, session, written, toasts } = await agent()
  const draw = async (frames: number) => {
    for (let frame = 0; frame < frames; frame += 1) {
      print(prompt('go on'))
      clock.advance(10)
      await new Promise<void>((resolve) => void setImmediate(resolve))
    }
  }
  add('go on')
  await pass(100)
  await draw(1_000)
  expect(written()).toBe('go on')
  if (types) {
    session.input.type('keys', new TextEncoder().encode('\r'))
    await draw(100)
  } else await pass(1_000)
  const why = expect.stringContaining('you typed in the tab')
  expect([written(), toasts]).toEqual(['go on\r', types ? [why] : []])
})

it('Enter does not follow when the agent has another text in its prompt', async () => {
  const { add, pass, print, reacts, written, toasts } = await agent()
  reacts(() => '')
  add('go on')
  await pass(10_000)
  print(prompt('delete all')) // it puts an earlier prompt back, and has lost the typed one
  await pass(70_000)
  expect(written()).toBe('go on')
  expect(toasts).toEqual([expect.stringContaining('shows something else')])
})

it('Enter does not follow late text if you typed, or the agent asks', async () => {
  for (const asks of [false, true]) {
    const { add, pass, print, reacts, session, written, toasts } = await agent()
    reacts(() => '')
    add('go on')
    await pass(10_000)
    if (asks) print(dialog)
    else session.input.type('keys', new TextEncoder().encode('x'))
    await pass(2_000)
    expect(toasts).toHaveLength(1)
    print(prompt('go on'))
    await pass(10_000)
    expect(written()).toBe(asks ? 'go on' : 'go onx')
  }
})

it.each([
  ['an interrupt', '\x1b'],
  ['Ctrl+C', '\x03'],
])('%s pauses the queue until it is resumed', async (_, key) => {
  const { add, pass, print, session, written, paused } = await agent()
  print(`${report('working')}${spinner}`)
  add('go on')
  session.input.type('keys', new TextEncoder().encode(key))
  print(`${report('idle')}${prompt()}`)
  await pass(10_000)
  expect([written(), paused()]).toEqual([key, 'You interrupted the agent.'])
  expect(session.view().queue).toEqual({ count: 1, paused: 'You interrupted the agent.' })
  session.queue.act({ act: 'resume' })
  print(prompt())
  await pass(3_000)
  expect(written()).toBe(`${key}go on\r`)
})

it('a prompt never reaches the shell that follows the agent', async () => {
  const { add, pass, print, become, written, paused, texts } = await agent()
  print(`${report('working')}${spinner}`)
  add('rm -rf build')
  await pass(1_000)
  become(shell)
  print(`${home}${rule}\r\n❯ \r\n${rule}\r\n`)
  await pass(10_000)
  expect([written(), texts()]).toEqual(['', ['rm -rf build']])
  expect(paused()).toContain('The agent ended.')
  expect(add('ls')).toEqual({ problem: 'No agent is in the foreground of this tab.' })
})

it('an error of the agent pauses the queue', async () => {
  const { add, pass, print, written, paused } = await agent()
  print(`${report('working')}${spinner}`)
  add('go on')
  print(`${report('error')}${prompt()}`)
  await pass(10_000)
  expect([written(), paused()]).toEqual(['', 'The agent reports an error.'])
})

it('nothing is typed on a guess, unless the prompt allows it', async () => {
  const { add, pass, become, print, session, written, paused } = await agent()
  become({ ...here, name: 'goose', agent: 'goose' })
  print(`${home}( O)> `)
  add('go on')
  await pass(20_000)
  expect(written()).toBe('')
  const [first] = session.queue.prompts
  session.queue.act({ act: 'remove', id: first?.id ?? 0 })
  add('go on', true)
  await pass(20_000)
  expect([written(), paused()]).toEqual(['go on\r', null])
})

it('a restored queue is paused', async () => {
  const { add, session, pass, print } = await agent()
  print(`${report('working')}${spinner}`)
  add('one')
  add('two')
  const { queue } = session.restorable()
  session.dispose()
  await pass(1_000)
  const again = await agent({ queue })
  await again.pass(10_000)
  expect([again.written(), again.texts()]).toEqual(['', ['one', 'two']])
  expect(again.paused()).toContain('restarted')
})

it('prompts are edited, moved, removed and sent next', async () => {
  const { add, print, session, texts, pass, written } = await agent()
  print(`${report('working')}${spinner}`)
  for (const text of ['one', 'two', 'three']) add(text)
  const [one, two, three] = session.queue.prompts.map(({ id }) => id)
  session.queue.act({ act: 'move', id: three ?? 0, by: -1 })
  expect(texts()).toEqual(['one', 'three', 'two'])
  session.queue.act({ act: 'edit', id: three ?? 0, text: '3' })
  session.queue.act({ act: 'send', id: two ?? 0 })
  expect(texts()).toEqual(['two', 'one', '3'])
  session.queue.act({ act: 'remove', id: one ?? 0 })
  expect(session.queue.act({ act: 'remove', id: one ?? 0 })).toHaveProperty('problem')
  print(`${report('idle')}${prompt()}`)
  await pass(2_000)
  expect([written(), texts()]).toEqual(['two\r', ['3']])
})

it.each([
  ['is empty', ' \n', 'The prompt is empty.'],
  ['is too long', 'ä'.repeat(promptBytesMax / 2 + 1), `up to ${promptBytesMax} are possible`],
  ['has an escape', 'a\x1b[201~\rrm', 'U+001B'],
  ['has a C1 control', 'a\u009b201~', 'U+009B'],
])('a prompt that %s is refused', async (_, text, why) => {
  const { add, texts } = await agent()
  expect(add(text)).toEqual({ problem: expect.stringContaining(why) })
  expect(texts()).toEqual([])
})

it('a queue is full at some time', async () => {
  const { add, print, texts } = await agent()
  print(`${report('working')}${spinner}`)
  for (let at = 0; at < queuedPromptsMax; at += 1) expect(add(`${at}`)).toHaveProperty('prompts')
  expect(add('more')).toEqual({ problem: expect.stringContaining('full') })
  expect(texts()).toHaveLength(queuedPromptsMax)
})

it('a closed tab leaves nothing of its queue', async () => {
  const { add, pass, session, clock, print, toasts } = await agent()
  print(prompt('text'))
  add('go on')
  await pass(3_000)
  session.dispose()
  await pass(3_000)
  expect([clock.timers, toasts]).toEqual([0, []])
})
