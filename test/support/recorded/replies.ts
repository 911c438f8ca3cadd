/** Selections in recordings of agents that drew a known answer (test/data/replies/README.md). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { CopyRules } from '../../../src/agents/rules/rules.ts'
import { shippedAgents } from '../../../src/agents/rules/shipped.ts'
import { cleanCopy, generalCopyRules } from '../../../src/core/session/copy/clean.ts'
import { Terminal } from '../../../src/terminal/terminal.ts'

const sources = join(import.meta.dirname, '../../data/replies')
const folder = sources

export interface ReplyRecording {
  readonly name: string
  readonly agent: string
  readonly columns: number
  /** The screen, without spaces at the ends of rows. */
  readonly rows: readonly string[]
}

interface Part {
  readonly kind: 'prose' | 'code'
  readonly text: string
  /** Code in which spaces and line breaks do not count. */
  readonly isFree: boolean
}

/** A part in the rows of a recording. */
interface Place extends Part {
  readonly from: number
  readonly to: number
  /** Column of its text in the first row. */
  readonly column: number
}

export interface Measured {
  readonly kind: string
  readonly copied: string
  readonly expected: string
  readonly isRight: boolean
  /** Whether characters of the selection's text are missing. */
  readonly lost: boolean
  /** Whether the selection as it was is right already. */
  readonly wasRight: boolean
}

export function recordings(): readonly ReplyRecording[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.raw.gz'))
    .map((name) => {
      const [, agent = '', columns = ''] = /^(\w+)-[\d.]+-(\d+)\.raw\.gz$/.exec(name) ?? []
      const terminal = new Terminal({ cols: Number(columns), rows: 130, scrollback: 1_000 })
      terminal.write(gunzipSync(readFileSync(join(folder, name))))
      const rows = terminal.rowTexts().map((row) => row.trimEnd())
      return { name: name.replace('.raw.gz', ''), agent, columns: Number(columns), rows }
    })
}

/** @param rules absent: the agent's own */
export function measured(recording: ReplyRecording, rules?: CopyRules): readonly Measured[] {
  const used = rules ?? shippedAgents().get(recording.agent)?.copy ?? generalCopyRules
  const places = placesIn(recording)
  return places.flatMap((place, at) => {
    const next = places[at + 1]
    return [
      selected(recording, used, [place], 0),
      selected(recording, used, [place], place.column),
      ...(next === undefined ? [] : [selected(recording, used, [place, next], place.column)]),
    ]
  })
}

function selected(
  recording: ReplyRecording,
  rules: CopyRules,
  places: readonly Place[],
  column: number,
): Measured {
  const { rows, columns, agent } = recording
  const [first, last] = [places[0]!, places.at(-1)!]
  const lines = rows.slice(first.from, last.to + 1)
  const before = lines[0]!.slice(0, column)
  const raw = [lines[0]!.slice(column), ...lines.slice(1)].join('\n')
  const { text } = cleanCopy(raw, { before, columns }, rules)
  const expected = places.map((part) => shownBy(recording, part)).join('\n')
  return {
    kind: places.map(({ kind }) => kind).join('+'),
    copied: text,
    expected,
    isRight: isSame(agent, text, expected, places),
    lost: !letters(text).includes(letters(expected)) && letters(raw).includes(letters(expected)),
    wasRight: isSame(agent, raw, expected, places),
  }
}

/**
 * Returns whether a copy is as the source: prose with its line breaks, and code with its
 * indentation. Blank lines between parts, marks of lists and names of languages are the agent's.
 */
