/**
 * Reads plain values in Lua: `config.NAME = VALUE`, and tables of them. Nothing is run, so a value
 * that is computed is not known. Pure.
 */
import type { Setting } from './foreign.ts'

export class LuaTable {
  readonly list: LuaValue[] = []
  readonly fields = new Map<string, LuaValue>()
}

/** A name with its arguments, such as `wezterm.font 'Hack'`. */
export class LuaCall {
  readonly name: string
  readonly args: readonly LuaValue[]

  constructor(name: string, args: readonly LuaValue[]) {
    this.name = name
    this.args = args
  }
}

/** `undefined`: it must be computed. */
export type LuaValue = string | number | boolean | null | LuaTable | LuaCall | undefined

interface Token {
  readonly kind: 'name' | 'string' | 'number' | 'sign' | 'end'
  readonly text: string
}

const end: Token = { kind: 'end', text: '' }
/** Tables and calls inside each other. */
const levelsMax = 64

const pattern = new RegExp(
  [
    String.raw`\s+`,
    String.raw`--\[(?<gap>=*)\[[\s\S]*?(?:\]\k<gap>\]|$)`,
    String.raw`--[^\n]*`,
    String.raw`(?<name>[A-Za-z_]\w*)`,
    String.raw`(?<number>0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)`,
    // an unclosed string ends with the line or the file, so that each character is read once
    String.raw`"(?<double>(?:[^"\\\n]|\\[\s\S])*)"?`,
    String.raw`'(?<single>(?:[^'\\\n]|\\[\s\S])*)'?`,
    String.raw`\[(?<open>=*)\[(?<long>[\s\S]*?)(?:\]\k<open>\]|$)`,
    String.raw`(?<sign>\.\.\.?|[=~<>]=|::|[^\s])`,
  ].join('|'),
  'y',
)

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  pattern.lastIndex = 0
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const { name, number, double, single, long, sign } = found.groups ?? {}
    const quoted = double ?? single
    if (name !== undefined) tokens.push({ kind: 'name', text: name })
    else if (number !== undefined) tokens.push({ kind: 'number', text: number })
    else if (quoted !== undefined) tokens.push({ kind: 'string', text: unescaped(quoted) })
    else if (long !== undefined) tokens.push({ kind: 'string', text: long.replace(/^\n/, '') })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign })
  }
  return tokens
}

function unescaped(text: string): string {
  const letters: Readonly<Record<string, string>> = {
    ...{ n: '\n', r: '\r', t: '\t', a: '\u0007', b: '\b', f: '\f', v: '\v' },
  }
  return text.replace(
    /\\(?:x([\da-fA-F]{2})|u\{([\da-fA-F]{1,5})\}|(\d{1,3})|([\s\S]))/g,
    (_, byte, point, decimal, one) => {
      if (one !== undefined) return letters[String(one)] ?? String(one)
      const code = decimal === undefined ? Number.parseInt(String(byte ?? point), 16) : +decimal
      return String.fromCodePoint(code)
    },
  )
}

