/**
 * The record into which every dialect's report is converted (docs/reference/protocols.md, "The
 * record").
 */

/** `active` is neutral: nothing is shown. */
export type DisplayState = 'active' | 'idle' | 'working' | 'waiting' | 'done' | 'error'

/**
 * The kind of input that the program waits for. `other`: any kind of user input. The last two are
 * the terminal's own observations: a hidden input, and a line that ends like a question.
 */
export type WaitingKind = 'permission' | 'question' | 'auth' | 'other' | 'password' | 'input'

/** Source of a record. The later ones are the terminal's own observations. */
export type Source =
  | 'osc7501'
  | 'osc1338'
  | 'osc26'
  | 'osc21337'
  | 'osc777'
  | 'socket'
  | 'title'
  | 'osc9_4'
  | 'screen'
  | 'silence'
  | 'shell'
  | 'exit'
  | 'terminal'

/** Reports, markers and exits are facts; titles and progress likely; screen and silence guesses. */
export type Confidence = 'fact' | 'likely' | 'guess'

export interface TaskProgress {
  readonly done: number
  readonly total: number
}

/** Texts are as sent, decoded and untrusted: make them safe before showing them. */
export interface AgentRecord {
  /** Path of a subtask, or '' for the root. */
  readonly id: string
  readonly state: DisplayState
  /** Present with `waiting` only, and always then. */
  readonly kind?: WaitingKind
  /** 0 to 100, with `working` and `waiting` only; absent if unknown. */
  readonly progress?: number
  /** The program's own name. */
  readonly app?: string
  /** Owner of the record, after aliases; '' if unknown. */
  readonly tool: string
  readonly title?: string
  readonly msg?: string
  readonly project?: string
  readonly sessionId?: string
  readonly taskProgress?: TaskProgress
  readonly taskList?: readonly string[]
  readonly source: Source
  /** Start of the present state, in milliseconds on the caller's clock. */
  readonly since: number
  readonly confidence: Confidence
}

const lasting: ReadonlySet<Source> = new Set<Source>(['osc7501', 'osc26', 'osc777', 'socket'])

/** Returns whether the record outlives its program, until it is seen or replaced. */
export function persists({ state, source }: Pick<AgentRecord, 'state' | 'source'>): boolean {
  return (state === 'done' || state === 'error') && lasting.has(source)
}
