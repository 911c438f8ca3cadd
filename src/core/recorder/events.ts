/**
 * What the recorder of a session keeps (docs/recorder.md): one union, written by whoever learns of
 * an event, read by the log, the time line and the report.
 */
import type { DisplayState, TabAgent } from '../tabs/tab-view.ts'
import type { Millis } from '../clock.ts'
import { safeText } from '../text/safe-text.ts'
import { nameCharactersMax, textCharactersMax } from './limits.ts'

/**
 * How an answer was given: by keys in the tab, in a list of what needs the user, or by an agent
 * through MCP.
 */
export type AnsweredBy = 'keyboard' | 'list' | 'mcp'

export type RecorderEvent =
  /** What the tab shows is another state, of another kind, or of another agent than before. */
  | {
      readonly type: 'state'
      readonly state: DisplayState
      /** With `waiting` only: what for. */
      readonly kind?: NonNullable<TabAgent['kind']> | undefined
      /** '' when nobody said its name. */
      readonly tool: string
      /** '' when it is not known. */
      readonly project: string
      readonly source: TabAgent['source']
      /** The rule that decided, in a sentence of ours. */
      readonly reason: string
    }
  /** A shell's command has ended, by its marks. */
  | {
      readonly type: 'command'
      /** null: the shell did not tell it, or keeps it out of its history. */
      readonly line: string | null
      readonly ranMs: Millis
      /** null: the shell did not tell it. */
      readonly code: number | null
    }
  /**
   * An agent's question was answered, or an answer was refused. Of one by keys in the tab neither
   * rule nor choice are known.
   */
  | {
      readonly type: 'answer'
      /** Id of the screen rule that knows the dialog. */
      readonly rule: string
      readonly question: string
      /** The choice, as the dialog words it. */
      readonly choice: string
      readonly by: AnsweredBy
      /** null: it was sent. Else why not, in a sentence. */
      readonly refused: string | null
    }
  /** A bell, or a program's own notification: its title, else its text. */
  | { readonly type: 'notification'; readonly from: 'bell' | 'program'; readonly text: string }
  /** A call of a tool through MCP. */
  | {
      readonly type: 'call'
      /** Path of the program that called. */
      readonly program: string
      readonly tool: string
      readonly allowed: boolean
    }
  /** The tab's program has ended; the state before goes on no more. */
  | { readonly type: 'ended'; readonly code: number; readonly signal: string | null }
  /** So many events came too fast, and are not here. */
  | { readonly type: 'dropped'; readonly count: number }

/** An event with when and where it was. */
export interface Entry {
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
  return safeText(value, nameCharactersMax)
}

function text(value: string): string {
  return safeText(value, textCharactersMax)
}
