/**
 * Tests the modes that an ended program leaves in the terminal, and the marks that restore them.
 */
import { describe, expect, it } from 'vitest'
import { seeded } from '../../../../src/build/test/fuzz-target.mjs'
import { defaultModes, privateModes } from '../../../../src/base/sequences/modes.ts'
import { modesRestoredMax } from '../../../../src/core/session/flow/limits.ts'
import type { ProcessWatch } from '../../../../src/core/session/ports.ts'
import type { SessionOptions } from '../../../../src/core/session/session-ports.ts'
import { Session } from '../../../../src/core/session/session.ts'
import { Terminal } from '../../../../src/terminal/index.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'
import { fakeStart, type FakePty } from '../../../support/fake/fake-pty.ts'
import { bashTab } from '../../../support/fake/bash-tab.ts'
import { slow } from '../../../slow.ts'
import { quietWatch } from '../../../support/fake/fake-watch.ts'

const A = '\x1b]133;A\x07'
const C = '\x1b]133;C\x07'
const D = (code: number) => `\x1b]133;D;${code}\x07`

/** As bash prints them: readline sets mode 2004 before the mark of the prompt. */
const prompt = `\x1b[?2004h${A}$ \x1b]133;B\x07`
const runs = (line: string) => `${line}\r\n\x1b[?2004l\r${C}`
const started = `${prompt}${runs('agent')}`

/** The script of the report. */
const agent = '\x1b[?1049h\x1b[?1003h\x1b[?1006h\x1b[>7u\x1b[?25l'

type Front = ProcessWatch['front']
const shell: Front = { foreground: 'shell', name: 'bash', pid: 1_000, agent: null }

function make(options: Partial<SessionOptions> = {}) {
  const { start, ptys } = fakeStart()
  let front = shell
  const session = new Session(
    { ...bashTab, ...options },
    {
      clock: new FakeClock(),
      start,
      send: () => undefined,
      writeClipboard: () => undefined,
      watch: () =>
        quietWatch({
          foregroundNow: () => front.foreground,
          get front() {
            return front
          },
        }),
    },
  )
  const pty = ptys[0] as FakePty
  /** Sets the process group that reads the terminal. */
  const reads = (group: number) => {
    pty.readBy = { group, canonical: true }
  }
  reads(pty.pid)
  const output = () => Buffer.concat(session.restorable().restoredOutput).toString()
  return {
    pty,
    ptys,
    session,
    reads,
    output,
    setFront: (next: Front) => void (front = next),
    print: (text: string) => void pty.print(text),
    screen: () => screenOf(output()),
  }
}

function terminalOf(text: string): Terminal {
  const terminal = new Terminal({ cols: 80, rows: 24, scrollback: 100 })
  terminal.write(new TextEncoder().encode(text))
  return terminal
}

const screenOf = (text: string) => terminalOf(text).screen

/** State that a killed program may leave, apart from the cells. */
function stateOf(screen: ReturnType<typeof screenOf>) {
  const { modes, cursorVisible, cursorStyle, isAlternate, primary, alternate } = screen
  const { top, bottom, left, right, x, y, foreground } = screen
  return {
    ...{ modes, cursorVisible, cursorStyle, isAlternate, x, y, foreground },
    margins: [top, bottom, left, right],
    keyboards: [primary.keyboard, alternate.keyboard].map((stack) => stack.at(-1) ?? 0),
  }
}

