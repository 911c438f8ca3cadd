/**
 * What specs may look at, as `window.vibeflowTest`; only there when the main process says that it
 * is under test. `id` is the id of a session; without it the one with the focus is meant.
 * Rows and columns count
 * from 0.
 */
import { paneFor, toSessionId, type SessionId } from '../core/ids.ts'
import { Sound } from './features/sound/sound.ts'
import { Find } from './features/find/find.ts'
import { WhyRequests } from './features/why/why-requests.ts'
import { AttentionState } from './features/attention/attention-state.ts'
import { tabWith } from '../core/windows/panes/arrangement.ts'
import type { TabState, TabAgent } from '../core/windows/tabs/tab-view.ts'
import type { DropReason } from '../core/ipc/gate.ts'
import { defaults, type Options } from '../core/config/table.ts'
import { resolveShortcuts } from '../core/config/keys/shortcuts.ts'
import type { RendererKind } from './grid/draw/contexts.ts'
import { turns } from './features/find/search-grid.ts'
import type { Grid } from './grid/grid.ts'
import type { ActionName } from '../core/config/keys/actions.ts'
import { subtitleOf } from '../core/windows/tabs/state-words.ts'
import { mainNow, wallClock } from './clock.ts'
import type { WhyState } from '../agents/state/why.ts'
import type { WindowPage } from './page/window-page.ts'
import { screenDumpOf, type ScreenDump } from './screen-dump.ts'
import type { Pipe } from './pipe.ts'

export interface GridStats {
  /**
   * Offset behind the last byte of output that the core had parsed when it made the newest frame
   * that has arrived.
   */
  readonly parsed: number
  /** All rows of the history have come. */
  readonly idle: boolean
  /** Answers that xterm.js wanted to give by itself: 0, else a fault. */
  readonly ownAnswers: number
  /** How often a sequence of ours made xterm.js throw: 0, else a fault. */
  readonly failures: number
  /** Messages that the page's gate dropped, all tabs. */
  readonly drops: Readonly<Record<DropReason, number>>
  /** As the program or the end of it wants. */
  readonly cursorHidden: boolean
  readonly renderer: RendererKind
  /** WebGL contexts that could not be had or were lost, all tabs. */
  readonly contextFailures: number
  readonly cols: number
  readonly rows: number
}

export interface VibeflowTest {
  /** Ids of the tabs whose grids are there: others are made when asked for, by this hook too. */
  grids(): readonly string[]
  /** In the order of the bar. */
  tabs(): {
    id: string
    tab: string
    title: string
    subtitle: string
    state: TabState
    active: boolean
  }[]
  /**
   * What is known of each tab's program, in the order of the bar; null: nothing. `ageMs`: of its
   * state.
   */
  agents(): ((TabAgent & { readonly ageMs: number }) | null)[]
  /** Ids of the tabs that need the user, all windows', as last sent to this page. */
  needsYou(): readonly string[]
  /** Why the tab shows what it shows: what the panel shows and copies. */
  why(id?: string): Promise<WhyState>
  /** The configuration in force. */
  settings(): Options
  /** Sets options, as if the configuration had them. What a group does not name stays. */
  options(
    change: {
      readonly [Name in keyof Options | 'translucent']?: Name extends keyof Options
        ? Partial<Options[Name]>
        : boolean
    },
  ): void
  /**
   * Sets chords and options of the keyboard, as the configuration will. @returns what is wrong with
   * the `[shortcuts]` table
   */
  keys(shortcuts: unknown, keyboard?: Partial<Options['keyboard']>): string[]
  /** Flags of the kitty keyboard protocol in force. */
  keyboardFlags(id?: string): number
  /** Chooses a theme; without a name, returns all names. */
  theme(name?: string): readonly string[]
  /** The matches of the open search in the buffer's rows, and the current one. */
  finding(): {
    matches: { row: number; column: number }[]
    current: { row: number; column: number } | null
    longestTurnMs: number
  }
  /** How often the user's own sound was begun. */
  soundsPlayed(): number
  /** Has an action carried out, as a menu does. */
  act(name: ActionName): boolean
  /** The rows in view, trailing blanks cut. */
  screen(id?: string): string[]
  /** History and screen, oldest row first. */
  scrollback(id?: string): string[]
  cursor(id?: string): { row: number; col: number }
  /**
   * What a terminal shows and has been sent: the screen in use, the primary one with its history,
   * each row as runs of one style; size, cursor, colours, modes of keys, mouse, pastes and focus.
   * Margins, tab stops and all else that printing needs are the core's alone.
   */
  screenDump(id?: string): ScreenDump
  /**
   * When the tab's terminal was made and when its first frame had been laid out, ms since the
   * navigation; null: not yet.
   */
  laidOut(id?: string): { readonly began: number; readonly done: number } | null
  cell(row: number, column: number, id?: string): string
  /** Row of the history that is the first in view, and the last it could be. */
  position(id?: string): { top: number; bottom: number }
  stats(id?: string): GridStats
  selection(id?: string): string
  /**
   * Calls with the tab of each frame that arrives from now on, before it is laid out. Returns what
   * ends it.
   */
  tap(listener: (tab: string) => void): () => void
  /**
   * Resolves with `performance.now()` of the first frame after the cell shows another text than
   * now; rejects after 5 s.
   */
  painted(row: number, column: number, id?: string): Promise<number>
  /** Sends anything at all to the main process, as a broken page would. */
  post(message: unknown): void
  /** Takes the WebGL context of the grid in view away, as a driver reset does. */
  loseContext(): boolean
}