function isSame(agent: string, text: string, expected: string, places: readonly Part[]): boolean {
  const hasCode = places.some(({ kind }) => kind === 'code')
  // It drops blank lines of code.
  const hasBlanks = places.length === 1 && hasCode && agent !== 'auggie'
  const shape = (lines: string) =>
    lines
      .split('\n')
      .filter((line) => (hasBlanks || line.trim() !== '') && !languages.test(line))
      .map((line) => (hasCode ? line : line.trim().replace(padded, '').replace(padding, ' ')))
      .map((line) => line.replace(/^> | +(?=A quote)/, ''))
      .map((line) => line.replace(/^( *)(?:[•*-]|\d\.) +/, places.length > 1 ? '- ' : '$1- '))
      .join('\n')
  return places.some(({ isFree }) => isFree)
    ? shape(text).replace(/\s+/g, '') === shape(expected).replace(/\s+/g, '')
    : shape(text) === shape(expected)
}

const languages = /^\s*(?:```\w*|python|bash|yaml|diff|typescript|sql|sh|json|go)$/
/** Spaces around inline code in one agent. */
const padding = /(?<=\S)[ \u00a0]{2,}|\u00a0/gu
const padded = /[ \u00a0]+(?=[,.)])/gu

const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

/** Returns the parts of an answer's source, without its inline marks. */
function partsOf(file: string): readonly Part[] {
  const text = readFileSync(join(sources, file), 'utf8').trim()
  return text.split(/^```/m).flatMap((piece, at): readonly Part[] => {
    if (at % 2 === 1) {
      const [language = '', ...lines] = piece.trimEnd().split('\n')
      const isFree = /^(?:typescript|sql|json|go)$/.test(language)
      return [{ kind: 'code', text: lines.join('\n'), isFree }]
    }
    return piece
      .trim()
      .split(/\n\n/)
      .flatMap((block) => (/^ *(?:-|\d\.) /.test(block) ? block.split('\n') : [block]))
      .filter((block) => !/^(?:##|$)/.test(block))
      .map((block) => ({ kind: 'prose', text: block.replaceAll('`', ''), isFree: false }))
  })
}

/** A part as an agent shows it. */
function shownBy({ agent, rows }: ReplyRecording, { kind, text }: Part): string {
  if (kind === 'code') return text
  const bare = text.replace(/^> /, '')
  if (agent === 'grok') return bare.replace('\n', ' ')
  return rows.some((row) => row.includes('(https:'))
    ? bare.replace(/(https:\S+) /, '$1 ($1) ')
    : bare
}

/** Finds the parts in the rows, one after the other. */
function placesIn(recording: ReplyRecording): readonly Place[] {
  const { rows, agent, name, columns } = recording
  const places: Place[] = []
  let at = 0
  for (const part of partsOf(columns === 100 ? 'reply-2.txt' : 'reply.txt')) {
    const whole = letters(shownBy(recording, part))
    const [start = ''] = (
      part.kind === 'code' ? part.text : part.text.replace(/^[ >-]+/, '')
    ).split('\n')
    const head = start.slice(0, 14)
    const from = rows.findIndex(
      (row, index) => index >= at && row.replace(/[ \u00a0]+/g, ' ').includes(head),
    )
    if (from === -1) {
      // Their renderer left out some parts.
      if (!/opencode|cline/.test(agent)) throw new Error(`${name}: no ${head}`)
      continue
    }
    const end = part.text.split(/\s/).at(-1) ?? ''
    let [to, found] = [from, '']
    for (; to < rows.length - 1; to += 1) {
      const row = rows[to] ?? ''
      found += letters(row)
      const isEnd = row.endsWith(end) || (letters(end) !== '' && found.endsWith(letters(end)))
      if (found.length >= whole.length && isEnd) break
    }
    if (part.kind === 'code') while (/^[\s\d]*[)}\]]+;?$/.test(rows[to + 1] ?? '')) to += 1
    const list = /^ *- /.exec(part.text)?.[0].trimStart().length ?? 0
    const row = rows[from] ?? ''
    const column = list === 0 && row.includes(head) ? row.indexOf(head) : row.search(/\S/)
    places.push({ ...part, from, to, column })
    at = to + 1
  }
  return places
}
