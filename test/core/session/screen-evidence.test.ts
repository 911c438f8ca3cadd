/**
 * Tests which parts of a tab's screen count as evidence, and for how long: a session with a real
 * shadow in place; only /proc is fake.
 */
import { expect, it } from 'vitest'
import { defaults, type Options } from '../../../src/core/config/table.ts'
import { Session } from '../../../src/core/session/session.ts'
import { agentInFront } from '../../support/fake/fake-watch.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { fakeStart } from '../../support/fake/fake-pty.ts'
import { shadowsInPlace } from '../../support/frames/shadow.ts'
import { bashTab } from '../../support/fake/bash-tab.ts'

const dialog = 'Do you want to proceed?\r\n 1. Yes\r\n 2. No\r\n'

function tab() {
  const clock = new FakeClock()
  const shadows = shadowsInPlace(clock)
  const { start, ptys } = fakeStart()
  const { watch, report } = agentInFront('claude')
  const session = new Session(bashTab, {
    clock,
    start,
    writeClipboard: () => undefined,
    shadow: shadows.port,
    send: () => undefined,
    watch,
  })
  let last = 200
  const settled = () =>
    new Promise<void>((resolve) => {
      setImmediate(resolve)
    })
  return {
    clock,
    session,
    shadows,
    print: (text: string) => ptys.at(-1)?.print(text),
    written: () => ptys.at(-1)?.written,
    shellInFront: () => report({ type: 'process', foreground: 'shell' }, null),
    /** @param before how many starts ago it started: it comes back, such as by `fg` */
    agentStarts: (before: number | null = null) => {
      if (before === null) last += 1
      const pid = last - (before ?? 0)
      report({ type: 'process', foreground: 'tool', tool: 'claude', pid, startTime: 1 }, 'claude')
    },
    configure: (other: Partial<Options>) => session.configure({ ...defaults, ...other }),
    /** Waits in small steps. @returns what was shown, each once in a row */
    shown: async (ms: number) => {
      const seen: string[] = []
      for (let passed = 0; passed < ms; passed += 50) {
        clock.advance(50)
        await settled()
        const { state, agent } = session.view()
        const words =
          `${state}` +
          `${state === 'waiting' ? ` (${agent?.kind ?? ''}) from ${agent?.source ?? ''}` : ''}`
        if (seen.at(-1) !== words) seen.push(words)
      }
      return seen
    },
  }
}
const spoken = (name: string, more: string) => `\x1b]7501;state=${name}:app=claude${more}\x1b\\`

it('a dialog counts against the reports of hooks and of the program itself', async () => {
  const seen = async (more: string) => {
    const made = tab()
    made.agentStarts()
    made.print(`\x1b[?1049h\x1b[H${spoken('working', more)}`)
    await made.shown(500)
    made.print(`\x1b[H${dialog}`)
    const before = await made.shown(1_000)
    const { rule, advice } = made.session.why()
    made.print(spoken('working', more)) // output of a tool that runs in the background
    const beside = await made.shown(1_000)
    made.print('\x1b[H\x1b[J')
    return [before.at(-1), rule, advice, beside.at(-1), (await made.shown(1_000)).at(-1)]
  }
  expect(await seen(':hook=4711')).toEqual([asked, 'X10', null, asked, 'working'])
  expect(await seen('')).toEqual([asked, 'X10', null, asked, 'working'])
})

it("a prompt after Esc ends a hook's report", async () => {
  const made = tab()
  made.agentStarts()
  made.print(`\x1b[?1049h\x1b[H${spoken('working', ':hook=4711')}✶ Pondering… (esc to interrupt)`)
  expect(await made.shown(2_000)).toEqual(['working'])
  made.session.input.type('keys', new Uint8Array([0x1b]))
  made.print(`\x1b[H\x1b[J${'─'.repeat(40)}\r\n❯ \r\n${'─'.repeat(40)}\r\n`)
  expect((await made.shown(2_000)).at(-1)).toBe('idle')
})

/** A log with an agent's dialog in it is on the screen, and then the agent starts. */
function afterLog() {
  const made = tab()
  made.print(`$ cat old.log\r\n${dialog}$ claude\r\n`)
  made.clock.advance(3_000)
  made.agentStarts()
  return made
}
const asked = 'waiting (permission) from screen'

it('an agent that has printed nothing yet asks for no one, however long it loads', async () => {
  const { agentStarts, print, shown } = afterLog()
  expect(await shown(60_000)).toEqual(['working'])
  agentStarts() // another run of it, from the same line
  expect(await shown(60_000)).toEqual(['active', 'working'])
  print('Which color do you want? ')
  expect((await shown(15_000)).at(-1)).toBe('waiting (other) from silence')
  // where no screen is read, silence decides
  const unread = afterLog()
  await unread.shown(1_000)
  unread.configure({ ai: { ...defaults.ai, screen_rules: false } })
  expect((await unread.shown(15_000)).at(-1)).toBe('waiting (other) from silence')
})

