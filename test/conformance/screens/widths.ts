/**
 * `npm run conformance -- --widths FOLDER`: the column of the cursor after each assigned character,
 * and after each sequence of emoji-test.txt, in every terminal that is installed and in vibeflow's
 * core, with mode 2027 and without. FOLDER is a copy of `Public/VERSION` of Unicode's files.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Terminal } from '../../../src/terminal/index.ts'
import { makeFolder } from '../../bench/parts/contestants.ts'
import type { Size } from '../../../src/base/sizes/size.ts'
import { oracleNames, startOracle } from './oracles.ts'

const size: Size = { cols: 80, rows: 8 }
/** As many replies as terminals and ptys hold without waiting. */
const batch = 200
const graphemes = '\x1b[?2027h'

export interface Widths {
  /** Without mode 2027, or with it. */
  readonly mode: string
  readonly text: string
  readonly columns: ReadonlyMap<string, number>
}

type Measure = (mode: string, texts: readonly string[]) => Promise<readonly number[]>

/** Returns the texts on whose width not all terminals agree. */
export async function compareWidths(
  folder: string,
  log: (line: string) => void,
): Promise<readonly Widths[]> {
  const characters = assigned(folder)
  const sequences = emojiSequences(folder)
  log(`${characters.length} characters, ${sequences.length} sequences`)
  const differing: Widths[] = []
  const cases: [mode: string, texts: readonly string[]][] = [
    ['', characters.map((character) => `x${character}`)], // a base for marks
    ['', sequences],
    [graphemes, sequences],
  ]
  const measured = new Map<string, number[][]>()
  await Promise.all(
    ['vibeflow', ...oracleNames()].map(async (name) => {
      const { folder: home, remove } = makeFolder()
      try {
        const oracle = name === 'vibeflow' ? null : await startOracle(name, size, home)
        if (typeof oracle === 'string') {
          log(`${name}: ${oracle}`)
          return
        }
        const measure: Measure = oracle === null ? ownColumns : columnsIn(oracle.ask)
        const results: number[][] = []
        for (const [mode, texts] of cases) results.push([...(await measure(mode, texts))])
        measured.set(name, results)
        oracle?.stop()
      } catch (error) {
        log(`${name}: ${String(error)}`)
      } finally {
        remove()
      }
    }),
  )
  for (const [index, [mode, texts]] of cases.entries()) {
    for (const [at, printed] of texts.entries()) {
      const text = index === 0 ? printed.slice(1) : printed
      const columns = new Map(
        [...measured].map(([name, all]) => [name, all[index]![at]! - (index === 0 ? 1 : 0)]),
      )
      if (new Set(columns.values()).size > 1) differing.push({ mode, text, columns })
    }
  }
  return differing
}

function columnsIn(ask: (bytes: Uint8Array) => Promise<string>): Measure {
  return async (mode, texts) => {
    await ask(Buffer.from(`\x1bc${mode}\x1b[5n`))
    const columns: number[] = []
    for (let at = 0; at < texts.length; at += batch) {
      const some = texts.slice(at, at + batch)
      const printed = some.map((text) => `\x1b[2;1H\x1b[2K${text}\x1b[6n`).join('')
      const replies = await ask(Buffer.from(`${printed}\x1b[5n`))
      const found = [...replies.matchAll(/\x1b\[\d+;(\d+)R/g)].map(
        ([, column]) => Number(column) - 1,
      )
      if (found.length !== some.length) throw new Error(`${found.length} replies to ${some.length}`)
      columns.push(...found)
    }
    return columns
  }
}

const ownColumns: Measure = async (mode, texts) => {
  const terminal = new Terminal({ ...size, scrollback: 0 })
  const encoder = new TextEncoder()
  return texts.map((text) => {
    terminal.write(encoder.encode(`${mode}\x1b[2;1H\x1b[2K${text}`))
    return terminal.screen.x
  })
}

/** Returns every assigned character that is not a control, a surrogate or for private use. */
function assigned(folder: string): string[] {
  const file = readFileSync(join(folder, 'ucd/extracted/DerivedGeneralCategory.txt'), 'utf8')
  const found: string[] = []
  for (const [, from = '', to = from, category = ''] of file.matchAll(
    /^([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*; (\w+)/gm,
  )) {
    if (/^(?:Cn|Cc|Cs|Co)$/.test(category)) continue
    for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to, 16); code += 1)
      found.push(String.fromCodePoint(code))
  }
  return found
}

/**
 * Returns the sequences of several code points, and the sequences that only add a variation
 * selector.
 */
function emojiSequences(folder: string): string[] {
  const test = readFileSync(join(folder, 'emoji/emoji-test.txt'), 'utf8')
  const variations = readFileSync(join(folder, 'ucd/emoji/emoji-variation-sequences.txt'), 'utf8')
  return [...`${test}\n${variations}`.matchAll(/^([0-9A-F]+(?: [0-9A-F]+)+) *;/gm)].map(
    ([, codes = '']) =>
      String.fromCodePoint(...codes.split(' ').map((code) => Number.parseInt(code, 16))),
  )
}

/** Returns the disagreements in groups of equal columns, the largest first. */
export function widthGroups(differing: readonly Widths[]): string[] {
  const groups = new Map<string, Widths[]>()
  for (const one of differing) {
    const columns = [...one.columns].map(([name, count]) => `${name} ${count}`).join(', ')
    const key = `${one.mode === '' ? 'without' : 'with'} 2027: ${columns}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([key, all]) => `${all.length} ${key}: ${rangesOf(all.map(({ text }) => text))}`)
}

function rangesOf(texts: readonly string[]): string {
  const names = texts.map((text) =>
    [...text].map((character) => character.codePointAt(0)!.toString(16).toUpperCase()).join(' '),
  )
  const ranges: string[] = []
  for (let at = 0; at < names.length; ) {
    let end = at
    while (
      end + 1 < names.length &&
      !names[at]!.includes(' ') &&
      Number.parseInt(names[end + 1]!, 16) === Number.parseInt(names[end]!, 16) + 1
    )
      end += 1
    ranges.push(end === at ? names[at]! : `${names[at]}-${names[end]}`)
    at = end + 1
  }
  const shown = ranges.slice(0, 12).join(', ')
  return ranges.length > 12 ? `${shown}, ...` : shown
}
