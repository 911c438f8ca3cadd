/**
 * Reads TOML by @iarna/toml, whose parser class is listened to for what its function does not
 * return: where each key stands. It also keeps the parser from a trap: a key such as `constructor`
 * would be looked up in, and written to, JavaScript's own objects.
 */
import TomlParser from '@iarna/toml/lib/toml-parser.js'
import type { SourcePlace } from '../../core/config/problem.ts'

export type ParsedToml =
  | {
      readonly ok: true
      readonly table: Readonly<Record<string, unknown>>
      readonly placeOf: (name: string) => SourcePlace | null
    }
  /** `reason`: a phrase without a full stop. */
  | {
      readonly ok: false
      readonly kind: 'syntax' | 'duplicate_key'
      readonly reason: string
      readonly place: SourcePlace
    }

export function parseToml(text: string): ParsedToml {
  const parser = new PlacedParser()
  try {
    parser.parse(text)
    const table = parser.finish()
    return {
      ok: true,
      table,
      placeOf: (name) => {
        const place = placeOf(parser.places, name)
        return place === null ? null : inCharacters(text, place)
      },
    }
  } catch (error) {
    if (error instanceof KeyProblem)
      return {
        ok: false,
        kind: error.kind,
        reason: error.reason(text),
        place: inCharacters(text, error.place),
      }
    const at = placeOfError(error)
    if (at === null) throw error // not the text's fault
    const place = parser.unterminatedAt(error as Error) ?? at
    return {
      ok: false,
      kind: 'syntax',
      reason: plainReason(error as Error, text, place),
      place: inCharacters(text, place),
    }
  }
}

/**
 * Levels of tables and names within each other. Options and layouts need a few, and the whole name
 * of each is built and looked up: without a limit that of 200 KB takes a second.
 */
const levelsMax = 128
/** Of the parser, for a table within a table. A list within a list has half of them. */
const statesPerLevel = 4

/** Line and column as the parser counts them: from 0, columns in UTF-16 units. */
interface RawPlace {
  readonly line: number
  readonly column: number
}

class KeyProblem extends Error {
  readonly kind: 'syntax' | 'duplicate_key'
  readonly place: RawPlace
  readonly #name: string
  readonly #first: RawPlace | null

  constructor(
    kind: 'syntax' | 'duplicate_key',
    name: string,
    place: RawPlace,
    first: RawPlace | null,
  ) {
    super(name)
    this.kind = kind
    this.place = place
    this.#name = name
    this.#first = first
  }

  reason(text: string): string {
    if (this.kind === 'syntax') return `${this.#name} cannot be the name of a key`
    return this.#first === null
      ? `${this.#name} stands there twice`
      : `${this.#name} stands there twice, first in line ${inCharacters(text, this.#first).line}`
  }
}

/** An assignment that is being read: `a.b = ...`. */
interface Assignment {
  readonly names: string[]
  place: RawPlace
}

class PlacedParser extends TomlParser {
  /** The first place of each key and table, by its whole name. */
  readonly places = new Map<string, RawPlace>()
  readonly #lists = new Map<string, number>()
  readonly #open: Assignment[] = []
  #closed: Assignment | null = null
  #header = ''
  #headerPlace: RawPlace = { line: 0, column: 0 }
  #headerLevels = 0
  #keyword: RawPlace = { line: 0, column: 0 }

  /** Where what is not closed begins: the parser says where the file ends, or the line. */
  unterminatedAt({ message }: Error): RawPlace | null {
    return /^Unterminated (inline|multi-line)/.test(message)
      ? (this.#open.at(-1)?.place ?? null)
      : null
  }

  protected override parseValue(): unknown {
    if (this.stack.length > statesPerLevel * levelsMax) this.#tooDeep()
    return super.parseValue()
  }

  protected override parseInlineTable(): unknown {
    return inTable(() => super.parseInlineTable())
  }

  protected override parseInlineTableNext(): unknown {
    return inTable(() => super.parseInlineTableNext())
  }

  protected override parseInlineTablePostComma(): unknown {
    return inTable(() => super.parseInlineTablePostComma())
  }

  protected override parseKeyword(): unknown {
    this.#keyword = raw(this.line, this.col)
    return super.parseKeyword()
  }

  protected override parseAssign(): unknown {
    this.#open.push({ names: [], place: raw(this.line, this.col) })
    return super.parseAssign()
  }

  protected override recordAssignKeyword(key: string): unknown {
    this.#demandPlainName(key)
    const assignment = this.#open.at(-1)
    if (assignment !== undefined) {
      const above = assignment.names.at(-1) ?? this.#open.at(-2)?.names.at(-1) ?? this.#header
      const name = joined(above, key)
      assignment.names.push(name)
      if (assignment.names.length > levelsMax) this.#tooDeep()
      assignment.place = this.#keyword
      // One that stands there twice keeps its first place.
      if (!this.places.has(name)) this.places.set(name, this.#keyword)
    }
    return super.recordAssignKeyword(key)
  }

  protected override recordAssignValue(value: unknown): unknown {
    this.#closed = this.#open.pop() ?? null
    return super.recordAssignValue(value)
  }

  protected override recordAssignStatement(assigned: { key: string[]; value: unknown }): unknown {
    return this.#orDuplicate(this.#closed, () => super.recordAssignStatement(assigned))
  }

  protected override recordInlineTableValue(assigned: { key: string[]; value: unknown }): unknown {
    return this.#orDuplicate(this.#closed, () => super.recordInlineTableValue(assigned))
  }

  protected override parseTable(): unknown {
    this.#header = ''
    return super.parseTable()
  }

  protected override parseList(): unknown {
    this.#header = ''
    return super.parseList()
  }

  protected override parseTableMore(keyword: string): unknown {
    // blanks: asked again
    if (this.char !== closingBracket && this.char !== dot) return super.parseTableMore(keyword)
    this.#enterHeader(keyword, false)
    return this.#orDuplicate({ names: [this.#header], place: this.#headerPlace }, () =>
      super.parseTableMore(keyword),
    )
  }

  protected override parseListMore(keyword: string): unknown {
    if (this.char !== closingBracket && this.char !== dot) return super.parseListMore(keyword)
    this.#enterHeader(keyword, this.char === closingBracket)
    return this.#orDuplicate({ names: [this.#header], place: this.#headerPlace }, () =>
      super.parseListMore(keyword),
    )
  }

