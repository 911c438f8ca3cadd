/**
 * OSC 1337: the few iTerm2 commands that are read. All others, such as focus stealing, are ignored.
 */
import { parsePath } from './directory.ts'

export type Message1337 = { readonly attention: boolean } | { readonly cwd: string }

/** Parses the decoded payload after `1337;`. Returns `null` for ignored commands. */
export function parse1337(body: string): Message1337 | null {
  switch (body) {
    case 'RequestAttention=yes':
    case 'RequestAttention=once':
      return { attention: true }
    case 'RequestAttention=no':
      return { attention: false }
  }
  const cwd = body.startsWith('CurrentDir=') ? parsePath(body.slice('CurrentDir='.length)) : null
  return cwd === null ? null : { cwd }
}
