/**
 * Changes of a tab's repository since its agent's turn started. A snapshot is taken then; the
 * changes are counted only while the user or a command asks for them.
 */
import { z } from 'zod'
import type { Clock, Millis } from '../../../base/clock.ts'
import { turnSeenMs, turnSnapshotMs } from '../limits.ts'
import type { AgentDrawn } from './agent-drawn.ts'
import { SlowLook } from './slow-look.ts'

/** Not strict: another version may send more. */
const changeCount = z.object({
  files: z.int().min(0),
  added: z.int().min(0),
  removed: z.int().min(0),
})
export type ChangeCount = Readonly<z.infer<typeof changeCount>>

/** Changes by session. */
export const countedChanges = z.record(z.string(), changeCount)

export interface DiffWanted {
  /** `ai.diff` */
  readonly tool: string
  readonly columns: number
  /** The pager shows colors. */
  readonly colours: boolean
}

/** The files of a repository at the start of a turn. */
export interface TurnStart {
  /** Counts the changes since; `null` if that takes too long. */
  readonly count: () => Promise<ChangeCount | null>
  /** Returns text for the pager; `null` if it can't be read. */
  readonly diff: (wanted: DiffWanted) => Promise<Uint8Array | null>
  readonly dispose: () => void
}

/** Takes a snapshot; `null` without a repository, or if it is too large. Never rejects. */
export type TakeSnapshot = (directory: string) => Promise<TurnStart | null>

interface TurnChangesPorts {
  readonly clock: Clock
  /** Absent if repositories are not read. */
  readonly take: TakeSnapshot | undefined
  /** `ai.changes` */
  readonly isOn: () => boolean
  /** The agent's directory; `null` if it is on another machine. */
  readonly directory: () => string | null
}

export class TurnChanges {
  readonly #ports: TurnChangesPorts
  #start: TurnStart | null = null
  /** Why there is no snapshot. */
  #none = noTurn
  #takenAt: Millis = Number.NEGATIVE_INFINITY
  #isTaking = false
  #isInTurn = false
  #isDisposed = false
  readonly #look: SlowLook<ChangeCount>

  constructor(ports: TurnChangesPorts) {
    this.#ports = ports
    this.#look = new SlowLook(ports.clock, async () => (await this.#start?.count()) ?? null)
  }

  /** Notes the agent's state. `null`: no agent is in the foreground. */
  stateChanged(drawn: AgentDrawn | null): void {
    const isInTurn =
      drawn !== null &&
      (drawn.state === 'working' ||
        // a question continues the turn
        (this.#isInTurn && drawn.state === 'waiting' && drawn.agent.kind !== 'other'))
    if (isInTurn === this.#isInTurn) return
    this.#isInTurn = isInTurn
    const { clock } = this.#ports
    // an adopted agent's turn started before there was a snapshot
    const isFresh = drawn !== null && clock.now() - drawn.agent.since < turnSeenMs
    if (isInTurn && isFresh) void this.#begin()
  }

  /** The last count, as text; `null` if unknown. Counts again if it is old. */
  get shown(): string | null {
    const { last } = this.#look
    return last === null ? null : changesText(last)
  }

  /** Counts the changes, not too often; `null` if they are unknown. */
  count(): Promise<ChangeCount | null> {
    return this.#look.get()
  }

  /** Returns the diff for the pager, or a sentence. */
  async diff(wanted: DiffWanted): Promise<Uint8Array | string> {
    if (this.#start === null) return this.#none
    const text = await this.#start.diff(wanted)
    return text ?? `The changes couldn't be read with \`${wanted.tool}\`. Check \`ai.diff\`.`
  }

  dispose(): void {
    this.#isDisposed = true
    this.#forget()
  }

  /** Takes a snapshot. Turns that follow each other closely have the first one's. */
  async #begin(): Promise<void> {
    const { clock, directory, isOn, take } = this.#ports
    if (take === undefined || this.#isTaking) return
    if (clock.now() - this.#takenAt < turnSnapshotMs) return
    this.#forget()
    const at = isOn() ? directory() : null
    this.#none = isOn() ? elsewhere : turnedOff
    if (at === null) return
    this.#none = isBeingTaken
    this.#isTaking = true
    this.#takenAt = clock.now()
    const start = await take(at)
    this.#isTaking = false
    if (this.#isDisposed) start?.dispose()
    else {
      this.#start = start
      this.#look.forget()
      this.#none = notRead
    }
  }

  #forget(): void {
    this.#start?.dispose()
    this.#start = null
    this.#look.forget()
  }
}

/** Returns `+120 -14 in 6 files`. */
export function changesText({ added, removed, files }: ChangeCount): string {
  if (files === 0) return 'no changes'
  return `+${added} -${removed} in ${files} ${files === 1 ? 'file' : 'files'}`
}

const noTurn = 'No agent started to work in this tab since vibeflow started.'
const turnedOff = 'ai.changes is off.'
const elsewhere = 'The agent works on another machine or in a container.'
const isBeingTaken = "The agent's turn has just started. Try again in a moment."
const notRead = 'No repository was found, or it has too many changed files.'
