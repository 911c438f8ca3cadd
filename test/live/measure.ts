/** Evaluates a run of one agent: each bound, and states shown at the wrong time. Pure. */
import type { TabState } from '../../src/core/windows/tabs/tab-view.ts'

/** The state that the tab shows from `at` (ms) until the next one. */
export interface Shown {
  readonly at: number
  readonly state: TabState
  /** With waiting. */
  readonly kind?: string | undefined
  /** The foreground agent; `null` if none is known. */
  readonly front: string | null
  readonly source: string | null
}

/** Times of events, in ms: typed keys, and the screen after them, however it was interpreted. */
export interface Marks {
  /** The command was typed at the shell's prompt. */
  readonly command: number
  /** The agent's own prompt is shown. */
  readonly prompt: number
  readonly typing: number
  readonly submit: number
  /** The dialog is shown. */
  readonly dialog: number
  readonly approve: number
  /** The dialog has gone. */
  readonly approved: number
  /** Its last words are shown. */
  readonly end: number
  readonly typingAgain: number
  readonly submitAgain: number
  readonly interrupt: number
  readonly quit: number
  /** The shell's prompt is shown again. */
  readonly left: number
}

/** A column: ms from what happened to what the tab showed; null: it never did. */
export type Column =
  | 'named'
  | 'rest'
  | 'submit'
  | 'dialog'
  | 'approve'
  | 'end'
  | 'interrupt'
  | 'quit'

/** In ms. The start of a cold program has none: it loads before it has its name. */
export const bounds: Readonly<Record<Column, number>> = {
  named: Infinity,
  rest: 2_000,
  submit: 300,
  dialog: 300,
  approve: 300,
  end: 1_000,
  interrupt: 1_000,
  quit: 300,
}

/** A wrong state that is shown for this long counts as a flap, ms. */
export const flapMs = 60

/**
 * An agent that reports may report a state this long before it draws it, ms. That does not count as
 * a flap. A title arrives together with the screen that it belongs to.
 */
export const aheadMs = 500

/** The tab may show a dialog that has gone for so long, ms. */
const graceMs = 1_000

/** Marks are made from a screen looked at so often: nothing is known more exactly, ms. */
export const lookMs = 20

export interface Row {
  readonly cells: Readonly<Record<Column, number | null>>
  /** The wrong states, in words. */
  readonly flaws: readonly string[]
}

export type Test = (shown: Shown) => boolean

export const working: Test = ({ state }) => state === 'working'
const permission: Test = ({ state, kind }) => state === 'waiting' && kind === 'permission'
/**
 * Nothing runs, and no dialog is shown: a guess cannot distinguish done from waiting for the next
 * prompt.
 */
export const rest: Test = ({ state, kind }) =>
  state === 'idle' || state === 'done' || (state === 'waiting' && kind === 'other')
/** It may ask whether the folder is to be trusted. */
const loads: Test = ({ state, kind }) => state !== 'waiting' || kind === 'permission'
export const calm: Test = ({ state }) => state === 'idle' || state === 'active' || state === 'done'

export function measure(shown: readonly Shown[], marks: Marks): Row {
  const until = Math.max(marks.left, shown.at(-1)?.at ?? 0) + 5_000
  const first = (test: Test, from: number, to: number) => firstAt(shown, test, from, to)
  const next = {
    named: first(({ front }) => front !== null, marks.command, marks.submit),
    rest: first(rest, marks.prompt, marks.typing),
    submit: first(working, marks.submit, marks.dialog),
    dialog: first(permission, marks.dialog, marks.approve),
    approve: first(working, marks.approve, marks.end + 500),
    end: first(rest, marks.end, marks.typingAgain),
    submitAgain: first(working, marks.submitAgain, marks.interrupt),
    interrupt: first(rest, marks.interrupt, marks.quit),
    quit: first(calm, marks.left, until),
  }
  const during = (where: string, test: Test, from: number | null, to: number, following?: Test) =>
    stood(shown, where, { test, from, to, following })
  const took = (at: number | null, from: number) => (at === null ? null : Math.max(0, at - from))
  return {
    cells: {
      named: took(next.named, marks.command),
      rest: took(next.rest, marks.prompt),
      submit: worst(took(next.submit, marks.submit), took(next.submitAgain, marks.submitAgain)),
      dialog: took(next.dialog, marks.dialog),
      approve: took(next.approve, marks.approved),
      end: took(next.end, marks.end),
      interrupt: took(next.interrupt, marks.interrupt),
      quit: took(next.quit, marks.left),
    },
    flaws: [
      during('while it loads', loads, marks.command, marks.prompt),
      during('at its first prompt', rest, next.rest, marks.typing),
      during('while you type', rest, marks.typing, marks.submit),
      during('at work', working, next.submit, marks.dialog, permission),
      during('over its dialog', permission, next.dialog, marks.approve),
      during('at work again', working, next.approve, marks.end, rest),
      during('after the end', rest, next.end, marks.typingAgain),
      during('while you type again', rest, marks.typingAgain, marks.submitAgain),
      during('at the second task', working, next.submitAgain, marks.interrupt),
      during('after the interrupt', rest, next.interrupt, marks.quit),
      during('on quitting', ({ state }) => state !== 'working', marks.quit, marks.left),
      during("at the shell's prompt", calm, next.quit, until),
    ].flat(),
  }
}

