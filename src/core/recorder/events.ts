/**
 * What the recorder of a session keeps (docs/recorder.md): one union, in the bounds in which a line
 * of the log is believed, written by whoever learns of an event, read by the log, the time line and
 * the report.
 */
import { z } from 'zod'
import type { Millis } from '../../base/clock.ts'
import { displayState, tabAgent } from '../windows/tabs/tab-view.ts'
import { safeText } from '../../base/text/safe-text.ts'
import { eventNameCharactersMax, eventTextCharactersMax } from './limits.ts'

const answeredBy = z.enum(['keyboard', 'list', 'mcp'])

/**
 * How an answer was given: by keys in the tab, in a list of what needs the user, or by an agent
 * through MCP.
 */
export type AnsweredBy = z.infer<typeof answeredBy>

const anyText = z.string().max(1_024)

export const recorderEvent = z.discriminatedUnion('type', [
  /** What the tab shows is another state, of another kind, or of another agent than before. */
  z.strictObject({
    type: z.literal('state'),
    state: displayState,
    /** With `waiting` only: what for. */
    kind: tabAgent.shape.kind,
    /** '' when nobody said its name. */
    tool: anyText,
    /** '' when it is not known. */
    project: anyText,
    source: tabAgent.shape.source,
    /** The rule that decided, in a sentence of ours. */
    reason: anyText,
  }),
  /** A shell's command has ended, by its marks. */
  z.strictObject({
    type: z.literal('command'),
    /** null: the shell did not tell it, or keeps it out of its history. */
    line: anyText.nullable(),
    ranMs: z.number().min(0).max(Number.MAX_SAFE_INTEGER),
    /** null: the shell did not tell it. */
    code: z.int().nullable(),
  }),
  /**
   * An agent's question was answered, or an answer was refused. Of one by keys in the tab neither
   * rule nor choice are known.
   */
  z.strictObject({
    type: z.literal('answer'),
    /** Id of the screen rule that knows the dialog. */
    rule: anyText,
    question: anyText,
    /** The choice, as the dialog words it. */
    choice: anyText,
    by: answeredBy,
    /** null: it was sent. Else why not, in a sentence. */
    refused: anyText.nullable(),
  }),
  /** A bell, or a program's own notification: its title, else its text. */
  z.strictObject({
    type: z.literal('notification'),
    from: z.enum(['bell', 'program']),
    text: anyText,
  }),
  /** A call of a tool through MCP. */
  z.strictObject({
    type: z.literal('call'),
    /** Path of the program that called. */
    program: anyText,
    tool: anyText,
    allowed: z.boolean(),
  }),
  /** The tab's program has ended; the state before goes on no more. */
  z.strictObject({ type: z.literal('ended'), code: z.int(), signal: anyText.nullable() }),
  /** So many events came too fast, and are not here. */
  z.strictObject({ type: z.literal('dropped'), count: z.int().min(0) }),
])

export type RecorderEvent = Readonly<z.infer<typeof recorderEvent>>

/** An event with when and where it was. */
export interface RecordedEvent {
  /** On the session's clock. */
  readonly at: Millis
  /** Bytes of the tab's output before it: the place in its scrollback. */
  readonly place: number
  readonly event: RecorderEvent
}

/** Its texts clean and cut. */
export function cleaned(event: RecorderEvent): RecorderEvent {
  switch (event.type) {
    case 'state':
      return {
        ...event,
        tool: name(event.tool),
        project: name(event.project),
        reason: text(event.reason),
      }
    case 'command':
      return { ...event, line: event.line === null ? null : text(event.line) }
    case 'answer':
      return {
        ...event,
        rule: name(event.rule),
        question: text(event.question),
        choice: name(event.choice),
        refused: event.refused === null ? null : text(event.refused),
      }
    case 'notification':
      return { ...event, text: text(event.text) }
    case 'call':
      return { ...event, program: text(event.program), tool: name(event.tool) }
    case 'ended':
      return { ...event, signal: event.signal === null ? null : name(event.signal) }
    case 'dropped':
      return event
  }
}

function name(value: string): string {
  return safeText(value, eventNameCharactersMax)
}

function text(value: string): string {
  return safeText(value, eventTextCharactersMax)
}