it.each([0, 1, 2])(
  'an unknown question counts after its agent comes back, %s before',
  async (n) => {
    const { agentStarts, print, shellInFront, shown } = tab()
    for (let started = 0; started <= n; started += 1) {
      agentStarts()
      print('Which color do you want? ')
      await shown(15_000)
      shellInFront()
      await shown(1_000)
    }
    agentStarts(n)
    expect((await shown(15_000)).at(-1)).toBe('waiting (other) from silence')
  },
)

it('text from before the agent does not count, before it prints and after', async () => {
  const { print, shown } = afterLog()
  const quiet = await shown(1_000)
  print('Welcome\r\n')
  const printed = await shown(1_000)
  print('\r\n'.repeat(22)) // it has scrolled, and is still there in part
  expect([quiet, printed, await shown(1_000)]).toEqual([['working'], ['working'], ['working']])
})

it('the same text printed by the agent counts, also on the alternate screen', async () => {
  const below = afterLog()
  below.print(dialog)
  const alternate = afterLog()
  alternate.print(`\x1b[?1049h\x1b[H${dialog}`)
  const cleared = afterLog()
  cleared.print('\x1b[2J\x1b[H')
  await cleared.shown(500)
  cleared.print(dialog)
  expect([
    (await below.shown(1_000)).at(-1),
    (await alternate.shown(1_000)).at(-1),
    (await cleared.shown(1_000)).at(-1),
  ]).toEqual([asked, asked, asked])
})

it('a resize brings no old text back and removes none that the agent printed', async () => {
  const sizes = [
    { cols: 12, rows: 24 },
    { cols: 100, rows: 8 },
    { cols: 80, rows: 5 },
    { cols: 80, rows: 24 },
  ]
  const old = afterLog()
  old.print('Welcome to the agent of the day\r\n')
  const own = afterLog()
  own.print(`Welcome\r\n${dialog}`)
  await own.shown(1_000)
  const seen = new Set<string>()
  for (const size of sizes) {
    old.session.program.resize(size)
    old.print('.')
    for (const words of await old.shown(800)) seen.add(words)
    own.session.program.resize(size)
    own.print('\x1b[m')
    await own.shown(800)
  }
  expect([[...seen], await own.shown(1_000)]).toEqual([['working'], [asked]])
})

it("an agent that printed before it was seen is read from the shell's last screen", async () => {
  const seen = async (before: string, after: string) => {
    const made = tab()
    made.print(`$ cat old.log\r\n${before}$ clau`)
    made.clock.advance(3_000)
    made.shellInFront()
    made.print(`de\r\n${after}`)
    made.clock.advance(250)
    made.agentStarts()
    return (await made.shown(1_000)).at(-1)
  }
  expect([await seen('', dialog), await seen(dialog, 'Welcome')]).toEqual([asked, 'working'])
})

it("only the agent's own text counts after a claim or a reader restart", async () => {
  const claims = (text: string) => {
    const made = afterLog()
    made.print(`\x1b]7501;state=working:app=claude\x1b\\${text}`)
    made.clock.advance(2_000)
    made.print('\x1b]7501;state=clear:app=claude\x1b\\')
    return made
  }
  const restarted = (text: string) => {
    const made = afterLog()
    made.print(text)
    made.shadows.kill('whole')
    made.print('\x1b[m')
    return made
  }
  const states = []
  for (const made of [claims(dialog), claims('Welcome'), restarted(dialog), restarted('Welcome')])
    states.push((await made.shown(1_000)).at(-1) === asked)
  expect(states).toEqual([true, false, true, false])
})

it.each([
  [
    'the rules are turned off',
    ({ configure }: ReturnType<typeof tab>) => {
      configure({ ai: { ...defaults.ai, screen_rules: false } })
    },
    null,
  ],
  [
    'its worker is given up',
    ({ shadows }: ReturnType<typeof tab>) => {
      shadows.kill('never')
    },
    'It crashed.',
  ],
])(
  'a viewer holds the state only as long as the screen is read: not once %s',
  async (_, off, problem) => {
    const made = tab()
    made.agentStarts()
    made.print('working\r\n')
    await made.shown(500)
    made.print('\x1b[2J\x1b[HShowing detailed transcript\r\n')
    const covered = await made.shown(10_000)
    off(made)
    expect([covered, (await made.shown(9_000)).at(-1), made.session.why().shadow]).toEqual([
      ['working'],
      'waiting (other) from silence',
      problem,
    ])
  },
)

it('a hidden program is reported as visible while rules read its screen', async () => {
  const { agentStarts, print, session, shellInFront, shown, written } = tab()
  session.delivery.setViewed('window', false)
  print('\x1b[?2033h')
  expect(written()).toBe('\x1b[?999;2n')
  agentStarts()
  expect(written()).toBe('\x1b[?999;2n\x1b[?999;1n')
  print('\x1b]7501;state=working\x07') // its own report
  await shown(200)
  expect(written()).toMatch(/999;1n$/) // a dialog that it does not report would count
  print('\x1b]7501;state=blocked:kind=permission\x07') // the inbox shows its question
  await shown(1_000)
  expect([session.view().state, written()?.endsWith('999;1n')]).toEqual(['waiting', true])
  print('\x1b]7501;state=working\x07')
  await shown(1_000)
  expect(written()).toMatch(/999;1n$/)
  shellInFront()
  expect(written()).toMatch(/999;2n$/)
  session.dispose()
})