describe('the end of a command', () => {
  it.each([137, 0, 1])('restores the modes of a dead agent (exit code %i)', (code) => {
    const { print, screen } = make()
    print(`${started}hello\r\n${agent}${D(code)}${prompt}`)
    expect(stateOf(screen())).toEqual(stateOf(screenOf(`${started}hello\r\n${prompt}`)))
    expect(screen().modes.bracketedPaste).toBe(true)
  })

  const left = [
    ...['\x1b[?1049h', '\x1b[?1047h\x1b[5;5H', '\x1b[?47h'],
    ...['\x1b[?1h\x1b=', '\x1b[4h\x1b[20h', '\x1b[?9h'],
    '\x1b[?1000h\x1b[?1002h\x1b[?1003h\x1b[?1006h',
    '\x1b[?1000;1016h',
    '\x1b[?25l',
    '\x1b[?1004h',
    '\x1b[>4;2m',
    '\x1b[?2004h',
    '\x1b[?2026h',
    '\x1b[?2031h\x1b[?2048h',
    '\x1b[?2033h',
    '\x1b[>1u\x1b[>15u',
    '\x1b[=3u',
    '\x1b[?1049h\x1b[>7u\x1b[?1049l',
    '\x1b[?1049h\x1b[>7u\x1b[2;9r\x1b[?6h',
    '\x1b7\x1b[2;9r\x1b8',
    '\x1b[?69h\x1b[3;70s',
    '\x1b[?6h\x1b[7;3H',
    '\x1b(0\x0e\x1b[31;1m\x1b[?25l',
    ...['\x1b[8l', '\x1b[?2500;2501h', '\x1b[2 k'],
  ]
  const cutTitle = 'restores %j, wherever the output is cut'
  const isRestored = (sequences: string) => {
    const text = `${started}hello\r\n${sequences}${D(0)}${prompt}`
    const before = stateOf(screenOf(`${started}hello\r\n${prompt}`))
    for (let cut = started.length; cut < text.length; cut += 1) {
      const { print, screen } = make()
      print(text.slice(0, cut))
      print(text.slice(cut))
      const { x, y, ...after } = stateOf(screen())
      // 1047 and 47 save no cursor, and some of these move it
      const isMoved = sequences.startsWith('\x1b[?6') || /\?47h|\?1047h/.test(sequences)
      expect(isMoved ? { ...after, x: before.x, y: before.y } : { ...after, x, y }).toEqual(before)
    }
  }
  const [first, rest] = [left.filter((_, at) => at % 4 === 0), left.filter((_, at) => at % 4 > 0)]
  it.each(first)(cutTitle, isRestored)
  it.each(rest)(cutTitle, slow, isRestored)

  const chosen = [
    ...['\x1b[?7l', '\x1b[?5h', '\x1b[?12h', '\x1b[?1007l', '\x1b[5 q'],
    '\x1b[?1243l',
  ]
  it.each(chosen)('leaves %j of a command that ended itself, not of a killed one', (sequence) => {
    const { print, screen } = make()
    print(`${started}${sequence}${D(0)}${prompt}`)
    const after = stateOf(screen())
    expect(after).toEqual(stateOf(screenOf(`${started}${sequence}${prompt}`)))
    const all = '\x1b[8l\x1b[?7;1007;1243l\x1b[?5;12;2500;2501h\x1b[2 k\x1b[2 q'
    print(`${runs('vim')}${all}${D(137)}${prompt}`)
    expect({ ...stateOf(screen()), y: after.y }).toEqual(after)
  })

  it('keeps the order of text that a start file has set', () => {
    const { print, screen } = make()
    const order = '\x1b[?2501h\x1b[8l'
    print(`${order}${prompt}${runs('ls')}\x1b[2 k\x1b[8h\x1b[?2501l${D(0)}${prompt}`)
    const kept = { detectsDirection: true, implicitBidi: false, rightToLeft: false }
    expect(screen().modes).toMatchObject(kept)
  })

  it('adds nothing after a program that cleaned up', () => {
    const { print, output } = make()
    const text =
      `${started}\x1b[?1049h\x1b[2;20r\x1b[?1h\x1b=\x1b[?2004h\x1b[>4;2m\x1b[?25l` +
      `\x1b[?25h\x1b[>4;m\x1b[?2004l\x1b[?1l\x1b>\x1b[1;24r\x1b[?1049l${D(0)}${prompt}`
    print(text)
    expect(output()).toBe(text)
  })

  it('keeps keyboard flags that fish sets for its prompt', () => {
    const { print, screen } = make()
    const fishPrompt = `\x1b[?2004h\x1b[=5u${A}> `
    print(`${fishPrompt}\x1b[?2004l\x1b[=0u${C}${agent}${D(137)}${fishPrompt}`)
    expect(stateOf(screen())).toMatchObject({ keyboards: [5, 0], isAlternate: false })
    expect(screen().modes).toMatchObject({ bracketedPaste: true, mouse: 'none' })
  })

  it('keeps modes that the shell has set, as far as the program leaves them', () => {
    const { print, screen } = make()
    print(`\x1b[=1u\x1b[>5u\x1b[?2031h${prompt}${runs('agent')}${agent}\x1b[>9u${D(137)}`)
    expect(screen().primary.keyboard).toEqual([1, 5])
    expect(screen().modes).toEqual({ ...defaultModes(), colorSchemeReports: true })
  })

  it.each([
    ['\x1b[>5u', '\x1b[<1u'],
    ['\x1b[=5u', '\x1b[=0u'],
  ])('turns on nothing that fish turns off after its mark (%j)', (on, off) => {
    const { print, screen } = make()
    const fishPrompt = `${A}> \x1b[?2004h\x1b[>4;1m${on}\x1b=`
    const mark = `${C}\x1b[?2004l\x1b[>4;0m${off}\x1b>`
    for (let command = 0; command < 3; command += 1) {
      print(`${fishPrompt}${mark}`)
      expect(screen().primary.keyboard.filter((flags) => flags !== 0)).toEqual([])
      print(`${agent}${D(137)}`)
      expect(stateOf(screen()).keyboards).toEqual([0, 0])
      expect(screen().modes).toEqual(defaultModes())
    }
  })

  it('is found at the prompt of a shell that reports no end, but for what shells set', () => {
    const { print, screen } = make()
    print(`${started}${agent}${prompt}`)
    expect(stateOf(screen())).toMatchObject({ keyboards: [0, 0], isAlternate: false })
    expect(screen().modes).toMatchObject({ bracketedPaste: true, mouse: 'none' })
  })

  it('is not the prompt within a command of a shell that reports ends', () => {
    const { print, screen } = make()
    print(`${started}${D(0)}${prompt}${runs('agent')}${agent}${A}`)
    expect(screen().isAlternate).toBe(true)
    print(D(137))
    expect(screen().isAlternate).toBe(false)
  })

  it('is also that of a stopped program', () => {
    const { print, screen } = make()
    print(`${started}${agent}\r\n[1]+  Stopped${D(148)}${prompt}`)
    expect(screen().isAlternate).toBe(false)
    print(`${runs('fg')}${agent}`)
    expect(stateOf(screen())).toMatchObject({ isAlternate: true, keyboards: [0, 7] })
  })

  it('is known after more output than is kept', slow, () => {
    const { print, screen } = make()
    print(`${started}${agent}`)
    for (let part = 0; part < 40; part += 1) print('\x1b[31mx\r\n'.repeat(6_000))
    print(`${D(137)}${prompt}`)
    expect(stateOf(screen())).toMatchObject({ isAlternate: false, keyboards: [0, 0] })
    expect(screen().modes.mouse).toBe('none')
  })

  it('counts on the primary screen, with its output and exit code', () => {
    const { print, output } = make()
    print(`${started}${agent}${D(137)}`)
    expect(output()).toContain('\x1b[?1003l\x1b[?1006l\x1b[?25h')
    expect(output().endsWith(`\x1b[m${D(137)}`)).toBe(true)
  })
})

