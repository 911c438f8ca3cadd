/** Facts of a kept program, for the tab that shows it after a crash. Pure. */
import { z } from 'zod'
import type { SessionOptions } from '../session-ports.ts'

const facts = z.object({
  /** `null` for the user's shell. */
  command: z.object({ program: z.string(), args: z.array(z.string()) }).nullable(),
  directory: z.string(),
  title: z.string().optional(),
  profile: z.string().max(64).optional(),
  once: z.boolean().optional(),
  /** It was started without a window. */
  detached: z.boolean().optional(),
})

export type KeptFacts = Readonly<z.infer<typeof facts>>

/** Returns the facts as text, in at most `keptFactsMax` characters. */
export function keptFacts(options: SessionOptions): string {
  const { command, isUserShell, directory, title, profile, once, detached } = options
  const shown = { directory, title, profile, once, detached }
  const text = JSON.stringify({ command: isUserShell ? null : command, ...shown })
  if (text.length <= keptFactsMax) return text
  const { program } = command
  return JSON.stringify({ command: { program, args: [] }, directory: '/', detached })
}

/** Escaped characters may take six bytes. */
const keptFactsMax = 2_048

/** Returns `null` for facts of another version. */
export function readKeptFacts(text: string): KeptFacts | null {
  try {
    return facts.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null // not JSON
  }
}