declare global {
  interface Window {
    vibeflowTest?: VibeflowTest
  }
}

export interface TestHook {
  readonly tapped: (tab: string) => void
}

export function offerTestHook(page: WindowPage, pipe: Pipe): TestHook {
  const listeners = new Set<(tab: string) => void>()
  window.vibeflowTest = {
    ...pageView(page),
    ...gridView(page, pipe),
    tap(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    post: (message) => pipe.send(message as never), // the point is to send what the types forbid
  }
  return {
    tapped: (tab) => {
      for (const listener of listeners) listener(tab)
    },
  }
}

function sessionOf(page: WindowPage, id: string | undefined): SessionId {
  const session = id === undefined ? page.state.focused.value : toSessionId(id)
  if (session === null) throw new Error('no session has the focus')
  return session
}

function gridOf(page: WindowPage, id: string | undefined): Grid {
  const grid = page.panes.get(sessionOf(page, id))
  if (grid === undefined) throw new Error(`no such tab: ${id ?? '(active)'}`)
  return grid
}

function pageView(page: WindowPage) {
  return {
    grids: () => page.panes.made,
    tabs: () =>
      page.state.views().map((view) => ({
        id: view.id,
        tab: tabWith(page.state.arrangement, paneFor(view.id))?.id ?? '',
        title: view.title,
        subtitle: subtitleOf(
          view,
          mainNow(),
          wallClock,
          page.state.options.value.tabs.subtitle,
          page.state.twins.value.get(view.id),
        ),
        state: view.state,
        active: view.id === page.state.focused.value,
      })),
    agents: () =>
      page.state
        .views()
        .map(({ agent }) =>
          agent === undefined ? null : { ...agent, ageMs: mainNow() - agent.since },
        ),
    needsYou: () => page.get(AttentionState).rows.value.map(({ view }) => view.id),
    why: (id) => page.get(WhyRequests).ask(sessionOf(page, id)),
    settings: () => page.state.options.value,
    options: ({ translucent, ...change }) => {
      const { options, facts } = page.state
      if (translucent !== undefined) facts.set({ ...facts.value, translucent })
      const groups = Object.entries(change).map(([name, group]) => [
        name,
        Array.isArray(group)
          ? group
          : { ...(options.value[name as keyof Options] as object), ...(group as object) },
      ])
      options.set({ ...options.value, ...Object.fromEntries(groups) })
    },
    keys(shortcuts, keyboard) {
      const { table, problems } = resolveShortcuts(shortcuts)
      page.state.options.set({
        ...page.state.options.value,
        shortcuts: table,
        keyboard: { ...defaults.keyboard, ...keyboard },
      })
      return problems.map(({ text }) => text)
    },
    keyboardFlags: (id) => gridOf(page, id).modes.keyboardFlags,
    theme: (name) => {
      if (name !== undefined) page.looks.choose(name)
      return page.looks.themes().map((theme) => theme.name)
    },
    finding() {
      const { matches, current, rows } = page.get(Find).state
      const place = (match: { row: number; column: number }) => ({
        row: rows?.indexOf(match.row) ?? -1,
        column: match.column,
      })
      return {
        matches: matches.map(place),
        current: current === null ? null : place(current),
        longestTurnMs: turns.longestMs,
      }
    },
    soundsPlayed: () => page.get(Sound).played,
    act: (name) => page.perform(name),
  } satisfies Partial<VibeflowTest>
}

function rows(grid: Grid, from: number, to: number): string[] {
  const buffer = grid.terminal.buffer.active
  return Array.from(
    { length: to - from },
    (_, index) => buffer.getLine(from + index)?.translateToString(true) ?? '',
  )
}

function cellOf(grid: Grid, row: number, column: number): string {
  const buffer = grid.terminal.buffer.active
  return (
    buffer
      .getLine(buffer.viewportY + row)
      ?.getCell(column)
      ?.getChars() ?? ''
  )
}

function gridView(page: WindowPage, pipe: Pipe) {
  const of = (id?: string): Grid => gridOf(page, id)
  return {
    screen(id) {
      const grid = of(id)
      const top = grid.terminal.buffer.active.viewportY
      return rows(grid, top, top + grid.terminal.rows)
    },
    scrollback(id) {
      const grid = of(id)
      return rows(grid, 0, grid.terminal.buffer.active.length)
    },
    cursor(id) {
      const { cursorX, cursorY } = of(id).terminal.buffer.active
      return { row: cursorY, col: cursorX }
    },
    cell: (row, column, id) => cellOf(of(id), row, column),
    screenDump: (id) => screenDumpOf(of(id)),
    laidOut: (id) => of(id).laidOut,
    position(id) {
      const { viewportY, baseY } = of(id).terminal.buffer.active
      return { top: viewportY, bottom: baseY }
    },
    stats(id) {
      const grid = of(id)
      const { cols, rows } = grid.terminal
      return {
        parsed: grid.frames.at,
        idle: grid.frames.complete,
        failures: grid.inside.failures.count,
        ownAnswers: grid.input.ownAnswers,
        cursorHidden: grid.inside.cursorHidden,
        drops: { ...pipe.drops },
        renderer: page.panes.contexts.kind(grid.terminal),
        contextFailures: page.panes.contexts.failures,
        cols,
        rows,
      }
    },
    selection: (id) => of(id).text.selected,
    painted: (row, column, id) => painted(of(id), row, column),
    loseContext() {
      const canvas = page.panes.shown?.host.querySelector<HTMLCanvasElement>(
        '.xterm-screen > canvas:last-of-type',
      )
      const extension = canvas?.getContext('webgl2')?.getExtension('WEBGL_lose_context')
      extension?.loseContext()
      return extension != null
    },
  } satisfies Partial<VibeflowTest>
}

function painted(grid: Grid, row: number, column: number): Promise<number> {
  const before = cellOf(grid, row, column)
  return new Promise((resolve, reject) => {
    const timer = window.setTimeout(() => {
      rendered.dispose()
      reject(new Error('the cell did not change within 5 s'))
    }, 5_000)
    // `onRender` runs inside the frame that paints it; a message comes after that frame.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(performance.now())
    const rendered = grid.terminal.onRender(() => {
      if (cellOf(grid, row, column) === before) return
      port2.postMessage(null)
      window.clearTimeout(timer)
      rendered.dispose()
    })
  })
}
