/** Messages about a file that is copied to another computer: a line of JSON each way. */
import { z } from 'zod'

/** The name has only these characters, so that no program there has to quote it. */
const header = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/),
  bytes: z.int().min(0),
})
const answer = z.union([
  z.strictObject({
    path: z
      .string()
      .max(4_096)
      .regex(/^\/[^\u0000-\u001f\u007f-\u009f]*$/),
  }),
  z.strictObject({ problem: z.string().max(1_000) }),
])

export type CopyHeader = z.infer<typeof header>
export type CopyAnswer = z.infer<typeof answer>

/** @throws if it is another message */
export const readCopyHeader = (json: string): CopyHeader => header.parse(JSON.parse(json))

/** @throws if it is another message */
export const readCopyAnswer = (json: string): CopyAnswer => answer.parse(JSON.parse(json))
