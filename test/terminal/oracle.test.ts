/**
 * Compares the VT core with @xterm/headless: recordings, random sequences and new sizes give the
 * same screen, except for the list of known differences.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { differences, Oracle } from '../../fuzz/support/vt-oracle.ts'
import { compare } from '../../fuzz/vt.fuzz.ts'
import { rowsOf } from '../../fuzz/support/eager-reflow.ts'
import { codeMask } from '../../src/terminal/screen/cell.ts'
import { controlSequences } from '../../src/terminal/parse/csi.ts'
import { escapeSequences } from '../../src/terminal/parse/esc.ts'
import { Terminal } from '../../src/terminal/index.ts'
import { seeded } from '../../src/build/test/fuzz-target.mjs'
import { bytes } from './terminals.ts'
import { slow } from '../slow.ts'

const documented = (name: string) =>
  readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')

test.each(['vim', 'less', 'ink'])(
  'the recording of %s, cut at random, gives the same cells, history, cursor and modes',
  (name) => {
    const recording = readFileSync(new URL(`../data/recordings/${name}.raw`, import.meta.url))
    const random = seeded(7)
    const oracle = new Oracle(120, 40, 500)
    const ours = new Terminal({ cols: 120, rows: 40, scrollback: 500 })
    for (let part = 0; part < 4; part += 1) {
      const chunk = recording.subarray(part * 100_000, (part + 1) * 100_000)
      oracle.write(chunk)
      for (let at = 0; at < chunk.length; ) {
        const step = 1 + Math.floor(random() * 5_000)
        ours.write(chunk.subarray(at, at + step))
        at += step
      }
      expect(compare(ours.screen, oracle)).toBe(null)
    }
  },
)

test('a new size lays long lines out as xterm.js does, where it loses none', slow, () => {
  const random = seeded(3)
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value // never empty
  for (let round = 0; round < 200; round += 1) {
    const [cols, rows, newCols, newRows] = [
      pick([8, 10, 13, 20]),
      pick([3, 4, 5, 7]),
      pick([8, 12, 20, 5]),
      pick([3, 4, 6, 9]),
    ]
    let text = 'first\r\n'.repeat(8)
    for (let part = Math.floor(random() * 14); part > 0; part -= 1)
      text += pick([
        ...['hello', 'a', 'xxxxxxxxxxxxx', '\r\n', '\r\n', 'abcdefghijklmnopqrstuvwxyz', ' 12 '],
        ...['\x1b[44m', '\x1b[m'],
      ])
    const oracle = new Oracle(cols, rows, 1_000)
    const ours = new Terminal({ cols, rows, scrollback: 1_000 })
    oracle.write(bytes(`${text}end`))
    ours.write(bytes(`${text}end`))
    oracle.resize(newCols, newRows)
    ours.resize(newCols, newRows)
    expect(
      rowsOfOurs(ours),
      `${cols}x${rows} to ${newCols}x${newRows}: ${JSON.stringify(text)}`,
    ).toEqual(rowsOfOracle(oracle))
  }
})

/** Returns all rows, with `+` before rows that continue. Empty rows at the end are cut. */
function rowsOfOurs(terminal: Terminal): string {
  return rowsOf(terminal.screen)
    .map(
      ({ cells, wrapped }) =>
        `${wrapped ? '+' : ''}${cells
          .map(([content]) => String.fromCodePoint(content & codeMask || 0x20))
          .join('')
          .trimEnd()}`,
    )
    .join('\n')
    .trimEnd()
}

function rowsOfOracle({
  terminal: {
    buffer: { active },
  },
}: Oracle): string {
  return Array.from({ length: active.length }, (_, row) => active.getLine(row))
    .map(
      (line) =>
        `${line?.isWrapped === true ? '+' : ''}${line?.translateToString(true).trimEnd() ?? ''}`,
    )
    .join('\n')
    .trimEnd()
}

test('docs/contributing/internals/vt.md names every known difference', () => {
  const document = documented('contributing/internals/vt.md')
  expect(differences.map(({ name }) => name).filter((name) => !document.includes(name))).toEqual([])
})

test('docs/reference/escape-sequences.md names every sequence', () => {
  const rows = [
    ...documented('reference/escape-sequences.md').matchAll(/^\| (?:`` (.+?) ``|`([^`]+)`)/gm),
  ].map((match) => (match[1] ?? match[2] ?? '').replace('\\|', '|'))
  const csi = Object.keys(controlSequences).map(
    (name) => `CSI ${[...name].join(' ').replace('   ', ' SP ').replace(/^ {2}/, 'SP ')}`,
  )
  const esc = Object.keys(escapeSequences).map((name) => `ESC ${[...name].join(' ')}`)
  expect([...csi, ...esc].filter((name) => !rows.includes(name))).toEqual([])
})
