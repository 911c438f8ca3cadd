/** A request to open something, from the command line of this or a second start. */
import { z } from 'zod'
import { once } from '../../config/option.ts'

/** Limits of a text and a list: the second start belongs to the same user but may be wrong. */
const text = z.string().max(65_536)
const wordsMax = 4_096

/**
 * Bytes of variables passed by a second start. An Electron without electron#52628 reads up to 32
 * KiB of such a message and is killed by a longer one.
 */
export const environmentBytesMax = 20_000

/** Made when a later start sends a request. Most starts get none. */
export const launchRequest = once(() =>
  z.strictObject({
    /** `null` for the user's shell. */
    command: z.strictObject({ program: text.min(1), args: z.array(text).max(wordsMax) }).nullable(),
    /** Absolute path; `null` for the configured one, seen from `callerDirectory`. */
    directory: text.nullable(),
    callerDirectory: text,
    environment: z.record(text, text),
    title: z.string().max(256).nullable(),
    /** Name of a profile. */
    profile: z.string().max(64).nullable(),
    /** Name of a layout, which opens its own window. */
    layout: z.string().max(64).nullable(),
    hold: z.boolean(),
    /** Opens a tab without activating it. */
    background: z.boolean(),
    /**
     * `drop-down`: shows or hides that window, or opens a requested tab there. `present`: raises
     * the existing window, and opens one only if no window exists.
     */
    target: z.enum(['window', 'tab', 'drop-down', 'present']),
    /** Size of a new window. */
    geometry: z
      .strictObject({ columns: z.int().min(2).max(1_000), rows: z.int().min(1).max(1_000) })
      .nullable(),
    startup: z.enum(['normal', 'maximized', 'fullscreen']).nullable(),
  }),
)
export type LaunchRequest = Readonly<z.infer<ReturnType<typeof launchRequest>>>

/** Returns as many variables as fit, omitting the longest first. */
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

/** Whether it requests a tab: a program, a directory, a title or a profile. */
export function asksForTab({
  command,
  directory,
  title,
  profile,
}: Pick<LaunchRequest, 'command' | 'directory' | 'title' | 'profile'>): boolean {
  return [command, directory, title, profile].some((one) => one !== null)
}
