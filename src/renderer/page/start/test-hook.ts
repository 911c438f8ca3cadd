/**
 * Functions for specs, as `window.vibeflowTest`. They only exist when the main process reports that
 * it is under test. `id` is the id of a session; without it, the session with the focus is used.
 * Rows and columns count from 0.
 */
import { paneFor, toSessionId, type SessionId } from '../../../core/ids.ts'
import { Sound } from '../../features/sound/sound.ts'
import { Find } from '../../features/find/find.ts'
import { WhyRequests } from '../../features/why/why-requests.ts'
import { AttentionState } from '../../features/attention/attention-state.ts'
import { tabWith } from '../../../core/windows/panes/arrangement.ts'
import { defaults, type Options } from '../../../core/config/table.ts'
import { resolveShortcuts } from '../../../core/config/keys/shortcuts.ts'
import { turns } from '../../features/find/search-grid.ts'
import type { Grid } from '../../grid/grid.ts'
import type { ActionName } from '../../../core/config/keys/actions.ts'
import { subtitleOf } from '../../../core/windows/tabs/state-words.ts'
import { mainNow, wallClock } from '../clock.ts'
import type { WindowPage } from '../window-page.ts'
import { screenDumpOf } from './screen-dump.ts'
import type { Pipe } from '../pipe.ts'

declare global {
  interface Window {
    vibeflowTest?: ReturnType<typeof hookOf>
  }
}

export interface TestHook {
  readonly tapped: (tab: string) => void
}

export function offerTestHook(page: WindowPage, pipe: Pipe): TestHook {
  const listeners = new Set<(tab: string) => void>()
  window.vibeflowTest = hookOf(page, pipe, listeners)
  return {
    tapped: (tab) => {
      for (const listener of listeners) listener(tab)
    },
  }
}

function hookOf(page: WindowPage, pipe: Pipe, listeners: Set<(tab: string) => void>) {
  return {
    ...pageView(page),
    ...configurationView(page),
    ...gridView(page, pipe),
    /** Calls `listener` for each frame before it is laid out. Returns a function that ends it. */
    tap(listener: (tab: string) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Sends any value to the main process, as a broken page would. */
    post: (message: unknown) => pipe.send(message as never),
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
    /** Ids of the tabs that have a grid. Other grids are made on demand, also by this hook. */
    grids: () => page.panes.made,
    /** In the order of the bar. */
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
    /** Each tab's agent in the order of the bar, or null. `ageMs` is the age of its state. */
    agents: () =>
      page.state
        .views()
        .map(({ agent }) =>
          agent === undefined ? null : { ...agent, ageMs: mainNow() - agent.since },
        ),
    /** Ids of the tabs in all windows that need the user, as last sent to this page. */
    needsYou: () => page.get(AttentionState).rows.value.map(({ view }) => view.id),
    /** Returns the content of the *Why* panel, and the text that it copies. */
    why: (id?: string) => page.get(WhyRequests).ask(sessionOf(page, id)),
    /** The matches of the open search in the buffer's rows, and the current one. */
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
    /** How often the user's own sound was started. */
    soundsPlayed: () => page.get(Sound).played,
    /** Performs an action, as a menu does. */
    act: (name: ActionName) => page.perform(name),
  }
}

function configurationView(page: WindowPage) {
  return {
    settings: () => page.state.options.value,
    /** Sets options as the configuration would. Options that a group lacks keep their value. */
    options: ({
      translucent,
      ...change
    }: {
      readonly [Name in keyof Options | 'translucent']?: Name extends keyof Options
        ? Partial<Options[Name]>
        : boolean
    }) => {
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
    /** Sets `[shortcuts]` and keyboard options. @returns the problems of the `[shortcuts]` table */
    keys(shortcuts: unknown, keyboard?: Partial<Options['keyboard']>) {
      const { table, problems } = resolveShortcuts(shortcuts)
      page.state.options.set({
        ...page.state.options.value,
        shortcuts: table,
        keyboard: { ...defaults.keyboard, ...keyboard },
      })
      return problems.map(({ text }) => text)
    },
    /** Active flags of the kitty keyboard protocol. */
    keyboardFlags: (id?: string) => gridOf(page, id).modes.keyboardFlags,
    /** Chooses a theme, if a name is given. Returns the names of all themes. */
    theme: (name?: string) => {
      if (name !== undefined) page.looks.choose(name)
      return page.looks.themes().map((theme) => theme.name)
    },
  }
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
    /** The visible rows, without trailing blanks. */
    screen(id?: string) {
      const grid = of(id)
      const top = grid.terminal.buffer.active.viewportY
      return rows(grid, top, top + grid.terminal.rows)
    },
    /** History and screen, oldest row first. */
    scrollback(id?: string) {
      const grid = of(id)
      return rows(grid, 0, grid.terminal.buffer.active.length)
    },
    cursor(id?: string) {
      const { cursorX, cursorY } = of(id).terminal.buffer.active
      return { row: cursorY, col: cursorX }
    },
    cell: (row: number, column: number, id?: string) => cellOf(of(id), row, column),
    screenDump: (id?: string) => screenDumpOf(of(id)),
    /** When the terminal was made and its first frame laid out, ms since navigation, or null. */
    laidOut: (id?: string) => of(id).laidOut,
    /** Row of the history at the top of the view, and the last one possible. */
    position(id?: string) {
      const { viewportY, baseY } = of(id).terminal.buffer.active
      return { top: viewportY, bottom: baseY }
    },
    stats(id?: string) {
      const grid = of(id)
      const { cols, rows } = grid.terminal
      return {
        /** Output offset that the core had parsed when it made the newest frame received. */
        parsed: grid.frames.at,
        /** Whether the complete history has arrived. */
        idle: grid.frames.complete,
        /** Whether the last image lacks no glyph. */
        whole: grid.inside.whole,
        cursorHidden: grid.inside.cursorHidden,
        /** Messages dropped by the page's gate, for all tabs. */
        drops: { ...pipe.drops },
        renderer: page.panes.contexts.kind(grid.terminal),
        /** WebGL contexts that were lost or could not be created, for all tabs. */
        contextFailures: page.panes.contexts.failures,
        cols,
        rows,
      }
    },
    selection: (id?: string) => of(id).text.selected,
    /** Resolves with the time of the first frame that changes the cell. Rejects after 5 s. */
    painted: (row: number, column: number, id?: string) => painted(of(id), row, column),
    /** Drops the WebGL context of the active grid, as a driver reset does. */
    loseContext() {
      const canvas = page.panes.shown?.host.querySelector<HTMLCanvasElement>(
        '.xterm-screen > canvas:last-of-type',
      )
      const extension = canvas?.getContext('webgl2')?.getExtension('WEBGL_lose_context')
      extension?.loseContext()
      return extension != null
    },
  }
}

function painted(grid: Grid, row: number, column: number): Promise<number> {
  const before = cellOf(grid, row, column)
  return new Promise((resolve, reject) => {
    let isOver = false
    const end = (): void => {
      isOver = true
      rendered.dispose()
      window.clearTimeout(timer)
    }
    const timer = window.setTimeout(() => {
      end()
      reject(new Error('the cell did not change within 5 s'))
    }, 5_000)
    // `onRender` runs inside the frame that paints the cell, or the last one is kept while glyphs
    // are missing. A message arrives after that frame.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(performance.now())
    const look = (): void => {
      if (isOver || cellOf(grid, row, column) === before) return
      if (!grid.inside.whole) {
        grid.inside.inNextFrame(look)
        return
      }
      end()
      port2.postMessage(null)
    }
    const rendered = grid.terminal.onRender(look)
  })
}
