/** Finds the tabs of programs that outlived the last vibeflow. */
import { toSessionId } from '../../../core/ids.ts'
import { readKeptFacts } from '../../../core/session/launch/kept-facts.ts'
import type { RestorableTab } from '../../../core/session/session-ports.ts'
import type { KeptProgram } from '../../pty/keeper/messages.ts'
import type { RestoredWindow } from './session-keeper.ts'

/** Marks the tabs whose programs still run. Also returns the programs without a tab. */
export function adoptInto(
  windows: readonly RestoredWindow[],
  programs: readonly KeptProgram[],
): { readonly adopting: RestoredWindow[]; readonly left: KeptProgram[] } {
  const left = new Map(programs.map((program) => [program.id, program]))
  const adopting = windows.map((window) => ({
    ...window,
    tabs: window.tabs.map((tab) => {
      const program = left.get(tab.id ?? '')
      if (program === undefined) return tab
      left.delete(program.id)
      return { ...tab, ...adoptedOf(program) }
    }),
  }))
  return { adopting, left: [...left.values()] }
}

/** Whether a program was started without a window. */
export function isDetached({ facts }: KeptProgram): boolean {
  return readKeptFacts(facts)?.detached === true
}

/**
 * Adds tabs for programs that no saved window has, oldest first: to the only window, whose last
 * tabs may not be saved yet, or to a window of their own.
 */
export function withTabsOf(
  programs: readonly KeptProgram[],
  windows: readonly RestoredWindow[],
): readonly RestoredWindow[] {
  const tabs = programs.toSorted((one, other) => one.startedAt - other.startedAt).map(adoptedTab)
  if (tabs.length === 0) return windows
  const [only, another] = windows
  if (only === undefined || another !== undefined)
    return [...windows, { active: 0, tabs, splits: [] }]
  const all = [...only.tabs, ...tabs]
  return [{ ...only, tabs: all, active: all.length - 1 }]
}

/** Returns a tab that adopts a program which no saved tab has. */
export function adoptedTab(program: KeptProgram): RestorableTab {
  const { command, directory, title, profile } = readKeptFacts(program.facts) ?? unknownFacts
  return {
    id: toSessionId(program.id),
    command: command ?? { program: '', args: [] },
    isUserShell: command === null,
    directory,
    name: null,
    title: title ?? null,
    muted: false,
    profile,
    restoredOutput: [],
    ...adoptedOf(program),
  }
}

const unknownFacts = { command: null, directory: '/', title: undefined, profile: undefined }

/** Its own output replaces the saved one if it is adopted. It need not be resumed. */
function adoptedOf({ cols, rows, startedAt }: KeptProgram) {
  const size = { cols: Math.max(1, cols), rows: Math.max(1, rows) }
  return { adopts: { size, startedAt }, resume: null, unresumed: null }
}

/** Returns a sentence about the programs that kept running. */
export function goneOn(count: number): string {
  return count === 1
    ? '1 program kept running while vibeflow was gone.'
    : `${count} programs kept running while vibeflow was gone.`
}
