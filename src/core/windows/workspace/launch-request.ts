/**
 * What somebody wants opened: this process's own command line, or that of a second start, which
 * hands it over and leaves.
 */
import { z } from 'zod'

/**
 * Of a text, a list and all of it: a second start comes from the same user, and may still be a
 * mistake.
 */
const text = z.string().max(65_536)
const wordsMax = 4_096

/**
 * Bytes of the variables that a second start hands over. An Electron without electron#52628 reads
 * no more than 32 KiB of such a message, and is killed by a longer one.
 */
export const environmentBytesMax = 20_000

export const launchRequest = z.strictObject({
  /** null: the user's shell. */
  command: z.strictObject({ program: text.min(1), args: z.array(text).max(wordsMax) }).nullable(),
  /**
   * An absolute folder; null: where a new tab begins by the configuration, seen from
   * `callerDirectory`.
   */
  directory: text.nullable(),
  callerDirectory: text,
  environment: z.record(text, text),
  title: z.string().max(256).nullable(),
  /** Name of a profile; null: none. */
  profile: z.string().max(64).nullable(),
  /** Name of a layout, which is opened in a window of its own; null: none. */
  layout: z.string().max(64).nullable(),
  hold: z.boolean(),
  /** Of a new tab: the one in view stays so. */
  background: z.boolean(),
  /**
   * `drop-down`: that window is shown or hidden, or gets a tab where one is asked for. `present`:
   * the window that is there comes to the front, and only where none is a new one opens.
   */
  target: z.enum(['window', 'tab', 'drop-down', 'present']),
  /** Of a new window. */
  geometry: z
    .strictObject({ columns: z.int().min(2).max(1_000), rows: z.int().min(1).max(1_000) })
    .nullable(),
  startup: z.enum(['normal', 'maximized', 'fullscreen']).nullable(),
})
export type LaunchRequest = Readonly<z.infer<typeof launchRequest>>

/**
 * As many variables as can be handed over: the longest are left out first, which are lists of
 * colours and the like.
 */
export function fittingEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const size = ([name, value]: readonly [string, string]) =>
    name.length + (3 * value.length) / 2 + 8
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  let total = entries.reduce((sum, entry) => sum + size(entry), 0)
  const longest = entries.toSorted((one, other) => size(other) - size(one))
  const kept = new Set(entries)
  for (const entry of longest) {
    if (total <= environmentBytesMax) break
    total -= size(entry)
    kept.delete(entry)
  }
  return Object.fromEntries(kept)
}

/** Whether more is asked for than to begin: a program, a folder, or a tab of a certain kind. */
export function asksForTab({
  command,
  directory,
  title,
  profile,
}: Pick<LaunchRequest, 'command' | 'directory' | 'title' | 'profile'>): boolean {
  return [command, directory, title, profile].some((one) => one !== null)
}
