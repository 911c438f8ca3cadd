/**
 * Tests the filter of `vibeflow attach` and `replay`. For any input, the output matches a closed
 * grammar, causes no reply, is the same for every cut, and passes the filter unchanged. Allowed
 * sequences give the same screen as without the filter.
 */
import { OutputFilter } from '../src/cli/terminal/output-filter.ts'
import { reset } from '../src/cli/terminal/reset.ts'
import { snapshotOf, Terminal } from '../src/terminal/index.ts'
import { answersTo, liveGrammar, replayedGrammar } from './support/answering.ts'
import { Choices, cuts, holds, tryBytes, type FuzzRun } from './support/support.ts'
import { written } from './support/vt-input.ts'

export const name = 'attach-filter'

const parts = [
  '\x1b',
  '\x1b[',
  '\x1b]',
  '\x1bP',
  '\x1b_',
  '\x1b^',
  '\x1bX',
  '\x1b\\',
  '\x07',
  '\x18',
  '\x1a',
  '\0',
  '\x7f',
  '\x05',
  '\x11',
  '\xc2\x9b',
  '\xc2\x9d',
  '\xc2\x90',
  '\xc2\x9c',
  '\xc2\x85',
  '\x9b',
  '\x9d',
  '\xc3\xa9',
  '\xe2\x80\x9b',
  '\xf0\x9f\x98\x80',
  '\xc2',
  '\xe2\x80',
  '\xef\xbb\xbf',
  '6n',
  '5n',
  '?6n',
  '?996n',
  'c',
  '>c',
  '=c',
  '>q',
  '>0q',
  '?u',
  '$p',
  '?2026$p',
  '14t',
  '18t',
  '21t',
  '11t',
  '?1;1S',
  'x',
  '*y',
  '1;1;0;1;1;1*y',
  '2$w',
  '&w',
  'i',
  '5i',
  '?1004h',
  '?2031h',
  '?2048h',
  '?2004h',
  '?1000h',
  '?1006h',
  '?3h',
  '2h',
  '8h',
  '?2500h',
  '?2501h',
  '12l',
  '?2l',
  '?1049h',
  '>1u',
  '<u',
  '=5;1u',
  '>4;2m',
  '>4n',
  '>1p',
  '$qm',
  '+q544e',
  '0$q',
  '52;c;?',
  '052;c;?',
  '52;c;aGk=',
  '10;?',
  '11;#123;?',
  '4;1;?',
  '4;1;#fff;2;?',
  '0;title',
  '2;a\xe2\x80\xaeb',
  '8;;http://a/b',
  '8;id=x;https://c',
  '8;;file:///etc',
  '8;;javascript:a',
  '8;;',
  '9;hello',
  '9;4;1;5',
  '99;i=1:p=?;',
  '777;notify;a;b',
  '1337;ReportCellSize',
  '1337;File=:AA',
  '5522;type=read',
  '7501;?',
  '7501;state=working',
  '1338;',
  '88;query',
  '7;file:///a',
  '21;foreground=?',
  '60',
  '133;A',
  '133;D;1',
  '104',
  '110',
  '50;?',
  'L',
  'l',
  ';',
  ':',
  '?',
  '$',
  ' ',
  '!',
  '"',
  "'",
  '>',
  '<',
  '=',
  'a',
  'xyz',
  '\r\n',
  '\t',
  '31m',
  '38:2::1:2:3m',
  '4:3m',
  '5;5H',
  '2J',
  '3J',
  '!p',
  '"p',
  ' q',
  '(0',
  '(B',
  '%@',
  '%G',
  ...['#3', '#4', '#5', '#6', '#8'],
  'Z',
  '=',
  '>',
  '7',
  '8',
  'n',
  '~',
  '|',
  'G9;9;2147483647b',
  '99999S',
]

export function run(run: FuzzRun): void {
  tryBytes(run, parts, replay, 24)
}