describe('a mark', () => {
  const forged = `${D(0)}${A}\x1b]633;D\x07${C}${D(137)}`

  it('does not count while another program is in the foreground', () => {
    const { print, output, reads, screen } = make()
    const text = `${started}${agent}${forged}`
    reads(2_000)
    print(text)
    expect(output()).toBe(text)
    reads(1_000)
    print(`${D(137)}${prompt}`)
    expect(stateOf(screen())).toMatchObject({ isAlternate: false, keyboards: [0, 0] })
  })

  it.each([
    ['tool', 'claude'],
    ['shell', 'tmux: client'],
  ] as const)('does not count of a program that the shell has become (%s, %s)', (kind, name) => {
    const { print, output, setFront } = make()
    setFront({ foreground: kind, name, pid: 1_000, agent: kind === 'tool' ? name : null })
    const text = `${started}${agent}${forged}`
    print(text)
    expect(output()).toBe(text)
  })

  it('does not count in a tab whose program is not a shell', () => {
    const { print, output } = make({
      isUserShell: false,
      command: { program: '/usr/bin/claude', args: [] },
    })
    const text = `${started}${agent}${forged}`
    print(text)
    expect(output()).toBe(text)
  })

  it('counts again when the program printed one before it exited', () => {
    const { print, output, screen } = make()
    print(`${started}${D(0)}${agent}`)
    expect(screen().isAlternate).toBe(true)
    print(`${D(137)}${prompt}`)
    expect(stateOf(screen())).toMatchObject({ isAlternate: false, keyboards: [0, 0] })
    expect(screen().modes).toEqual({ ...defaultModes(), bracketedPaste: true })
    const before = output()
    print(`${D(0)}${prompt}`)
    expect(output()).toBe(`${before}${D(0)}${prompt}`)
  })

  it('returns the mouse to the mode that a nested program has turned off', () => {
    const { print, reads, screen, setFront } = make()
    print(started)
    setFront({ foreground: 'other', pid: 2_000, agent: null, name: 'zsh' })
    reads(2_000)
    print(`\x1b[?1000h\x1b[?1006h${A}% ${C}\x1b[?1002h\x1b[?1015l\x1b[?1002l`)
    expect(screen().modes).toMatchObject({ mouse: 'none', mouseEncoding: 'sgr' })
    print(D(0))
    expect(screen().modes).toMatchObject({ mouse: 'vt200', mouseEncoding: 'sgr' })
  })

  it('repeats how a prompt takes clicks when it left the alternate screen', () => {
    const { print, output } = make()
    print(`${started}${agent}\x1b]133;A;aid=x;click_events=1;redraw=0\x07`)
    expect(output().endsWith('\x1b]133;A;click_events=1;redraw=0\x07')).toBe(true)
  })

  it('of a further line is not the end of a command', () => {
    const { print, output } = make()
    const text = `${started}${agent}\x1b]133;A;k=s\x07`
    print(text)
    expect(output()).toBe(text)
  })

  it('counts in a tab whose command is a shell', () => {
    const { print, screen } = make({
      isUserShell: false,
      command: { program: '/usr/bin/fish', args: [] },
    })
    print(`${started}${agent}${D(137)}`)
    expect(screen().isAlternate).toBe(false)
  })

  it('counts when its start was typed ahead of an earlier prompt', () => {
    const { print, reads, screen } = make()
    print(`${started}${agent}`)
    reads(2_000) // by the time that the chunk is read, the next command runs
    print(`${D(137)}${prompt}${runs('sleep 9')}`)
    expect(screen().isAlternate).toBe(true)
    reads(1_000)
    print(`${D(0)}${prompt}`)
    expect(stateOf(screen())).toMatchObject({ isAlternate: false, keyboards: [0, 0] })
  })

  it.each<[string, Partial<Front>]>([
    ['ssh', { name: 'ssh', elsewhere: { relation: 'on', name: 'build' } }],
    ['a nested shell', { name: 'zsh' }],
    ['sudo', { name: 'sudo' }],
  ])('of %s counts while that is in the foreground', (_, inside) => {
    const { print, reads, screen, setFront } = make()
    print(started)
    setFront({ foreground: 'other', pid: 2_000, agent: null, name: null, ...inside })
    reads(2_000)
    print(`\x1b[?2004h${A}% \x1b[?2004l${C}${agent}`)
    expect(screen().isAlternate).toBe(true)
    print(`${D(137)}\x1b[?2004h${A}% `)
    expect(stateOf(screen())).toMatchObject({ isAlternate: false, keyboards: [0, 0] })
    print(`\x1b[?2004l${C}${agent}`)
    reads(1_000)
    print(`${D(255)}${prompt}`)
    expect(stateOf(screen())).toMatchObject({ isAlternate: false, keyboards: [0, 0] })
  })

  it.each(['tmux: client', 'node', 'vim'])('text shown by %s does not count', (name) => {
    const { print, output, reads, setFront } = make()
    print(started)
    setFront({ foreground: 'other', pid: 2_000, agent: null, name })
    reads(2_000)
    const text = `${A}% ${C}${agent}${forged}`
    print(text)
    expect(output()).toBe(started + text)
  })

  it('of a script of a shell changes nothing that the script set before', () => {
    const { print, output, reads, setFront } = make()
    print(started)
    setFront({ foreground: 'other', pid: 2_000, agent: null, name: 'bash' })
    reads(2_000)
    for (const modes of [agent, '\x1b[?1047h\x1b[2;9r\x1b[?6h', '\x1b[?2004h\x1b[?7l\x1b=']) {
      const before = output()
      const text = `${modes}${forged}${forged}`
      print(text)
      expect(output()).toBe(before + text)
    }
  })

  it('of a restarted shell does not end the command before', () => {
    const { print, session, ptys, output } = make()
    print(`${started}x`)
    session.program.restart()
    ptys[1]!.readBy = { group: ptys[1]!.pid, canonical: true }
    ptys[1]!.print(`\x1b[?1003h${D(0)}`)
    expect(output().endsWith(`\x1b[?1003h${D(0)}`)).toBe(true)
  })

  it('of a background program changes nothing after the next command', () => {
    const { print, screen } = make()
    print(`${prompt}${C}${agent}${runs('ls')}${D(0)}${prompt}`)
    expect(stateOf(screen())).toMatchObject({ isAlternate: false, keyboards: [0, 0] })
    expect(screen().modes.bracketedPaste).toBe(true)
  })

  it.each([
    '\x1b]133;D;137',
    '\x1b]133;D;137\x18',
    '\x1b]133;D;137\x1b[m',
    '\x1b]1337;D\x07',
    '\x1b]133;Done\x07',
    `\x1b]133;D;1;${'9'.repeat(5_000)}\x07`,
    '133;D\x07',
  ])('is only a complete one, not %j', (text) => {
    const { print, output } = make()
    print(`${started}${agent}${text}`)
    expect(output()).toBe(started + agent + text)
  })

  it.each(['\x1b]133;D\x1b\\', '\x1b]0;x\x1b]133;D\x07', '\x1b]633;D;1\x07', '\x1b\x1b]133;D\x07'])(
    'is also %j',
    (text) => {
      const { print, screen } = make()
      for (const character of `${started}${agent}${text}`) print(character)
      expect(screen().isAlternate).toBe(false)
    },
  )

  it('costs little, however many there are', slow, () => {
    const { print, output, reads } = make()
    reads(2_000)
    const flood = `${C}\x1b[?1003h${D(0)}${A}`.repeat(2_000)
    const began = process.cpuUsage().user
    for (let part = 0; part < 10; part += 1) print(started + agent + flood)
    reads(1_000)
    for (let part = 0; part < 10; part += 1) print(flood)
    expect(process.cpuUsage().user - began).toBeLessThan(3_000_000)
    const restored = output().split('\x1b[0"q\x1b[m').length - 1
    expect(restored).toBeGreaterThan(0)
    expect(restored).toBeLessThanOrEqual(10 * modesRestoredMax)
  })
})

