/** The one shape that every dialect's report becomes (docs/protocol.md, "The record"). */

/** `active` is neutral: nothing is drawn. */
export type DisplayState = 'active' | 'idle' | 'working' | 'waiting' | 'done' | 'error'

/** What is waited for. `other`: it is your turn, whatever it is. */
export type WaitingKind = 'permission' | 'question' | 'auth' | 'other'

/** Where a record comes from. The later ones are the terminal's own findings. */
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

/**
 * A frame, marker or exit is a fact; a title or a progress signal likely; screen and silence are
 * guesses.
 */
export type Confidence = 'fact' | 'likely' | 'guess'

export interface TaskProgress {
  readonly done: number
  readonly total: number
}

/** Texts are as sent, decoded: untrusted. Whoever shows them makes them safe first. */
export interface AgentRecord {
  /** Path of a sub-task; '' is the root. */
  readonly id: string
  readonly state: DisplayState
  /** With `waiting` only, and always then. */
  readonly kind?: WaitingKind
  /** 0-100, with `working` and `waiting` only; absent: nobody knows. */
  readonly progress?: number
  /** The program's own name for itself. */
  readonly app?: string
  /** Whose record it is, after aliases; '' when nobody said. */
  readonly tool: string
  /** What it works on. */
  readonly title?: string
  /** What it does or asks right now. */
  readonly msg?: string
  readonly project?: string
  readonly sessionId?: string
  readonly taskProgress?: TaskProgress
  readonly taskList?: readonly string[]
  readonly source: Source
  /** Begin of the present state, in milliseconds on the caller's clock. */
  readonly since: number
  readonly confidence: Confidence
}

const lasting: ReadonlySet<Source> = new Set<Source>(['osc7501', 'osc26', 'osc777', 'socket'])

/** Does it outlive its program, until it is seen or replaced? */
export function persists({ state, source }: Pick<AgentRecord, 'state' | 'source'>): boolean {
  return (state === 'done' || state === 'error') && lasting.has(source)
}
