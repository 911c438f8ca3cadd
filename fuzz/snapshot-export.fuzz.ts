/**
 * Exports a screen as HTML and SVG, with any cells, links, titles and colors. Both match a closed
 * grammar, in which text is text, nothing runs and nothing is fetched. As sequences, the screen
 * causes no reply after it has passed the filter, and passes the filter unchanged from then on.
 */
import { OutputFilter } from '../src/cli/terminal/output-filter.ts'
import {
  snapshotOf,
  Terminal,
  toAnsi,
  toHtml,
  toSvg,
  type Cell,
  type Snapshot,
} from '../src/terminal/index.ts'
import { answersTo } from './support/answering.ts'
import { Choices, holds, type FuzzRun } from './support/support.ts'
import { written } from './support/vt-input.ts'

export const name = 'snapshot-export'

const hostile = [
  '<script>alert(1)</script>',
  '</pre><script>',
  '</text><script>',
  '<![CDATA[',
  ']]>',
  '&',
  '&lt;',
  '"',
  "'",
  ' onload=x ',
  '<!--',
  '-->',
  '<?xml',
  'javascript:',
  '\u202e',
  '\u2066',
  '\u200f',
  '\u061c',
  '\ufeff',
  '\u{e0041}',
  '\ud800',
  '\udfff',
  '\ufffe',
  '\uffff',
  '\0',
  '\x07',
  '\x1b]52;c;?\x07',
  '\x9b6n',
  '\x7f',
  '\u2028',
  'é',
  '世',
  '🎉',
] as const
const sequences = [
  '\x1b]8;;javascript:alert(1)\x07',
  '\x1b]8;;https://a/"><script>\x07',
  '\x1b]8;id="><b>;http://b/\x07',
  '\x1b]8;;data:text/html,<script>\x07',
  '\x1b]2;</title><script>alert(1)</script>\x07',
  '\x1b]0;a\x9d\x07',
  '\x1b]4;1;#00ff00\x07',
  '\x1b]10;#abcdef\x07',
  '\x1b[4:3;58;2;1;2;3m',
  '\x1b[7;31;1m',
  '\x1b[?2048h',
  '\x1b[?1004h',
  '\x1b[?2004h',
] as const
const colors = [
  '#ff0000',
  '#12',
  'red',
  '"/><script>',
  'url(http://a)',
  '#ffffff;background:url(x)',
  300,
  -1,
  1.5,
] as const

export function run({ random, iterations, deadlineMs, attempt }: FuzzRun): void {
  for (let round = 0; round < iterations && performance.now() < deadlineMs; round += 1) {
    const input = Uint8Array.from({ length: 8 + Math.floor(random() * 60) }, () =>
      Math.floor(random() * 256),
    )
    attempt(input, () => {
      replay(input)
    })
  }
}

export function replay(input: Uint8Array): void {
  const choices = new Choices(input)
  const terminal = new Terminal({ cols: 17, rows: 4, scrollback: 20 })
  for (let piece = choices.byte() % 8; piece > 0; piece -= 1) {
    terminal.write(
      Buffer.from(choices.byte() % 2 === 0 ? choices.pick(sequences) : choices.pick(hostile)),
    )
    terminal.write(Buffer.from(written(choices, 4, true)))
  }
  const real = snapshotOf(terminal.screen, { epoch: 0, rev: 0, at: 0 }, 20)
  judge(real)
  judge(forged(real, choices))

  const passed = new OutputFilter().feed(Buffer.from(toAnsi(real)))
  const answers = answersTo(passed)
  holds(answers.length === 0, answers.join('; '))
  holds(
    Buffer.from(new OutputFilter().feed(passed)).equals(passed),
    'what passed does not pass again',
  )
}

/** As no session sends it, but a file may say it is one. */
function forged(real: Snapshot, choices: Choices): Snapshot {
  const cell = (): Cell => ({
    c: choices.pick(hostile),
    a: choices.byte(),
    fg: choices.pick(colors),
    bg: choices.pick(colors),
    ul: choices.pick(colors),
    l: 1,
  })
  return {
    ...real,
    colors: {
      palette: [[1, String(choices.pick(colors))]],
      fg: String(choices.pick(colors)),
      bg: String(choices.pick(colors)),
    },
    lines: [{ y: 0, x: 0, cells: [cell(), cell(), cell()] }],
  }
}

const never = String.raw`<>&"\p{Cc}\p{Cs}\ufffe\uffff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`
const text = String.raw`(?:[^${never}]|[\t\n]|&(?:amp|lt|gt|quot|#39);)*`
const color = '#[0-9a-f]{6}'
const declarations = [
  `color:${color}`,
  `background:${color}`,
  'font-weight:bold',
  'font-style:italic',
  String.raw`opacity:0\.5`,
  `text-decoration:[a-z -]+(?: ${color})?`,
]
const css = `(?:${declarations.join('|')})`
const html = new RegExp(
  '^<!doctype html>\\n<html><head><meta charset="utf-8"><meta ' +
    `http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ` +
    `'unsafe-inline'"><title>Terminal</title></head><body>\\n` +
    `<pre style="color:${color};background:${color}` +
    `;font-family:monospace;unicode-bidi:bidi-override">(?:${text}<span style="${css}(?:;` +
    `${css})*">${text}</span>)*${text}</pre>\\n</body></html>\\n$`,
  'u',
)
const box = `<rect x="\\d+" y="\\d+" width="\\d+" height="17" fill="${color}"/>`
const piece =
  `<text x="\\d+" y="\\d+" fill="${color}" textLength="\\d+" lengthAdjust="spacingAndGlyphs" ` +
  'xml:space="preserve"(?: unicode-bidi="bidi-override")?(?: font-weight="bold")?(?: ' +
  `font-style="italic")?(?: opacity="0\\.5")?(?: text-decoration="[a-z -]+")?>${text}</text>`
const number = String.raw`\d+(?:\.\d+)?`
/** A row of double size, or a block of OSC 66. */
const sized =
  `<svg(?: x="${number}")? y="${number}" width="${number}" height="${number}" viewBox="0 ` +
  `${number} ${number} ${number}"(?: preserveAspectRatio="none")?>(?:${box}|${piece})*</svg>`
const svg = new RegExp(
  '^<svg xmlns="http://www\\.w3\\.org/2000/svg" viewBox="0 0 \\d+ \\d+" width="\\d+" ' +
    'height="\\d+" font-family="monospace" font-size="13\\.3"><rect width="100%" ' +
    `height="100%" fill="${color}"/>(?:${box}|${piece}|${sized})*</svg>\\n$`,
  'u',
)

function judge(snapshot: Snapshot): void {
  for (const [grammar, markup] of [
    [html, toHtml(snapshot)],
    [svg, toSvg(snapshot)],
  ] as const)
    holds(grammar.test(markup), `this is no page and no picture of ours: ${JSON.stringify(markup)}`)
}