it('modes that are remembered are those of the VT core', () => {
  const random = seeded(3)
  const pieces = [
    ...[...Object.keys(privateModes), 6, 25, 69, 1000, 1003, 1006, 1049, 1047].flatMap((mode) => [
      `\x1b[?${mode}h`,
      `\x1b[?${mode}l`,
    ]),
    ...['\x1b=', '\x1b>', '\x1b[4h', '\x1b[4l', '\x1b[!p', '\x1b[3;9r', '\x1b[r', '\x1b[5 q'],
    ...['\x1b[61;1"p', '\x1b[65"p', '\x1b["p', '\x1b[7"p'],
    ...['\x1b7', '\x1b8', '\x1b[s', '\x1b[u'],
    ...['\x1b[>5u', '\x1b[<u', '\x1b[=3u', 'x', '\r\n'],
  ]
  for (let run = 0; run < 300; run += 1) {
    const { print, screen, output } = make()
    print(started)
    for (let count = random() * 12; count > 0; count -= 1)
      print(pieces[Math.floor(random() * pieces.length)]!)
    print(D(137))
    const { modes, cursorVisible, cursorStyle, isAlternate, keyboards } = stateOf(screen())
    expect(
      { modes, cursorVisible, cursorStyle, isAlternate, keyboards },
      JSON.stringify(output()),
    ).toEqual({
      modes: defaultModes(),
      cursorVisible: true,
      cursorStyle: 0,
      isAlternate: false,
      keyboards: [0, 0],
    })
  }
})