/** Returns the settings of the table that the file returns. */
export function luaSettings(text: string): readonly Setting[] {
  return new Reader(tokensOf(text.replace(/^#![^\n]*/, ''))).settings()
}

class Reader {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  settings(): readonly Setting[] {
    const returned = this.#returned()
    const found: Setting[] = []
    let blocks = 0
    while (this.#at < this.#tokens.length) {
      const { kind, text } = this.#peek()
      if (kind === 'name' && /^(?:function|if|do|repeat)$/.test(text)) blocks += 1
      if (kind === 'name' && /^(?:end|until)$/.test(text)) blocks = Math.max(0, blocks - 1)
      // in `a, b = 1, 2` the values belong to several names
      const isOneOfMany = this.#peek(-1).text === ','
      const name = kind === 'name' ? this.#assigned(returned) : null
      if (name === null) {
        this.#at += 1
        continue
      }
      const value = this.#expression(0)
      // inside a block it depends on the program
      if (name !== '') found.push({ name, value: blocks > 0 || isOneOfMany ? undefined : value })
      else if (value instanceof LuaTable)
        for (const [key, one] of value.fields) found.push({ name: key, value: one })
    }
    return found
  }

  /** Returns the name after the last `return`, usually `config`. */
  #returned(): string {
    const at = this.#tokens.findLastIndex(({ kind, text }) => kind === 'name' && text === 'return')
    const next = this.#tokens[at + 1]
    return at !== -1 && next?.kind === 'name' ? next.text : 'config'
  }

  /**
   * Moves to the value of `config.NAME = ` and returns the name; an empty one for a table of all
   * settings, `config = {` and `return {`.
   */
  #assigned(returned: string): string | null {
    const [{ text }, next, key, after] = [0, 1, 2, 3].map((step) => this.#peek(step)) as [
      Token,
      Token,
      Token,
      Token,
    ]
    if (this.#peek(-1).text === '.') return null
    if (text === 'return' && next.text === '{') return this.#moved(1, '')
    if (text !== returned) return null
    if (next.text === '=' && key.text === '{') return this.#moved(2, '')
    if (next.text === '.' && key.kind === 'name' && after.text === '=')
      return this.#moved(4, key.text)
    return null
  }

  #moved(steps: number, name: string): string {
    this.#at += steps
    return name
  }

  #peek(steps = 0): Token {
    return this.#tokens[this.#at + steps] ?? end
  }

  #take(): Token {
    const token = this.#peek()
    this.#at += 1
    return token
  }

  /** Reads a value. The rest of a computed one is skipped. */
  #expression(level: number): LuaValue {
    const value = this.#value(level)
    const next = this.#peek()
    const isOver =
      next.kind === 'end' ||
      /^[,;})\]]$/.test(next.text) ||
      (next.kind === 'name' && !/^(?:and|or|not)$/.test(next.text))
    if (isOver) return value
    if (level > 0) this.#skip()
    return undefined
  }

  #value(level: number): LuaValue {
    if (level > levelsMax) return undefined
    const { kind, text } = this.#peek()
    if (text === '{' && kind === 'sign') return this.#table(level)
    if (kind === 'name' && text === 'function') return undefined
    this.#at += 1
    if (kind === 'string') return text
    if (kind === 'number') return Number(text)
    if (kind === 'sign' && text === '-' && this.#peek().kind === 'number')
      return -Number(this.#take().text)
    if (kind !== 'name') return undefined
    if (text === 'true' || text === 'false') return text === 'true'
    return text === 'nil' ? null : this.#call(text, level)
  }

  #call(first: string, level: number): LuaValue {
    let name = first
    while (this.#peek().text === '.' && this.#peek(1).kind === 'name') {
      name += `.${this.#peek(1).text}`
      this.#at += 2
    }
    const { kind, text } = this.#peek()
    if (kind === 'string' || (kind === 'sign' && text === '{'))
      return new LuaCall(name, [this.#value(level + 1)])
    if (kind !== 'sign' || text !== '(') return new LuaCall(name, [])
    this.#at += 1
    const args: LuaValue[] = []
    while (this.#peek().text !== ')' && this.#peek().kind !== 'end') {
      args.push(this.#expression(level + 1))
      if (!this.#separator(')')) break
    }
    this.#at += 1
    return new LuaCall(name, args)
  }

  #table(level: number): LuaTable {
    const table = new LuaTable()
    this.#at += 1
    while (!this.#closes('}') && this.#peek().kind !== 'end') {
      const key = this.#key(level)
      const value = this.#expression(level + 1)
      if (key === null) table.list.push(value)
      else table.fields.set(key, value)
      if (!this.#separator('}')) break
    }
    this.#at += 1
    return table
  }

  /** Reads `NAME =` or `['NAME'] =` in a table. */
  #key(level: number): string | null {
    if (this.#peek().kind === 'name' && this.#peek(1).text === '=') {
      const { text } = this.#take()
      this.#at += 1
      return text
    }
    if (this.#peek().kind !== 'sign' || this.#peek().text !== '[') return null
    this.#at += 1
    const key = this.#expression(level + 1)
    this.#at += 2
    return typeof key === 'string' || typeof key === 'number' ? String(key) : ''
  }

  #closes(sign: string): boolean {
    return this.#peek().kind === 'sign' && this.#peek().text === sign
  }

  /** Moves past a separator. Returns false at the end of the list. */
  #separator(closing: string): boolean {
    if (this.#closes(closing)) return false
    if (this.#closes(',') || this.#closes(';')) this.#at += 1
    else this.#skip()
    if (this.#closes(',') || this.#closes(';')) this.#at += 1
    return !this.#closes(closing)
  }

  /** Skips the rest of an expression, with brackets and functions in it. */
  #skip(): void {
    let depth = 0
    for (; this.#at < this.#tokens.length; this.#at += 1) {
      const { kind, text } = this.#peek()
      const opens =
        kind === 'name' ? /^(?:function|if|do|repeat)$/.test(text) : /^[({[]$/.test(text)
      const closes = kind === 'name' ? /^(?:end|until)$/.test(text) : /^[)}\]]$/.test(text)
      if (kind === 'string' || kind === 'number') continue
      if (depth === 0 && (closes || text === ',' || text === ';')) return
      depth += opens ? 1 : closes ? -1 : 0
    }
  }
}