export function replay(input: Uint8Array): void {
  for (const [replayed, grammar] of [
    [false, liveGrammar],
    [true, replayedGrammar],
  ] as const) {
    const passed = filtered([input], replayed)
    const text = Buffer.from(passed).toString()
    holds(Buffer.from(text).equals(passed), 'what passes is no UTF-8')
    holds(grammar.test(text), `this is no form that passes: ${JSON.stringify(text)}`)
    const answers = answersTo(passed)
    holds(answers.length === 0, `${answers.join('; ')} for ${JSON.stringify(text)}`)
    holds(
      Buffer.from(filtered([passed], replayed)).equals(passed),
      `what passed does not pass again: ${JSON.stringify(text)}`,
    )
    holds(
      Buffer.from(
        filtered(
          Array.from(input, (byte) => Uint8Array.of(byte)),
          replayed,
        ),
      ).equals(passed),
      'byte by byte gives something else',
    )
    holds(
      Buffer.from(filtered(cuts(input, 23), replayed)).equals(passed),
      'other cuts give something else',
    )
  }
  sameScreen(input)
  givenBack(input)
}

/**
 * Whatever has passed, leaving puts the terminal back into the state of a fresh one, but for its
 * text and title.
 */
function givenBack(input: Uint8Array): void {
  const state = (...parts: readonly Uint8Array[]) => {
    const terminal = new Terminal({ cols: 13, rows: 5, scrollback: 0 })
    for (const part of parts) terminal.write(part)
    const {
      modes,
      charsets,
      level,
      margins,
      pen,
      colors,
      keyboard,
      screen,
      cursor: { visible, style },
    } = snapshotOf(terminal.screen, { epoch: 0, rev: 0, at: 0 })
    return JSON.stringify({
      modes: { ...modes, graphemes: false },
      charsets,
      level,
      margins,
      pen,
      colors,
      keyboard,
      screen,
      visible,
      style,
    })
  }
  const left = filtered(
    [input, Buffer.from(written(new Choices(input), Math.min(40, input.length), true))],
    false,
  )
  const [before, after] = [state(), state(left, Buffer.from(reset))]
  holds(
    before === after,
    `not given back as it was: ${Buffer.from(left).toString('latin1')}\n${after}`,
  )
}

function filtered(chunks: Iterable<Uint8Array>, replayed: boolean): Uint8Array {
  const filter = new OutputFilter({ replayed })
  return Buffer.concat([...chunks].map((chunk) => filter.feed(chunk)))
}

/** A sequence, a string or a control. */
const sequence = new RegExp(
  [
    /(?:\x1b\[|\x9b)[^@-~]*[@-~]/,
    /\x1b\][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)/,
    /\x1b[PX^_][^\x1b\x9c]*(?:\x1b\\|\x9c)/,
    /\x1b[ -/]*[0-~]/,
    /[\0-\x1f\x7f-\x9f]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** Text of another size, which passes as text of single size. */
const sized = /^\x1b\]66;/

/**
 * Without what is not on the list: even what does nothing keeps a mark from joining the character
 * before it.
 */
function allowed(text: string): string {
  return text
    .replace(sequence, (one) =>
      one.includes('1;2;7') || sized.test(one) || filtered([Buffer.from(one)], false).length === 0
        ? ''
        : one,
    )
    .replace(/http:\/\/[ab]/g, '$&/') // as the URL grammar writes it
}

/** The input chooses what is written. */
function sameScreen(input: Uint8Array): void {
  const text = allowed(written(new Choices(input), Math.min(40, input.length), true))
  const bytes = Buffer.from(text)
  const shown = (some: Uint8Array) => {
    const terminal = new Terminal({ cols: 13, rows: 5, scrollback: 20 })
    terminal.write(some)
    return JSON.stringify(snapshotOf(terminal.screen, { epoch: 0, rev: 0, at: 0 }, 20))
  }
  const [whole, passed] = [shown(bytes), shown(filtered([bytes], false))]
  holds(whole === passed, `another screen: ${JSON.stringify(text)}\n${whole}\n${passed}`)
}