describe('a reset by the user', () => {
  it.each([
    'x',
    `${agent}\x1b[31m\x1b[?7l\x1b[?5h\x1b[5 q\x1b(0\x1b[3g\x1b]4;1;#fff\x07\x1b]10;red\x07`,
    '\x1b[?1047h\x1b[>1u\x1b[2;9r\x1b[?6h\x1b[?2026h\x1b[?2048h\x1b]8;;http://a.b\x07',
    '\x1b[?1049h\x1b[>7u\x1b[?1049l\x1b[1"q\x1b[4;20h\x1b]12;red\x07\x1b]104',
    '\x1b]0;an open title',
    '\x1b[61;1"p\x1b G\x1bV\x1b)0\x1b*0\x1b+0\x1bo\x1b}',
    '\x1b[62"p\x1b[?1049h\x1b[1"q\x1bV\x0e',
    '\x1b[?69h\x1b[3;9s\x1b[?45;1000;1016h',
  ])('leaves text and shell, and nothing of %j', (sequences) => {
    const { print, pty, output, session } = make()
    print(`${started}one\r\ntwo`)
    print(sequences)
    pty.written = ''
    session.modes.reset()
    print('\x1b[12;1H!')
    const terminal = terminalOf(output())
    const after = terminal.screen
    expect({ ...stateOf(after), x: 0, y: 0 }).toEqual({ ...stateOf(screenOf('')), x: 0, y: 0 })
    const { palette, special, dynamic, ...colors } = after.colors
    expect([palette.size, special.size, dynamic.size, colors]).toEqual([
      ...[0, 0, 0, { foreground: null, background: null, cursor: null }],
    ])
    expect([after.tabs.slice(0, 80), after.charsets]).toEqual([
      ...[screenOf('').tabs.slice(0, 80), ['B', 'B', 'B', 'B']],
    ])
    expect([after.penLink, after.background, pty.written]).toEqual([0, 0, ''])
    expect(terminal.rowTexts()[0]).toBe('$ agent')
  })

  it('is followed by the shell as if nothing had been', () => {
    const { print, screen, session } = make()
    print(`${started}${agent}`)
    session.modes.reset()
    print(`${D(137)}${prompt}`)
    expect(stateOf(screen())).toMatchObject({ isAlternate: false, keyboards: [0, 0] })
    expect(screen().modes.bracketedPaste).toBe(true)
  })
})
