/**
 * OSC 1337: the few of iTerm2's words that are worth reading. Stealing focus, variables, badges,
 * files, marks and queries are not.
 */
import { parsePath } from './directory.ts'

export type Message1337 = { readonly attention: boolean } | { readonly cwd: string }

/** The payload behind `1337;`, decoded. null: ignored. */
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
