/** Types of agent rules, which parse.ts creates (docs/reference/screen-rules.md). */
import { unreachable } from '../../base/assert.ts'
import { blanksMax, rowCharactersMax } from './limits.ts'

export type RuleState = 'working' | 'waiting' | 'idle' | 'error' | 'ignore'
export type RuleKind = 'permission' | 'question' | 'auth'

/** `bottom:N` and `top:N` count rows that are not blank. */
export type ScreenRegion =
  | { readonly of: 'title' | 'progress' | 'screen' | 'after_last_rule' | 'prompt_box' }
  | { readonly of: 'bottom' | 'top'; readonly rows: number }

/** One compiled matcher. Plain data, so that rules can be sent to another thread. */
export type RuleMatcher =
  | { readonly of: 'text'; readonly lowered: string }
  | { readonly of: 'line' | 'block'; readonly expression: RegExp }

/** Rows of a region in the three forms that matchers need; joined ones are created on first use. */
export interface RegionText {
  readonly rows: readonly string[]
  readonly joined: string
  readonly lowered: string
}

/** Position of a dialog on the screen, and how its choices are made. */
export interface DialogPlace {
  /**
   * First row: the row below the last row of `─` alone; the first row in the last frame that
   * contains the choices or is above them; or the first row above them that starts with this text,
   * in lower case.
   */
  readonly begins: { readonly below: 'rule' | 'frame' } | { readonly at: string }
  /** Numbered from 1, or the texts of `keys` in that order, one per row or all in one. */
  readonly choices: 'numbered' | 'named'
  /**
   * How a choice is made: with its number, with the key in brackets after it, or with the key of
   * the first of these texts that it starts with.
   */
  readonly keys: 'number' | 'shown' | readonly NamedKey[]
}

/** `text`: in lower case. `key`: number, arrows and Enter, or bytes; `null` if not an answer. */
export interface NamedKey {
  readonly text: string
  readonly key: 'number' | 'select' | { readonly bytes: string } | null
}

/** Agent and id of a rule in the user's file. */
export interface RuleName {
  readonly agent: string
  readonly rule: string
}

export interface Rule {
  readonly id: string
  /** Name of a user's rule, which runs with a time limit (limited.ts); absent if shipped. */
  readonly own?: RuleName
  readonly state: RuleState
  readonly kind?: RuleKind
  readonly priority: number
  readonly region: ScreenRegion
  readonly all: readonly RuleMatcher[]
  readonly any: readonly RuleMatcher[]
  readonly not: readonly RuleMatcher[]
  /** Absent if the rule has no dialog, or an unknown one. */
  readonly dialog?: DialogPlace
}

/** How an agent draws around its text, for copies without the drawing. */
export interface CopyRules {
  /** Starts of rows that replace the gutter, such as `● `. */
  readonly marks: readonly string[]
  /** Columns to the left of its text; `null` if unknown. */
  readonly gutter: number | null
  /** Columns to the right of its text, which it keeps free; `null` if unknown. */
  readonly right: number | null
  /** Whether `│` at the left edge is a bar next to a quote. */
  readonly bars: boolean
  /** Whether it numbers the rows of code. */
  readonly numbers: boolean
  /** Columns by which it indents code between fences. */
  readonly codeIndent: number
  /** Characters after which it breaks a word. */
  readonly breaksAfter: string
}

export interface KnownAgent {
  readonly id: string
  /** Name for people. */
  readonly name: string
  /** Name for merging, and for display if no other name was given. */
  readonly tool: string
  /** Names of its process, including `tool`. */
  readonly names: readonly string[]
  /** npm packages, with scope. */
  readonly packages: readonly string[]
  /** Pattern of the executable's path, if only that identifies it. */
  readonly exePath: Pick<RegExp, 'test'> | null
  /** Names that never prove anything alone. */
  readonly tooGeneric: readonly string[]
  /** Command that resumes a session, with `<id>` for the session id; `null` if unknown. */
  readonly resume: string | null
  /** Command that continues a copy of a session; `null` if unknown. */
  readonly fork: string | null
  /** Rules by descending priority; equal ones in the order of the file. */
  readonly rules: readonly Rule[]
  /** Rule that matches only this agent's screen, to recognize it without a visible process. */
  readonly signature: Rule | null
  /** Matches the agent's empty prompt, without faint text; `null` if unknown. */
  readonly prompt: Rule | null
  /** How it draws around its text; `null` if unknown. */
  readonly copy: CopyRules | null
  /** Sentences about the user's rules that were switched off while they ran. */
  readonly off?: readonly string[]
}

export type Agents = ReadonlyMap<string, KnownAgent>

/** The first rule that matches. */
export interface RuleOutcome {
  readonly rule: string
  readonly state: RuleState
  readonly kind?: RuleKind
}

/**
 * Returns a row as rules read it: up to `rowCharactersMax` characters, without runs of spaces
 * longer than `blanksMax`. Expressions for boxes, which start with several optional spaces, would
 * otherwise take seconds on a long run (docs/contributing/internals/agent-detection.md).
 */
export function asRulesSee(row: string): string {
  const cut = row.length > rowCharactersMax ? row.slice(0, rowCharactersMax) : row
  return longBlank.test(cut) ? cut.replace(longBlanks, ' '.repeat(blanksMax)) : cut
}

const longBlank = new RegExp(`\\s{${blanksMax + 1}}`, 'u')
const longBlanks = new RegExp(`\\s{${blanksMax + 1},}`, 'gu')

/** @param rows rows from `asRulesSee` */
export function regionText(rows: readonly string[]): RegionText {
  let joined: string | null = null
  let lowered: string | null = null
  return {
    rows,
    get joined() {
      return (joined ??= rows.join('\n'))
    },
    get lowered() {
      return (lowered ??= this.joined.toLowerCase())
    },
  }
}

/** Returns whether the rule matches its region. A region without rows matches nothing. */
export function holds(rule: Rule, text: RegionText): boolean {
  return (
    text.rows.length > 0 &&
    rule.all.every((matcher) => matches(matcher, text)) &&
    (rule.any.length === 0 || rule.any.some((matcher) => matches(matcher, text))) &&
    !rule.not.some((matcher) => matches(matcher, text))
  )
}

export function matches(matcher: RuleMatcher, text: RegionText): boolean {
  // biome-ignore format: a table, read by its columns
  switch (matcher.of) {
    case 'text': return text.lowered.includes(matcher.lowered)
    case 'line': return text.rows.some((row) => matcher.expression.test(row))
    case 'block': return matcher.expression.test(text.joined)
    default: return unreachable(matcher)
  }
}

/**
 * Returns the first of `rules` that matches, or `null`, which keeps the previous state. `textOf`
 * returns `null` for a missing region; `trying` is called before each rule.
 */
export function judge(
  rules: readonly Rule[],
  textOf: (region: ScreenRegion) => RegionText | null,
  trying: (rule: Rule) => void = () => undefined,
): RuleOutcome | null {
  for (const rule of rules) {
    trying(rule)
    const text = textOf(rule.region)
    if (text === null || !holds(rule, text)) continue
    return {
      rule: rule.id,
      state: rule.state,
      ...(rule.kind === undefined ? {} : { kind: rule.kind }),
    }
  }
  return null
}