/** The slower one; null: one never came. */
function worst(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : Math.max(one, other)
}

/** When it was first so at or after `from`; null: not before `to`. */
export function firstAt(
  shown: readonly Shown[],
  test: Test,
  from: number,
  to: number,
): number | null {
  for (const [at, one] of shown.entries()) {
    const ends = shown[at + 1]?.at ?? Infinity
    if (one.at >= to) break
    if (ends > from && test(one)) return Math.max(one.at, from)
  }
  return null
}

/**
 * Returns the wrong states that were shown longer than a flap between two times, each once.
 * @param following the next state, which may come a little early
 */
export function stood(
  shown: readonly Shown[],
  where: string,
  {
    test,
    from,
    to,
    following,
  }: {
    readonly test: Test
    readonly from: number | null
    readonly to: number
    readonly following: Test | undefined
  },
): readonly string[] {
  if (from === null) return []
  const found = new Map<string, number>()
  for (const [at, one] of shown.entries()) {
    const ends = shown[at + 1]?.at ?? Infinity
    const ms = Math.min(ends, to) - Math.max(one.at, from)
    if (ms <= flapMs || test(one)) continue
    if (following?.(one) === true && ends > to && to - one.at <= aheadMs) continue
    const name = stateName(one)
    found.set(name, (found.get(name) ?? 0) + ms)
  }
  return [...found].map(([name, ms]) => `${name} for ${seconds(ms)} s ${where}`)
}

/** A time in which the tab needed its user without a reason. */
interface Alarm {
  readonly one: Shown
  readonly at: number
  /** As it began. */
  readonly screen: string
}

interface Look {
  readonly now: number
  /** The screen shows a dialog. */
  readonly isDialog: boolean
  readonly screen: string
}

/** Finds false alarms of a task, from looks at its tab. */
export class Alarms {
  #calmUntil: number
  #alarm: Alarm | null = null

  constructor(from: number) {
    this.#calmUntil = from + graceMs
  }

  /** Returns the alarm that ends with this look; `null` if none does. */
  look(one: Shown | undefined, { now, isDialog, screen }: Look): Alarm | null {
    if (isDialog) this.#calmUntil = now + graceMs
    if (one?.state !== 'waiting' || now < this.#calmUntil) return this.end(now, isDialog)
    this.#alarm ??= { one, at: now, screen }
    return null
  }

  /** `isDue`: what the tab needs its user for came. An agent that reports may draw it later. */
  end(now: number, isDue: boolean): Alarm | null {
    const alarm = this.#alarm
    this.#alarm = null
    if (alarm === null) return null
    const isReport = !guesses.has(alarm.one.source ?? 'none') && alarm.one.kind !== 'other'
    return now > alarm.at + (isDue && isReport ? aheadMs : flapMs) ? alarm : null
  }
}

/** Sources of states that the agent does not report. */
const guesses: ReadonlySet<string> = new Set(['screen', 'title', 'osc9_4', 'silence', 'none'])

/** `working`, `waiting: permission`. */
export function stateName({ state, kind }: Pick<Shown, 'state' | 'kind'>): string {
  return state === 'waiting' && kind !== undefined ? `waiting: ${kind}` : state
}

export function seconds(ms: number): string {
  return (ms / 1_000).toFixed(ms < 995 ? 2 : 1)
}

/** The cell is within its bound. `laterMs`: so much later counts as well. */
export function isRight(column: Column, ms: number | null, laterMs: number): boolean {
  return ms !== null && ms <= bounds[column] + laterMs
}
