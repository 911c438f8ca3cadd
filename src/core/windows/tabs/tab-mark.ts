/** The mark of a tab, by which the user recognizes it: a color, a sign and a note. */
import { z } from 'zod'
import { safeText } from '../../../base/text/safe-text.ts'
import { defined } from '../../../base/objects/defined.ts'
import { markColors, signUnitsMax, type MarkRule } from '../../config/mark-rule.ts'

/** Characters of a note that are kept. */
export const noteCharactersMax = 200

export const tabMark = z.strictObject({
  color: z.enum(markColors).optional(),
  /** One character, usually an emoji. */
  sign: z.string().max(signUnitsMax).optional(),
  note: z
    .string()
    .max(4 * noteCharactersMax)
    .optional(),
})
export type TabMark = Readonly<z.infer<typeof tabMark>>

/** Created once, and only where a sign is: it takes 0.1 ms. */
let graphemes: Intl.Segmenter | null = null

function firstCharacter(text: string): string | undefined {
  if (text === '') return undefined
  graphemes ??= new Intl.Segmenter()
  const [first] = graphemes.segment(text)
  return first?.segment
}

/** Returns the mark with safe text and one character as its sign, or `null` if nothing is left. */
export function cleanMark({ color, sign = '', note = '' }: TabMark): TabMark | null {
  const text = safeText(note, noteCharactersMax).trim()
  const first = firstCharacter(safeText(sign, signUnitsMax).trim())
  const clean = defined({ color, sign: first, note: text === '' ? undefined : text })
  return Object.keys(clean).length === 0 ? null : clean
}

/** Returns `red 🔥, waits for the review`. */
export function markWords({ color, sign, note }: TabMark): string {
  const look = [color, sign].filter((part) => part !== undefined).join(' ')
  return [look, note ?? ''].filter((part) => part !== '').join(', ')
}

/**
 * Returns the mark of the first rule whose conditions hold, or `null`.
 * @param facts `projects`: the project, and the repository of a worktree; `directory`: absolute;
 * `home`: replaces `~` of a rule
 */
export function markByRule(
  rules: readonly MarkRule[],
  facts: {
    readonly projects: readonly (string | null)[]
    readonly agent: string
    readonly directory: string
    readonly home: string
  },
): TabMark | null {
  const isIn = (named: string): boolean => {
    const directory = named.replace(/^~(?=\/|$)/, facts.home).replace(/\/+$/, '')
    return facts.directory === directory || facts.directory.startsWith(`${directory}/`)
  }
  const rule = rules.find(
    ({ project, agent, directory }) =>
      (project === '' || facts.projects.includes(project)) &&
      (agent === '' || agent === facts.agent) &&
      (directory === '' || isIn(directory)),
  )
  if (rule === undefined) return null
  const { color, sign } = rule
  return cleanMark({ ...(color === '' ? {} : { color }), sign })
}
