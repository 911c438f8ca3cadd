/**
 * Finds the server of a tmux client, reads its list of panes, and unwraps sequences wrapped for
 * tmux.
 */
import { describe, expect, it } from 'vitest'
import { parsePane, screenBytes } from '../../../src/agents/tmux/panes.ts'
import { attachWords, socketOf, versionOf } from '../../../src/agents/tmux/server.ts'
import { Unwrapper } from '../../../src/agents/tmux/unwrap.ts'

const socket = (command: string, environment: Readonly<Record<string, string>> = {}) =>
  socketOf({
    argv: command.split(' '),
    environment: new Map(Object.entries(environment)),
    directory: '/home/u',
    user: 1_000,
  })

describe('the socket of a client', () => {
  it.each([
    ['tmux', {}, '/tmp/tmux-1000/default'],
    ['tmux new -s -L', {}, '/tmp/tmux-1000/default'],
    ['tmux -L work', {}, '/tmp/tmux-1000/work'],
    ['tmux -2Lwork attach', {}, '/tmp/tmux-1000/work'],
    ['tmux -f /x/L -u -L work', { TMUX_TMPDIR: '/run/u/' }, '/run/u/tmux-1000/work'],
    ['tmux -S /a/b -L work', {}, '/a/b'],
    ['tmux -S rel', {}, '/home/u/rel'],
    ['tmux attach', { TMUX: '/x/y,12,0' }, '/x/y'],
    ['tmux -L work attach', { TMUX: '/x/y,12,0' }, '/tmp/tmux-1000/work'],
  ])('of %s with %j is %s', (command, environment, path) => {
    expect(socket(command, environment)).toBe(path)
  })
})

describe('the version', () => {
  it.each([
    ['2.9a', false, false],
    ['3.0a', true, false],
    ['3.1c', true, false],
    ['3.2', true, true],
    ['3.10', true, true],
    ['next-3.6', true, true],
    ['openbsd-7.4', true, true],
  ])('%s can be followed: %s; has flags: %s', (text, known, flags) => {
    expect(versionOf(text)).toEqual({ text, known, flags })
  })

  it('decides how to attach, without client flags where there are none', () => {
    const words = (version: string) =>
      attachWords({ socket: '/s', session: '$1', version: versionOf(version) }, 2).join(' ')
    expect(words('3.3a')).toBe('-u -S /s -C attach-session -E -f ignore-size,pause-after=2 -t $1')
    expect(words('3.0a')).toBe('-u -S /s -C attach-session -E -r -t $1')
  })
})

describe('a line of the list of panes', () => {
  const line = (rest: string) => parsePane(`%3 @2 1 0 4711 80 24 ${rest}`)

  it('is read', () => {
    expect(line('1 1 0 1 0 5 6 0 a title 7')).toEqual({
      id: 3,
      window: 2,
      place: '1.0',
      pid: 4_711,
      cols: 80,
      rows: 24,
      visible: true,
      active: true,
      isShell: true,
      alternate: false,
      cursor: { x: 5, y: 6 },
      title: 'a title 7',
    })
  })

  it('reports a dead pane, and a pane hidden by a zoomed one', () => {
    expect(line('1 0 1 1 0 0 0 0 ')?.visible).toBe(false)
    expect(line('1 0 0 1 0 0 0 0 ')?.visible).toBe(true)
    expect(line('1 1 0 1 0 0 0 1 x')).toBeNull()
  })

  it.each([
    ...['', '%3', '%3 @2 1 0 0 80 24 1 1 0 1 0 0 0 0 x', 'x %3 @2 1 0 9 80 24 1 1 0 1 0 0 0 0 '],
  ])('is rejected: %j', (text) => {
    expect(parsePane(text)).toBeNull()
  })

  it('a terminal is brought to the rows that tmux has', () => {
    const rows = ['a', 'b'].map((text) => new TextEncoder().encode(text))
    const pane = line('1 1 0 1 1 5 1 0 ')!
    expect(String.fromCharCode(...screenBytes(rows, pane))).toBe(
      '\x1b[?1049h\x1b[Ha\x1b[m\r\nb\x1b[m\x1b[2;6H',
    )
  })
})

describe('sequences wrapped for tmux', () => {
  const through = (...pieces: readonly string[]) => {
    const unwrapper = new Unwrapper()
    return pieces
      .map((piece) =>
        String.fromCharCode(...unwrapper.feed(Uint8Array.from(piece, (one) => one.charCodeAt(0)))),
      )
      .join('')
  }

  it('are unwrapped, however they are cut', () => {
    const wrapped = 'a\x1bPtmux;\x1b\x1b]1338;state=done\x07\x1b\\b'
    expect(through(wrapped)).toBe('a\x1b]1338;state=done\x07b')
    expect(through(...wrapped)).toBe('a\x1b]1338;state=done\x07b')
  })

  it('leaves all else', () => {
    expect(through('\x1bPtmu\x1b[1m', '\x1b\x1b', 'Px')).toBe('\x1bPtmu\x1b[1m\x1b\x1bPx')
  })
})
