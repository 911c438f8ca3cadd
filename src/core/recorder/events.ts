/**
 * Events of a session's recorder (docs/guides/time-report-and-log.md): one union, with the limits
 * that a line of the log must keep. The log, the timeline and the report read them.
 */
import { z } from 'zod'
import type { Millis } from '../../base/clock.ts'
import { displayState, tabAgent } from '../windows/tabs/tab-view.ts'
import { safeText } from '../../base/text/safe-text.ts'
import { eventNameCharactersMax, eventTextCharactersMax } from './limits.ts'

const answeredBy = z.enum(['keyboard', 'list', 'mcp', 'command'])

/** How an answer was given: with keys, in the inbox, by an agent over MCP, or `vibeflow answer`. */
export type AnsweredBy = z.infer<typeof answeredBy>

const anyText = z.string().max(1_024)

export const recorderEvent = z.discriminatedUnion('type', [
  /** The tab shows another state, another kind, or another agent. */
  z.strictObject({
    type: z.literal('state'),
    state: displayState,
    /** With `waiting` only: the reason. */
    kind: tabAgent.shape.kind,
    /** Empty if unknown. */
    tool: anyText,
    /** Empty if unknown. */
    project: anyText,
    source: tabAgent.shape.source,
    /** Sentence about the rule that decided. */
    reason: anyText,
  }),
  /** A shell's command has ended, by its marks. */
  z.strictObject({
    type: z.literal('command'),
    /** `null` if the shell did not report it or excludes it from its history. */
    line: anyText.nullable(),
    ranMs: z.number().min(0).max(Number.MAX_SAFE_INTEGER),
    /** `null` if the shell did not report it. */
    code: z.int().nullable(),
  }),
  /** An agent's question was answered or refused. Keys in the tab leave rule and choice empty. */
  z.strictObject({
    type: z.literal('answer'),
    /** Id of the screen rule of the dialog. */
    rule: anyText,
    question: anyText,
    /** The choice in the dialog's words. */
    choice: anyText,
    by: answeredBy,
    /** `null` if it was sent; otherwise a sentence about why not. */
    refused: anyText.nullable(),
  }),
  /** A queued prompt was sent to the agent, or refused, which paused the queue. */
  z.strictObject({
    type: z.literal('prompt'),
    text: anyText,
    /** How it was queued. */
    by: answeredBy,
    /** `null` if it was sent; otherwise a sentence about why not. */
    refused: anyText.nullable(),
  }),
  /** A bell, or a program's notification: its title, else its text. */
  z.strictObject({
    type: z.literal('notification'),
    from: z.enum(['bell', 'program']),
    text: anyText,
  }),
  /** A tool call over MCP. */
  z.strictObject({
    type: z.literal('call'),
    /** Path of the calling program. */
    program: anyText,
    tool: anyText,
    allowed: z.boolean(),
  }),
  /** The tab's program has ended, and with it its last state. */
  z.strictObject({
    type: z.literal('ended'),
    code: z.int().nullable(),
    signal: anyText.nullable(),
  }),
  /** Number of events dropped by the rate limit. */
  z.strictObject({ type: z.literal('dropped'), count: z.int().min(0) }),
])

export type RecorderEvent = Readonly<z.infer<typeof recorderEvent>>

/** An event with its time and place. */
export interface RecordedEvent {
  /** Time of the session's clock. */
  readonly at: Millis
  /** Bytes of output before it: its place in the scrollback. */
  readonly place: number
  readonly event: RecorderEvent
}

/** Returns the event with sanitized and truncated texts. */
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
    case 'prompt': {
      const refused = event.refused === null ? null : text(event.refused)
      return { ...event, text: text(event.text), refused }
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

/** Line breaks stay, so that the words of a prompt or a command of several lines stay apart. */
function text(value: string): string {
  const lines: string[] = []
  let left = eventTextCharactersMax
  for (const line of value.slice(0, maxUnits).split(/\r\n?|\n/)) {
    if (left <= 0) break
    const safe = safeText(line, left)
    lines.push(safe)
    left -= [...safe].length + 1
  }
  return lines.join('\n').trimEnd()
}

/** No more of a text is looked at: characters that are removed must not take long. */
const maxUnits = 16 * eventTextCharactersMax
