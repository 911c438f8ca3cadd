/** A found conversation, for the page and the command. */
import { z } from 'zod'
import { directoryUnitsMax } from '../resume/limits.ts'
import { idUnitsMax, snippetCharactersMax } from './limits.ts'

/** Room for the mark of a cut line. */
const shownLineText = z.string().max(2 * snippetCharactersMax + 1)

export const foundConversation = z.strictObject({
  /** Id of its rules. */
  agent: z.string().max(64),
  /** Profile whose environment names the agent's directory; empty for the usual one. */
  account: z.string().max(64),
  /** Session id. */
  id: z.string().max(idUnitsMax),
  /** Empty if unknown. */
  directory: z.string().max(directoryUnitsMax),
  /** Time of the last change, milliseconds since the epoch. */
  at: z.number(),
  /** First prompt; empty if unknown. */
  prompt: shownLineText,
  /** The line that matches; empty without a search. */
  line: shownLineText,
})
export type FoundConversation = Readonly<z.infer<typeof foundConversation>>

export const searchEnd = z.strictObject({
  /** Sentence about a search that ended early; `null` if all transcripts were searched. */
  stopped: z.string().max(200).nullable(),
  /** Transcripts that were found. */
  transcripts: z.int().min(0),
})
export type SearchEnd = Readonly<z.infer<typeof searchEnd>>
