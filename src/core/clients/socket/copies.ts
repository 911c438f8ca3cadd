/** Messages about a file that is copied to another computer: a line of JSON each way. */
import { z } from 'zod'

/** The name has only these characters, so that no program there has to quote it. */
const header = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/),
  bytes: z.int().min(0),
})
/**
 * The other side chooses the path, and its shell is unknown, so that nothing in it may need quotes:
 * another shell may read quotes as text.
 */
const answer = z.union([
  z.strictObject({
    path: z
      .string()
      .max(4_096)
      .regex(/^\/[A-Za-z0-9_./+@:,=-]*$/),
  }),
  z.strictObject({ problem: z.string().max(1_000) }),
])
export type CopyHeader = z.infer<typeof header>
export type CopyAnswer = z.infer<typeof answer>

/** @throws for any other message */
export const readCopyHeader = (json: string): CopyHeader => header.parse(JSON.parse(json))

/** @returns `null` for another message, or for a path that does not end with this name */
export function readCopyAnswer(json: string, name: string): CopyAnswer | null {
  try {
    const read = answer.parse(JSON.parse(json))
    return 'problem' in read || read.path.endsWith(`/${name}`) ? read : null
  } catch {
    return null
  }
}
