/**
 * The reader of tmux's control protocol, the list of panes, and the unwrapping of what programs
 * wrap for tmux: any bytes give the same events however they are cut, each of them bounded, and
 * output that a server escapes comes back as it was. Through the unwrapping, what is wrapped comes
 * out as it was, and all else passes.
 */
import { ControlParser } from '../src/agents/tmux/control.ts'
import {
  tmuxLineBytesMax,
  paneCellsMax,
  tmuxTitleCharactersMax,
} from '../src/agents/tmux/limits.ts'
import { parsePane } from '../src/agents/tmux/panes.ts'
import { Unwrapper } from '../src/agents/tmux/unwrap.ts'
import { cuts, holds, tryBytes, type FuzzRun } from './support/support.ts'

export const name = 'tmux-control'

const parts = [
  '%output %1 ',
  '%extended-output %2 0 : ',
  '%extended-output %2 ',
  ' : ',
  '%begin 1 2 1\n',
  '%end 1 2 1\n',
  '%end 1 2 1 ',
  '%error 1 2 1\n',
  '%begin 3 4 0\n',
  '%end 3 4 0\n',
  '%pause %1\n',
  '%exit\n',
  '%layout-change @1\n',
  '%session-changed $1 name\n',
  '%client-session-changed a $1 b\n',
  '%',
  '\n',
  '\r\n',
  ' ',
  '\\033',
  '\\377',
  '\\400',
  '\\03',
  '\\\\',
  '\\',
  '%1 @1 0 0 123 80 24 1 1 0 1 0 0 0 0 title\n',
  '\x1b',
  '\x1b\x1b',
  '\x1b\\',
  '\x1bPtmux;',
  '\x1bPtmu',
  '\x1bP',
  '\x18',
  '\x1b]1338;state=done\x07',
  'text',
  '\xe4\xb8\xad',
]

export function run(run: FuzzRun): void {
  tryBytes(run, parts, replay, 24)
}

export function replay(input: Uint8Array): void {
  const bytewise = Array.from(input, (_, index) => input.subarray(index, index + 1))
  const whole = events([input])
  holds(events(bytewise) === whole, 'the protocol, byte by byte')
  holds(events([...cuts(input, 9)]) === whole, 'the protocol, cut')
  lists(input)
  const escaped = latin1(`%output %7 ${escape(input)}\n`)
  holds(events([escaped]) === event('output', 7, input), 'output comes back as it was')
  unwraps(input, bytewise)
}

function events(pieces: readonly Uint8Array[]): string {
  let said = ''
  const parser = new ControlParser((one) => {
    if (one.type === 'output') {
      holds(one.bytes.length <= tmuxLineBytesMax, 'output is bounded')
      said += event('output', one.pane, one.bytes)
    } else if (one.type === 'reply') said += event('reply', Number(one.failed), ...one.lines)
    else said += event(one.type, 0)
  })
  for (const piece of pieces) parser.feed(piece)
  return said
}

function event(type: string, number: number, ...bytes: readonly Uint8Array[]): string {
  return `${type} ${number} ${bytes.map((one) => Buffer.from(one).toString('hex')).join(',')}\n`
}

/** As tmux does: control characters, backslash. */
function escape(input: Uint8Array): string {
  return Array.from(input, (byte) =>
    byte < 0x20 || byte === 0x5c
      ? `\\${byte.toString(8).padStart(3, '0')}`
      : String.fromCharCode(byte),
  ).join('')
}

function lists(input: Uint8Array): void {
  for (const line of Buffer.from(input).toString('utf8').split('\n')) {
    const pane = parsePane(line)
    if (pane === null) continue
    holds(pane.pid > 1, 'a process that can be watched')
    holds(pane.cols <= paneCellsMax && pane.rows <= paneCellsMax, 'a screen that can be had')
    holds(pane.title.length <= tmuxTitleCharactersMax + 1, 'a title of a title’s length')
  }
}

function unwraps(input: Uint8Array, bytewise: readonly Uint8Array[]): void {
  const through = (pieces: readonly Uint8Array[]) => {
    const unwrapper = new Unwrapper()
    return Buffer.concat(pieces.map((piece) => Buffer.from(unwrapper.feed(piece))))
  }
  holds(through([input]).equals(through(bytewise)), 'the unwrapping, byte by byte')
  const text = Buffer.from(input).toString('latin1')
  const inner = text.replaceAll(/[\x18\x1a]/g, '')
  const wrapped = latin1(`\x1bPtmux;${inner.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`)
  holds(through([wrapped]).toString('latin1') === inner, 'what is wrapped comes out')
  if (!text.includes('\x1b')) holds(through([input]).toString('latin1') === text, 'all else passes')
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
