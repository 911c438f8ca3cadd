/**
 * Parses TOML with @iarna/toml. A subclass of its parser records where each key is. It also refuses
 * keys such as `constructor`, which the parser would look up in and write to JavaScript's own
 * objects.
 */
import TomlParser from '@iarna/toml/lib/toml-parser.js'
import type { SourcePlace } from '../../core/config/problem.ts'

type ParsedToml =
  | {
      readonly ok: true
      readonly table: Readonly<Record<string, unknown>>
      readonly placeOf: (name: string) => SourcePlace | null
    }
  /** `reason`: a phrase without a period. */
  | {
      readonly ok: false
      readonly kind: 'syntax' | 'duplicate_key'
      readonly reason: string
      readonly place: SourcePlace
    }

export function parseToml(text: string): ParsedToml {
  const parser = new PlacedParser()
  try {
    // the parser refuses a carriage return at the end of a comment
    parser.parse(text.replaceAll('\r\n', '\n'))
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
    if (at === null) throw error // not an error in the text
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
 * Nesting of tables and names. Options and layouts need a few. Each full name is built and looked
 * up, so 200 KB of nested names would take a second.
 */
const levelsMax = 128
/** Parser states per nested table. A nested array has half as many. */
const statesPerLevel = 4

/** The parser's position: from 0, columns in UTF-16 units. */
interface RawPlace {
  readonly line: number
  readonly column: number
}

class KeyProblem extends Error {
  readonly kind: 'syntax' | 'duplicate_key'
  readonly place: RawPlace
  /** Returns why, as a phrase without a period. */
  readonly reason: (text: string) => string

  constructor(kind: KeyProblem['kind'], place: RawPlace, reason: KeyProblem['reason']) {
    super(kind)
    this.kind = kind
    this.place = place
    this.reason = reason
  }
}

/** An assignment that is being read: `a.b = ...`. */
interface Assignment {
  readonly names: string[]
  place: RawPlace
}

class PlacedParser extends TomlParser {
  /** First position of each key and table, by full name. */
  readonly places = new Map<string, RawPlace>()
  readonly #lists = new Map<string, number>()
  readonly #open: Assignment[] = []
  #closed: Assignment | null = null
  #header = ''
  #headerPlace: RawPlace = { line: 0, column: 0 }
  #headerLevels = 0
  #keyword: RawPlace = { line: 0, column: 0 }

  /** Returns the start of an unclosed value. The parser reports the end of the file or line. */
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
      // A repeated key keeps its first position.
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
    // After spaces the parser calls this again.
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

  /** Keys after a `[[list]]` header belong to its newest table. */
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
    if (key in Object.prototype)
      throw new KeyProblem('syntax', this.#keyword, () => `${key} can't be used as a key`)
  }

  /** Names a duplicate key. The parser reports only "redefine", at the end of the assignment. */
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
      const { place } = assignment
      throw new KeyProblem('duplicate_key', place, (text) =>
        first === undefined || (first.line === place.line && first.column === place.column)
          ? `${name} is set twice`
          : `${name} is set twice, first in line ${inCharacters(text, first).line}`,
      )
    }
  }
}

/** Corrects the parser's messages, which call an inline table an array. */
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

/** The parser counts columns from 1 in the first line, and from 0 in all others. */
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
 * Returns the parser's message with the unexpected character. The parser shows the end of the file
 * as 1114112, one past the last code point.
 */
function plainReason({ message }: Error, text: string, { line, column }: RawPlace): string {
  const row = text.split('\n')[line] ?? ''
  const character = [...row.slice(column)][0]
  const found =
    character === undefined || character === '\r'
      ? line >= text.split('\n').length - 1
        ? 'unexpected end of file'
        : 'unexpected end of line'
      : `unexpected ${JSON.stringify(character)}`
  const plain = message
    .replace(/^(Unexpected|Invalid) character\b/, found)
    .replace(/^Key ended without value$/, 'the file ends in the middle of a key')
    .replace(/^Unknown character ".*"$/, found)
    .replace(/^.*escape character: 1114112$/, 'the file ends in the middle of an escape sequence')
    .replace(
      /escape character: (\d+)$/,
      (_, code: string) => `escape \\${String.fromCodePoint(Number(code))}`,
    )
    .replace(/\bexpecting\b/, 'expected')
    .replace(/inline array/, 'list')
    .replace(
      /^Unterminated inline table$/,
      'the closing } of this table is missing; a { } table must be on one line',
    )
  return plain.slice(0, 1).toLowerCase() + plain.slice(1)
}
