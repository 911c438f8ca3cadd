/** A tab's prompt queue as pages, the socket and the saved session have it, with guards. */
import { z } from 'zod'

/** Prompts in a tab's queue; more are refused. */
export const queuedPromptsMax = 20
/**
 * UTF-8 bytes of a queued prompt; a longer one is refused. With paste brackets it fits into the
 * kernel's buffer of a terminal, so it is written in one piece and can be taken back.
 */
export const promptBytesMax = 4_000

/** UTF-16 units of a text that gets an error of its own; nothing longer is sent. */
export const promptUnitsMax = 16 * promptBytesMax

/** Returns a sentence for a prompt that is too long. @param bytes such as `4001` */
export function tooLongPrompt(bytes: number | string): string {
  return (
    `The prompt has ${bytes} bytes; up to ${promptBytesMax} are possible. ` +
    'Put the details into a file and name it in the prompt.'
  )
}

const promptId = z.int().min(1)

/** UTF-16 units: never more than bytes. */
const promptText = z.string().max(promptBytesMax)

export const queuedPrompt = z.object({
  id: promptId,
  text: promptText,
  /** A guess that the agent is idle is enough, and its prompt may be unknown. */
  guess: z.boolean(),
  /** tmux's id of the pane; `null` for the tab's own agent. */
  pane: z.int().min(0).nullable(),
})
export type QueuedPrompt = Readonly<z.infer<typeof queuedPrompt>>

export const promptQueueView = z.strictObject({
  prompts: z.array(queuedPrompt).max(queuedPromptsMax),
  /** Sentence about why nothing is sent until the user resumes it; `null` if it is not paused. */
  paused: z.string().nullable(),
  /** Sentence about what the first prompt waits for. */
  waitsFor: z.string(),
})
export type PromptQueueView = Readonly<z.infer<typeof promptQueueView>>

/** User actions on a queue. `send`: as the next one, also on a guess. */
export const promptQueueAct = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('list') }),
  z.strictObject({
    act: z.literal('add'),
    text: z.string().max(promptUnitsMax),
    guess: z.boolean(),
  }),
  z.strictObject({
    act: z.literal('edit'),
    id: promptId,
    text: z.string().max(promptUnitsMax),
  }),
  z.strictObject({
    act: z.literal('move'),
    id: promptId,
    by: z.union([z.literal(1), z.literal(-1)]),
  }),
  z.strictObject({ act: z.literal('remove'), id: promptId }),
  z.strictObject({ act: z.literal('send'), id: promptId }),
  z.strictObject({ act: z.enum(['pause', 'resume']) }),
])
export type PromptQueueAct = Readonly<z.infer<typeof promptQueueAct>>

/** `problem`: a sentence about why nothing was changed. */
export type PromptQueueAnswer = PromptQueueView | { readonly problem: string }
