import type { Update26 } from '../../protocol/index.ts'

/** Returns a record after a partial OSC 26 update. Another session keeps only its name. */
export function merge26(known: Update26, update: Update26): Update26 {
  const another =
    update.sessionId !== undefined &&
    known.sessionId !== undefined &&
    update.sessionId !== known.sessionId
  const kept = another ? (known.app === undefined ? {} : { app: known.app }) : known
  const { removed = [], ...said } = update
  const merged: { -readonly [Field in keyof Update26]: Update26[Field] } = { ...kept, ...said }
  // A kind belongs to the state that it came with.
  if (said.state !== undefined && said.kind === undefined) delete merged.kind
  for (const field of removed) delete merged[field]
  return merged
}
