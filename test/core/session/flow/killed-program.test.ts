/** Tests that the state of a killed program ends with it, except the modes that agents change. */
import { expect, test } from 'vitest'
import { privateModes } from '../../../../src/base/sequences/modes.ts'
import { Session } from '../../../../src/core/session/session.ts'
import { Terminal } from '../../../../src/terminal/index.ts'
import { bashTab } from '../../../support/fake/bash-tab.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'
import { fakeStart } from '../../../support/fake/fake-pty.ts'
import { quietWatch } from '../../../support/fake/fake-watch.ts'

const D = (code: number) => `\x1b]133;D;${code}\x07`
const prompt = '\x1b[?2004h\x1b]133;A\x07$ \x1b]133;B\x07'
const started = `${prompt}agent\r\n\x1b[?2004l\r\x1b]133;C\x07`

function screenOf(text: string) {
  const terminal = new Terminal({ cols: 80, rows: 24, scrollback: 100 })
  terminal.write(new TextEncoder().encode(text))
  return terminal.screen
}
type Screen = ReturnType<typeof screenOf>

function make() {
  const { start, ptys } = fakeStart()
  const session = new Session(bashTab, {
    clock: new FakeClock(),
    start,
    send: () => undefined,
    writeClipboard: () => undefined,
    watch: () => quietWatch(),
  })
  const [pty] = ptys
  if (pty === undefined) throw new Error('no pty')
  pty.readBy = { group: pty.pid, canonical: true }
  return {
    print: (text: string) => pty.print(text),
    screen: () => screenOf(Buffer.concat(session.restorable().restoredOutput).toString()),
  }
}

const flags = Object.entries(privateModes).map(([mode, name]) => [mode, name] as const)
test.each(flags)('returns mode %s (%s) of a killed program to its value', (mode, name) => {
  const set = (on: boolean) => `\x1b[?${mode}${on ? 'h' : 'l'}`
  for (const on of [true, false]) {
    const { print, screen } = make()
    print(`${set(on)}${started}${set(!on)}`)
    expect(screen().modes[name]).toBe(!on)
    print(`${D(137)}${prompt}`)
    const never = [20, 2026].includes(Number(mode))
    const kept = on && !never && !['1004', '2004', '2031', '2033', '2048', '1', '66'].includes(mode)
    expect(screen().modes[name]).toBe(name === 'bracketedPaste' ? true : kept)
  }
})

test('keeps modes that DECSTR resets and a command set on purpose', () => {
  const { print, screen } = make()
  print(`${started}\x1b[?67;1045;7;45h\x1b[?6h\x1b[2;9r${D(0)}${prompt}`)
  expect(screen().modes).toMatchObject({
    ...{ backspaceSendsBs: true, extendedReverseWrap: true, origin: false },
  })
})

test.each([
  '\x1b(0',
  '\x1b)0\x0e',
  '\x1b*0\x1bn',
  '\x1b(A\x1b)0\x1b*<\x1b+>\x1bo\x1b}',
  '\x1b[1"q',
  '\x1bV',
  '\x1bV\x1b[31m\x1b[1"q\x1bV',
  '\x1b[61;1"p\x1b G',
  '\x1b[?1049h\x1b[62;0"p\x1bV\x1b)0\x0e',
  '\x1bV\x1b(0\x1b*0\x1bn\x1b[31m\x1b[?1049h',
  '\x1b[?6h\x1b[63"p\x1b[?6h',
  '\x1b[31;1;4m',
  '\x1b]8;;https://a.example\x07',
  '\x1b]22;wait\x07',
  '\x1b[?1049h\x1b]22;wait\x07\x1b]8;;https://a.example\x07',
  '\x1b]22;wait\x07\x1b[?1049h\x1b(0',
])('restores what %j of a killed program left, not of a program that ended', (sequences) => {
  const left = ({ charsets, level, foreground, background, penLink, modes, ...screen }: Screen) =>
    JSON.stringify([
      ...[charsets, level, foreground, background, penLink, modes.isoProtection, modes.conformance],
      ...[screen.primary.pointers, screen.alternate.pointers],
    ])
  for (const code of [137, 0]) {
    const { print, screen } = make()
    print(`${started}${sequences}${D(code)}${prompt}`)
    if (code === 137) expect(left(screen())).toBe(left(screenOf(started)))
    else if (!sequences.includes('?1049h'))
      expect(left(screen())).toBe(left(screenOf(`${started}${sequences}`)))
  }
})
