/** Compares what a tab showed with what a hard case requires. Pure. */
import { calm, firstAt, rest, seconds, stood, working, type Shown, type Test } from '../measure.ts'
import type { Wanted } from './cases.ts'

/** A state that must be shown from `at`, the time of an event, until `to`. */
export interface Required {
  readonly event: string
  readonly at: number
  readonly to: number
  readonly want: Wanted
  /** Time in which it must be shown, and the state that may be shown until then. */
  readonly ms: number
  readonly by: Wanted | null
}

export interface Cell {
  readonly event: string
  readonly want: Wanted
  /** null: never. */
  readonly took: number | null
  readonly isLate: boolean
}

export interface Judged {
  readonly cells: readonly Cell[]
  /** The wrong states, in words. */
  readonly flaws: readonly string[]
}

const tests: Readonly<Record<Wanted, Test>> = {
  working,
  rest,
  calm,
  permission: ({ state, kind }) => state === 'waiting' && kind === 'permission',
  question: ({ state, kind }) => state === 'waiting' && kind === 'question',
  dialog: ({ state, kind }) => state === 'waiting' && kind !== 'other',
  stopped: (shown) => rest(shown) || shown.state === 'error',
  over: (shown) => calm(shown) || shown.state === 'error',
}

export function judge(shown: readonly Shown[], required: readonly Required[]): Judged {
  const cells: Cell[] = []
  const flaws: string[] = []
  for (const [index, { event, at, to, want, ms, by }] of required.entries()) {
    const test = tests[want]
    const first = firstAt(shown, test, at, to)
    const took = first === null ? null : Math.max(0, first - at)
    cells.push({ event, want, took, isLate: took === null || took > ms })
    const next = required[index + 1]
    const following = next === undefined ? undefined : tests[next.want]
    flaws.push(...stood(shown, `after ${event}`, { test, from: first, to, following }))
    if (by === null || first === null) continue
    const early: Test = (one) => test(one) || tests[by](one)
    const where = `before ${want}, after ${event}`
    flaws.push(
      ...stood(shown, where, { test: early, from: at + ms, to: first, following: undefined }),
    )
  }
  return { cells, flaws }
}

/** `working 0.02 · permission **0.41**`. */
export function cellsText(cells: readonly Cell[]): string {
  return cells
    .map(({ want, took, isLate }) => {
      const text = took === null ? 'never' : seconds(took)
      return `${want} ${isLate ? `**${text}**` : text}`
    })
    .join(' · ')
}