  /** Below a list of tables its newest one is meant. */
  #enterHeader(keyword: string, isList: boolean): void {
    this.#demandPlainName(keyword)
    if (this.#header === '') {
      this.#headerPlace = this.#keyword
      this.#headerLevels = 0
    }
    this.#headerLevels += 1
    if (this.#headerLevels > levelsMax) this.#tooDeep()
    const name = joined(this.#header, keyword)
    if (isList) this.#lists.set(name, (this.#lists.get(name) ?? -1) + 1)
    if (!this.places.has(name)) this.places.set(name, this.#keyword)
    const index = this.#lists.get(name)
    this.#header = index === undefined ? name : `${name}[${index}]`
    if (isList) this.places.set(this.#header, this.#keyword)
  }

  #tooDeep(): never {
    throw this.error(new Error(`Nested more than ${levelsMax} deep`))
  }

  #demandPlainName(key: string): void {
    if (key in Object.prototype) throw new KeyProblem('syntax', key, this.#keyword, null)
  }

  /** The parser only says "redefine", at the end of what it did not like. */
  #orDuplicate(assignment: Assignment | null, act: () => unknown): unknown {
    try {
      return act()
    } catch (error) {
      if (
        assignment === null ||
        !(error instanceof Error) ||
        !/redefine|extend an inline/.test(error.message)
      )
        throw error
      const name = assignment.names.at(-1) ?? ''
      const first = this.places.get(name)
      const isFirst =
        first === undefined ||
        (first.line === assignment.place.line && first.column === assignment.place.column)
      throw new KeyProblem('duplicate_key', name, assignment.place, isFirst ? null : first)
    }
  }
}

/** The parser speaks of a table in braces as of a list. */
function inTable(step: () => unknown): unknown {
  try {
    return step()
  } catch (error) {
    if (error instanceof Error)
      error.message = error.message
        .replace('inline array', 'inline table')
        .replace('close bracket (])', '}')
    throw error
  }
}

/** The parser counts columns of the first line from 1 and of all others from 0. */
function raw(line: number, col: number): RawPlace {
  return { line, column: line === 0 ? col - 1 : col }
}

const closingBracket = 0x5d
const dot = 0x2e

function joined(above: string, key: string): string {
  return above === '' ? key : `${above}.${key}`
}

function placeOf(places: ReadonlyMap<string, RawPlace>, name: string): RawPlace | null {
  for (let part = name; part !== ''; part = part.replace(/(^|\.|\[)[^.[]*$/, '')) {
    const found = places.get(part)
    if (found !== undefined) return found
  }
  return null
}

function inCharacters(text: string, { line, column }: RawPlace): SourcePlace {
  let start = 0
  for (let count = 0; count < line; count += 1) start = text.indexOf('\n', start) + 1
  return { line: line + 1, column: [...text.slice(start, start + Math.max(0, column))].length + 1 }
}

function placeOfError(error: unknown): RawPlace | null {
  if (!(error instanceof Error)) return null
  const { line, col } = error as Error & { line?: unknown; col?: unknown }
  return typeof line === 'number' && typeof col === 'number' ? raw(line, col) : null
}

/**
 * The parser's words, with the character that it stumbled over. 1114112, one past the last code
 * point, is its sign for the end of the file.
 */
function plainReason({ message }: Error, text: string, { line, column }: RawPlace): string {
  const row = text.split('\n')[line] ?? ''
  const character = [...row.slice(column)][0]
  const found =
    character === undefined || character === '\r'
      ? line >= text.split('\n').length - 1
        ? 'the file ends here'
        : 'the line ends here'
      : `unexpected ${JSON.stringify(character)}`
  const plain = message
    .replace(/^(Unexpected|Invalid) character\b/, found)
    .replace(/^Key ended without value$/, 'the file ends within a key')
    .replace(/^Unknown character ".*"$/, found)
    .replace(/^.*escape character: 1114112$/, 'the file ends within an escape')
    .replace(
      /escape character: (\d+)$/,
      (_, code: string) => `escape \\${String.fromCodePoint(Number(code))}`,
    )
    .replace(/\bexpecting\b/, 'expected')
    .replace(/inline array/, 'list')
    .replace(
      /^Unterminated inline table$/,
      'the } of this table is missing; what is between { and } stands in one line',
    )
  return plain.slice(0, 1).toLowerCase() + plain.slice(1)
}
