/**
 * What is known of agent programs: how their processes are called and what their titles, progress
 * and screens mean (docs/screen-rules.md). These are the forms after reading; parse.ts reads.
 */
import { unreachable } from '../../base/assert.ts'
import { blanksMax, rowCharactersMax } from './limits.ts'

export type RuleState = 'working' | 'waiting' | 'idle' | 'error' | 'ignore'
export type RuleKind = 'permission' | 'question' | 'auth'

/** `bottom:N` and `top:N` count rows that are not blank. */
export type ScreenRegion =
  | { readonly of: 'title' | 'progress' | 'screen' | 'after_last_rule' | 'prompt_box' }
  | { readonly of: 'bottom' | 'top'; readonly rows: number }

/** One matcher, compiled. Plain data, so that rules can be handed to another thread. */
export type RuleMatcher =
  /** In lower case. */
  | { readonly of: 'text'; readonly lowered: string }
  | { readonly of: 'line' | 'block'; readonly expression: RegExp }

/**
 * A region's rows in the three forms that matchers ask for; the joined ones are made when first
 * asked.
 */
export interface RegionText {
  readonly rows: readonly string[]
  readonly joined: string
  readonly lowered: string
}

/** Where a dialog stands on the screen, and how its choices are made. */
export interface DialogPlace {
  /**
   * Its first row: the one below the last row of `─` alone; the first one in the last frame, which
   * its choices stand in or below; or the first one above them that begins with this text, in lower
   * case.
   */
  readonly begins: { readonly below: 'rule' | 'frame' } | { readonly at: string }
  /**
   * Its choices are numbered from 1 on; or they are just the texts of `keys`, in that order, each
   * in a row of its own or all in one.
   */
  readonly choices: 'numbered' | 'named'
  /**
   * A choice is made by its number, or by the key that stands in brackets behind it; or by the key
   * of the first of these texts that it begins with.
   */
  readonly keys: 'number' | 'shown' | readonly NamedKey[]
}

/**
 * `text`: in lower case. `key`: its number, the arrows from the marked choice to it and Enter, or
 * the bytes; null: it is no answer.
 */
export interface NamedKey {
  readonly text: string
  readonly key: 'number' | 'select' | { readonly bytes: string } | null
}

/** A rule as the user's file has it: under which agent, and by which id. */
export interface RuleName {
  readonly agent: string
  readonly rule: string
}

export interface Rule {
  readonly id: string
  /**
   * It is the user's, and this is its place in the file; absent: we ship it. The user's run within
   * a limit (limited.ts).
   */
  readonly own?: RuleName
  readonly state: RuleState
  readonly kind?: RuleKind
  readonly priority: number
  readonly region: ScreenRegion
  readonly all: readonly RuleMatcher[]
  readonly any: readonly RuleMatcher[]
  readonly not: readonly RuleMatcher[]
  /** Absent: nothing is known of a dialog, or it is none. */
  readonly dialog?: DialogPlace
}

export interface KnownAgent {
  readonly id: string
  /** For people. */
  readonly name: string
  /** The name that it is merged under, and shown by where nobody gave another. */
  readonly tool: string
  /** Names of its process, `tool` among them. */
  readonly names: readonly string[]
  /** Packages it comes in, as written: with scope. */
  readonly packages: readonly string[]
  /** Its executable's path, when only that identifies it. */
  readonly exePath: Pick<RegExp, 'test'> | null
  /** Names that are also its own, and never prove anything alone. */
  readonly tooGeneric: readonly string[]
  /**
   * The command that resumes a session: a name of the agent, and words with `<id>` where the
   * session's id belongs. `null` if it is not known.
   */
  readonly resume: string | null
  /** Highest priority first; equal ones in the order of the file. */
  readonly rules: readonly Rule[]
  /**
   * Holds on its screen and on no other: by it the agent is recognised where no process of it is
   * seen. null: it has none.
   */
  readonly signature: Rule | null
  /** Rules of the user's that were switched off while they ran, in sentences; absent: none. */
  readonly off?: readonly string[]
}

/** By id. */
export type Agents = ReadonlyMap<string, KnownAgent>

/** The outcome of an agent's rules: the first that holds. */
export interface RuleOutcome {
  readonly rule: string
  readonly state: RuleState
  readonly kind?: RuleKind
}

/**
 * A row as rules see it: at most `rowCharactersMax` characters, and no run of blanks longer than
 * `blanksMax`. Expressions that begin with several optional blanks, as those for boxes do, would
 * otherwise take seconds on a long run of them (docs/architecture/agent-detection.md).
 */
export function asRulesSee(row: string): string {
  const cut = row.length > rowCharactersMax ? row.slice(0, rowCharactersMax) : row
  return longBlank.test(cut) ? cut.replace(longBlanks, ' '.repeat(blanksMax)) : cut
}

const longBlank = new RegExp(`\\s{${blanksMax + 1}}`, 'u')
const longBlanks = new RegExp(`\\s{${blanksMax + 1},}`, 'gu')

/** @param rows as rules see them */
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

/** Does the rule hold on its region? A region without rows matches nothing. */
export function holds(rule: Rule, text: RegionText): boolean {
  return (
    text.rows.length > 0 &&
    rule.all.every((matcher) => matches(matcher, text)) &&
    (rule.any.length === 0 || rule.any.some((matcher) => matches(matcher, text))) &&
    !rule.not.some((matcher) => matches(matcher, text))
  )
}

export function matches(matcher: RuleMatcher, text: RegionText): boolean {
  switch (matcher.of) {
    case 'text':
      return text.lowered.includes(matcher.lowered)
    case 'line':
      return text.rows.some((row) => matcher.expression.test(row))
    case 'block':
      return matcher.expression.test(text.joined)
    default:
      return unreachable(matcher)
  }
}

/**
 * The strongest of `rules` that holds, or null: then the previous state stays. `textOf` gives null
 * for a region that is not there; `trying` is called before each.
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
