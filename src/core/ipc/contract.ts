/**
 * Every message that crosses between the main process and a page, each with its run-time guard.
 * One table a direction gives the types too, so a message without a guard does not compile. All
 * messages are one-way.
 */
import { integrated } from '../../agents/state/integration.ts'
import { z } from 'zod'
import { paneId as pane, sessionId as session, tabId as tab } from '../ids.ts'
import type { WhyState } from '../../agents/state/why.ts'
import { drawnMax } from '../consent/consent.ts'
import { savable } from '../config/savable.ts'
import { isOptions, type Options } from '../config/table.ts'
import { configProblemsMax } from '../config/limits.ts'
import { actionNames } from '../config/keys/actions.ts'
import { isLayoutName } from '../windows/layouts/layout.ts'
import { layoutsMax } from '../windows/layouts/limits.ts'
import { permission } from '../clients/mcp/access.ts'
import { permissionsMax } from '../clients/mcp/limits.ts'
import { linkBytesMax, pathCharactersMax, pathsAskedMax, pathUnitsMax } from '../links/limits.ts'
import { count, agentDialog, displayState, profile, tabView } from '../windows/tabs/tab-view.ts'
import { themesMax } from '../config/theme/limits.ts'
import { isTree, type Split, type Tree } from '../windows/panes/tree.ts'
import { resumeLineCharactersMax, directoryUnitsMax } from '../../agents/resume/limits.ts'
import type { Theme } from '../config/theme/theme.ts'
import {
  cellsBytesMax,
  clipboardTextMax,
  columnsMax,
  columnsMin,
  pageMessageBytesMax,
  windowPixelsMax,
  pasteMessageBytesMax,
  gridRowsMax,
  gridRowsMin,
  dialogTokenMax,
  segmentsMax,
  snoozeMsMax,
  soundBytesMax,
  tabNameUnitsMax,
  tabFilterMax,
} from './limits.ts'

const bytes = (max: number) =>
  z.custom<Uint8Array>(
    (value) => value instanceof Uint8Array && value.byteLength <= max,
    `bytes, at most ${max}`,
  )

/** Bytes of output since the tab began; restarts go on counting. */
const offset = z.int().min(0)
const windowId = z.string().min(1).max(64)
const columns = z.int().min(columnsMin).max(columnsMax)
const rows = z.int().min(gridRowsMin).max(gridRowsMax)
const layoutName = z.string().refine(isLayoutName)
const selection = z.enum(['clipboard', 'primary'])
/** 24 bits: red, green, blue. */
const colour = z.int().min(0).max(0xffffff)
const pixel = z.number().min(-windowPixelsMax).max(windowPixelsMax)
const length = z.number().min(0).max(windowPixelsMax)
const extent = z.strictObject({ width: length, height: length })
/** A tab and its panes (core/windows/panes/tab-order.ts). */
const arrangedTab = z.strictObject({
  id: tab,
  tree: z.custom<Tree>(isTree, 'a tree of panes'),
  focus: pane,
  zoomed: z.boolean(),
})
/** A question before something is lost: `running` is the name of a program, if it is known. */
const closing = { running: z.string().nullable(), sentence: z.string() }
/** The line that resumes an agent, and its directory, as the user was shown them. */
const resumeLine = z.strictObject({
  command: z.string().min(1).max(resumeLineCharactersMax),
  directory: z.string().min(1).max(directoryUnitsMax),
})
export type ResumeLine = Readonly<z.infer<typeof resumeLine>>

const filePath = z.string().min(1).max(pathCharactersMax)

/**
 * What of a window programs can ask for: a cell as drawn at present, CSS px, null while nothing is
 * drawn; the theme's colours, `ansi` the first 16 of the palette.
 */
export const windowFacts = z.strictObject({
  cell: z
    .strictObject({
      width: z.number().positive().max(windowPixelsMax),
      height: z.number().positive().max(windowPixelsMax),
    })
    .nullable(),
  foreground: colour,
  background: colour,
  cursor: colour,
  ansi: z.array(colour).length(16),
})
export type WindowFacts = Readonly<z.infer<typeof windowFacts>>

/** From the page to the main process. */
export const pageMessages = {
  /**
   * The page has loaded and shows nothing yet: it wants the window's state and each tab's screen.
   */
  'page/ready': z.strictObject({}),
  /** A new tab after the active one, in the active tab's directory, or as the profile says. */
  'tab/open': z.strictObject({ profile: profile.optional() }),
  /**
   * Closes all panes of the tab. `force`: the user has confirmed. Without it the main process may
   * send `tab/confirm-close`.
   */
  'tab/close': z.strictObject({ tab, force: z.boolean() }),
  /** Closes one pane; without `force` the main process may send `pane/confirm-close`. */
  'pane/close': z.strictObject({ pane, force: z.boolean() }),
  /** Without `force` the main process may send `session/confirm-restart`. */
  'session/restart': z.strictObject({ session, force: z.boolean() }),
  /** The user starts the command that waits in the tab: exactly this one, in this directory. */
  'session/start': z.strictObject({
    session,
    command: z.string().max(drawnMax),
    directory: z.string().max(pathUnitsMax),
  }),
  /**
   * The user approves what the tab offers to resume, by the text that was shown, or declines it.
   * Nothing is run if the tab offers another line or directory by now.
   */
  'session/resume': z.strictObject({ session, accept: resumeLine.or(z.literal(false)) }),
  /** The pane gets the focus in its tab, and the tab is the one in view. */
  'pane/focus': z.strictObject({ pane }),
  /** A new pane right of this one (`row`), or beneath it, in its directory. */
  'pane/split': z.strictObject({ pane, axis: z.enum(['row', 'column']) }),
  /** Other places, ratios or zoom of the panes that a tab has. Ignored for any other panes. */
  'tab/arrange': z.strictObject({
    tab,
    tree: z.custom<Split>((value) => typeof value !== 'string' && isTree(value), 'a split'),
    zoomed: z.boolean(),
  }),
  /** The tab, with all its panes, becomes part of the tab of the pane `at`, on that side of it. */
  'tab/join': z.strictObject({
    tab,
    at: pane,
    side: z.enum(['left', 'right', 'up', 'down']),
  }),
  /** The pane leaves its tab for one of its own. */
  'pane/own-tab': z.strictObject({ pane }),
  /** `to`: the index in the tab bar that the tab shall have afterwards. */
  'tab/move': z.strictObject({ tab, to: count }),
  /** Keys, as bytes for the pty. */
  'session/input': z.strictObject({ session, bytes: bytes(pageMessageBytesMax) }),
  /**
   * Mouse and focus reports that the program asked for. Dropped first when the pty takes no input.
   */
  'session/mouse': z.strictObject({ session, bytes: bytes(4_096) }),
  /**
   * A part of a paste, already filtered and bracketed (core/paste). `total`: bytes of the whole
   * paste; `last`: it ends here.
   */
  'session/paste': z.strictObject({
    session,
    bytes: bytes(pasteMessageBytesMax),
    total: z.int().min(0),
    last: z.boolean(),
  }),
  'session/paste-cancel': z.strictObject({ session }),
  'session/resize': z.strictObject({ session, cols: columns, rows }),
  /** The user takes the size back from a client of the session's socket. */
  'session/take-size': z.strictObject({ session }),
  /** The tab is in view: its cells are to come, a whole frame first; or no longer. */
  'session/frames': z.strictObject({ session, on: z.boolean() }),
  /** The frame that came last has been drawn. */
  'session/drawn': z.strictObject({ session }),
  /** The rows of the history that came last are there. */
  'session/rows-taken': z.strictObject({ session }),
  /** Rows of the history that are looked at (terminal/frames/frame.ts). */
  'session/want-rows': z.strictObject({ session, numbering: offset, first: offset, count }),
  /**
   * The user looks at the history, from this row on; null: at the screen. Before another size is
   * asked for, so that the row stays in view.
   */
  'session/view': z.strictObject({ session, numbering: offset, row: offset.nullable() }),
  /** The user wants to see what stands behind so many bytes of output, by the time line. */
  'session/to-place': z.strictObject({ session, place: offset }),
  /** A grid of a program that has ended has room for so much: only its terminal is resized. */
  'session/lay-out': z.strictObject({ session, cols: columns, rows }),
  /** Before the first size, and whenever they change. */
  'window/facts': windowFacts,
  /** The facts for one session, whose profile has colors or fonts of its own. */
  'session/facts': windowFacts.extend({ session }),
  /** The user opened a link of an OSC 8 in this tab. `core/links` judges the address. */
  'link/open': z.strictObject({ session, address: z.string().max(linkBytesMax) }),
  /**
   * The user opened a place in a file that the page found in this tab's text. Relative paths count
   * from the tab's directory. `edit`: in the editor, and nowhere else.
   */
  'link/open-path': z.strictObject({
    session,
    path: filePath,
    line: z.int().min(1).max(9_999_999).nullable(),
    column: z.int().min(1).max(999_999).nullable(),
    edit: z.literal(true).optional(),
  }),
  /** Which of these are files? Answered by `link/checked` with the same number. */
  'link/check': z.strictObject({
    session,
    request: count,
    paths: z.array(filePath).min(1).max(pathsAskedMax),
  }),
  /**
   * The user took what the notice about a file that was not opened offers: its folder, or an
   * editor.
   */
  'link/offered': z.strictObject({
    path: z.string().min(1).max(pathUnitsMax),
    as: z.enum(['folder', 'editor']),
  }),
  /** A tab's bell shall sound. */
  'bell/ring': z.strictObject({ session }),
  /** The bytes of `page/sound` are no sound. */
  'bell/unplayable': z.strictObject({}),
  'clipboard/write': z.strictObject({ selection, text: z.string().max(clipboardTextMax) }),
  /** To be pasted into `tab`. */
  'clipboard/read': z.strictObject({ session, selection, request: count }),
  /** `force`: the user has confirmed. */
  'window/close': z.strictObject({ force: z.boolean() }),
  'window/fullscreen': z.strictObject({}),
  /**
   * Before the sizes of its panes: a tab that is not split would have so much, as those out of view
   * may be.
   */
  'window/room': z.strictObject({ cols: columns, rows }),
  /**
   * A cell, and what is around the grid in the window, CSS px: said once by a page, for windows
   * that shall have columns and rows.
   */
  'window/measured': z.strictObject({ cell: extent, around: extent }),
  /**
   * Opens the configuration in an editor; makes it first when there is none. `file`: this one
   * instead, which the window was shown a problem of, and never made. `inTerminal`: in the one that
   * `page/notice` offered.
   */
  'config/open': z.strictObject({
    file: z.string().optional(),
    inTerminal: z.literal(true).optional(),
  }),
  'config/reload': z.strictObject({}),
  /**
   * The window has, or has no longer, the keyboard: the active tab is, or is not, what the user
   * looks at.
   */
  'window/focus': z.strictObject({ focused: z.boolean() }),
  /** What narrows the tabs of the sidebar; empty, as in a page that loads: nothing. */
  'window/filter': z.strictObject({ text: z.string().max(tabFilterMax) }),
  /** The user has taken note: the tab is neutral until its program says something new. */
  'session/acknowledge': z.strictObject({ session }),
  /** The user knows of it: it stays, and does not ask any more. */
  'session/seen': z.strictObject({ session }),
  /** `forMs`: it asks for nothing so long, or until a new message; null ends that. */
  'session/snooze': z.strictObject({ session, forMs: z.int().min(0).max(snoozeMsMax).nullable() }),
  /**
   * Why does the tab show what it shows? Answered by the main process's `session/why` with the same
   * number.
   */
  'session/why': z.strictObject({ session, request: count }),
  /** The page has taken its history away: it comes back neither there nor in a later run. */
  'session/clear-scrollback': z.strictObject({ session }),
  /**
   * The user wants in the pager all that the tab has kept, or what the last command has printed.
   * `below`: rows from the first in view to the end.
   */
  'session/page': z.strictObject({ session, what: z.enum(['scrollback', 'output']), below: count }),
  /**
   * A name typed by the user; null: the automatic one again. Cleaned and cut by the main process.
   */
  'session/rename': z.strictObject({ session, name: z.string().max(tabNameUnitsMax).nullable() }),
  /** The same command in the same directory, behind this tab. */
  'session/duplicate': z.strictObject({ session }),
  /** The tab that was closed last, of any window. */
  'tab/reopen': z.strictObject({}),
  'session/mute': z.strictObject({ session, muted: z.boolean() }),
  /** To another window; null: to a new one. */
  'tab/to-window': z.strictObject({ tab, window: windowId.nullable() }),
  /**
   * It is dragged outside of the window: to `at`, px of the window's content; null: back inside, or
   * called off. `drop`: let go there.
   */
  'tab/drag': z.strictObject({
    tab,
    at: z.strictObject({ x: pixel, y: pixel }).nullable(),
    drop: z.boolean(),
  }),
  'window/new': z.strictObject({}),
  /** The tabs of this window as a file; `overwrite`: the user knows that there is one. */
  'layout/save': z.strictObject({ name: layoutName, overwrite: z.boolean() }),
  /** In a window of its own. */
  'layout/open': z.strictObject({ name: layoutName }),
  /** Go to a tab, in whichever window it is. */
  'attention/go': z.strictObject({ session }),
  /** What does its program ask? Answered by the main process's `attention/dialog`. */
  'attention/dialog': z.strictObject({ session }),
  /** The user chooses, in a dialog that he was shown. Answered by `attention/answered`. */
  'attention/answer': z.strictObject({
    session,
    token: z.string().max(dialogTokenMax),
    choice: z.int().min(1).max(9),
  }),
  /** Answered by the main process's `attention/history`. */
  'attention/history': z.strictObject({}),
  /** A click on "Don't ask again": until vibeflow ends. */
  'option/never-ask': z.strictObject({}),
  /** The user took or declined the offer to integrate this agent: it is made no more. */
  'offer/answered': z.strictObject({ agent: z.enum(integrated) }),
  /** The user's word to the question of `page/mcp` with this number. */
  'mcp/answer': z.strictObject({
    question: count,
    access: z.enum(['none', 'read', 'full', 'later']),
  }),
  /** This program is to be asked about again. */
  'mcp/forget': z.strictObject({ path: z.string().max(pathUnitsMax) }),
  /** The user has seen what changes in the file, and wants it saved. */
  'option/save': z.strictObject({ option: savable }),
  /** All windows. `force`: the user has confirmed. */
  'app/quit': z.strictObject({ force: z.boolean() }),
} as const

const notificationCategory = z.enum([
  'waiting',
  'error',
  'done',
  'bell',
  'program',
  'command',
  'exit',
])

/** Things that a menu entry or a second process asks the page to do. */
export const action = z.enum(actionNames)
export type Action = z.infer<typeof action>

/** A problem of the configuration or of a theme (config/problem.ts). */
const shownProblem = z.strictObject({
  level: z.enum(['error', 'warning']),
  line: z.int().nullable(),
  file: z.string().nullable(),
  wholeFile: z.literal(true).optional(),
  text: z.string(),
})

/** As `Segment` of core/recorder; times of the main process's clock. */
const timeLineSegment = z.strictObject({
  as: z.enum(['worked', 'waited', 'failed']),
  from: z.number(),
  to: z.number().nullable(),
  place: offset,
})

/** From the main process to the page. */
export const mainMessages = {
  /**
   * First message. `test`: the page offers `window.vibeflowTest`. `now`: the main process's clock,
   * by which times in views are meant. `translucent`: what is behind the window can show through
   * it. `fonts`: families of this system for what those of the configuration lack, the first first.
   */
  'page/hello': z.strictObject({
    version: z.string(),
    test: z.boolean(),
    now: z.number(),
    translucent: z.boolean(),
    fonts: z.array(z.string()),
  }),
  /** The configuration in force: behind the greeting, and whenever it is another one. */
  'page/options': z.strictObject({ options: z.custom<Options>(isOptions, 'options') }),
  /** Agents whose integration is not offered any more, if there are: at first, and at an answer. */
  'page/offers': z.strictObject({ answered: z.array(z.enum(integrated)) }),
  /**
   * A program that asks to use `vibeflow mcp`, and those that were answered: at first, and whenever
   * there are others. `offers`: the most that can be given; `lasting`: the answer is remembered by
   * the path, else it holds for this process; `tab`: title of the one that it runs in.
   */
  'page/mcp': z.strictObject({
    question: z
      .strictObject({
        id: count,
        path: z.string(),
        interpreter: z.string().nullable(),
        wants: z.enum(['read', 'full']),
        offers: z.enum(['read', 'full']),
        lasting: z.boolean(),
        tab: z.string().nullable(),
      })
      .nullable(),
    permissions: z.array(permission).max(permissionsMax),
  }),
  /** Names of the saved layouts: at first, and whenever there are others. */
  'page/layouts': z.strictObject({ names: z.array(layoutName).max(layoutsMax) }),
  /** What is wrong with it, in whole sentences; none: it is good. `file`: where it is. */
  'page/configuration': z.strictObject({
    file: z.string(),
    problems: z.array(shownProblem).max(configProblemsMax),
  }),
  /**
   * The tab bar: order, active tab, full screen; `visible`: the window can be seen. Sent whole when
   * order, membership or activity change. `now`: as in the greeting; the page keeps to what came
   * soonest. `sessions`: that of every pane, tab after tab.
   */
  'window/state': z.strictObject({
    now: z.number(),
    id: windowId,
    sessions: z.array(tabView),
    tabs: z.array(arrangedTab),
    active: tab.nullable(),
    fullscreen: z.boolean(),
    visible: z.boolean(),
  }),
  'session/changed': z.strictObject({ view: tabView }),
  /** When it worked, waited and failed; sent when that has changed, once a second at most. */
  'session/time-line': z.strictObject({
    session,
    segments: z.array(timeLineSegment).max(segmentsMax),
  }),
  /** The user wants to see this row, by its number: answers `session/to-place`. */
  'session/scroll-to': z.strictObject({ session, numbering: offset, row: offset }),
  /**
   * The reasons of a tab's state, to be read and copied. Made by agents/state/why.ts, of texts
   * that are safe; read whole or not at all.
   */
  'session/why': z.strictObject({
    session,
    request: count,
    report: z.custom<WhyState>(
      (value) => z.looseObject({ short: z.string(), state: displayState }).safeParse(value).success,
      'reasons of a state',
    ),
  }),
  /** A frame of the screen, or rows of the history (terminal/frames). */
  'session/cells': z.strictObject({ session, bytes: bytes(cellsBytesMax) }),
  /** The tab's program rings the bell; of several soon behind each other one is sent. */
  'session/bell': z.strictObject({ session }),
  /** A client of the session's socket decides the size; null: the window does. */
  'session/size': z.strictObject({
    session,
    size: z.strictObject({ cols: columns, rows }).nullable(),
  }),
  /** Something runs there: ask the user first. `sentence`: what would be lost. */
  'tab/confirm-close': z.strictObject({ tab, ...closing }),
  'pane/confirm-close': z.strictObject({ pane, ...closing }),
  'session/confirm-restart': z.strictObject({ session, ...closing }),
  /**
   * `sentences`: one for each tab in which something would be lost. `inDropDown`: so many of the
   * tabs, which may be hidden. `quit`: all windows are to close.
   */
  'window/confirm-close': z.strictObject({
    sentences: z.array(z.string()),
    tabs: count,
    inDropDown: count.optional(),
    quit: z.boolean(),
  }),
  /**
   * All windows of the app in the order of their opening; who needs the user, in any of them, the
   * most urgent first; how many closed tabs can come back. Of a row `window` is empty for a session
   * of tmux that no tab shows.
   */
  'windows/state': z.strictObject({
    windows: z.array(z.strictObject({ id: windowId, name: z.string() })),
    rows: z.array(z.strictObject({ window: windowId.or(z.literal('')), view: tabView })),
    reopenable: count,
  }),
  /** Another window's tab is held over this slot of the bar; null: no more. */
  'bar/drop-mark': z.strictObject({ place: count.nullable() }),
  /** Newest last. `at`: of the main process's clock. `muted`: it was shown nowhere else. */
  'attention/history': z.strictObject({
    notifications: z.array(
      z.strictObject({
        id: count,
        at: z.number(),
        session,
        category: notificationCategory,
        title: z.string(),
        text: z.string(),
        muted: z.literal(true).optional(),
      }),
    ),
  }),
  /**
   * A dialog, for who is not in its tab. `token`: goes back with the choice; null: it cannot be
   * answered from there, and `why` says why, in a sentence.
   */
  'attention/dialog': z.strictObject({ session, dialog: agentDialog }),
  /** `why` not, in a sentence; null: it was sent. */
  'attention/answered': z.strictObject({ session, why: z.string().nullable() }),
  /** Something happened in a tab that the user does not look at. */
  'attention/toast': z.strictObject({
    session,
    category: notificationCategory,
    title: z.string(),
    text: z.string(),
  }),
  /** `done` of `total` bytes have reached the pty; both equal: finished or cancelled. */
  'session/paste-progress': z.strictObject({
    session,
    done: z.int().min(0),
    total: z.int().min(0),
  }),
  /**
   * `heeded`: the program that reads the tab's terminal now has itself asked for paste brackets.
   */
  'clipboard/text': z.strictObject({ request: count, text: z.string(), heeded: z.boolean() }),
  'page/action': z.strictObject({ action }),
  /** In the order of the question. */
  'link/checked': z.strictObject({
    request: count,
    exist: z.array(z.boolean()).max(pathsAskedMax),
  }),
  /**
   * The themes of the user's folder: checked by core/config/theme where they were read. Sent whole,
   * with a sentence for each that was left out.
   */
  'page/themes': z.strictObject({
    themes: z
      .array(
        z.custom<Theme>(
          (value) =>
            z
              .looseObject({
                name: z.string(),
                foreground: z.string(),
                background: z.string(),
                ansi: z.array(z.string()).length(16),
                chrome: z.record(z.string(), z.string()),
              })
              .safeParse(value).success,
          'a theme',
        ),
      )
      .max(themesMax),
    problems: z.array(shownProblem).max(themesMax + 1),
  }),
  /**
   * The user's own sound (`bell.sound`), from the greeting on; no bytes: there is none. `file`: its
   * name, for people.
   */
  'page/sound': z.strictObject({ file: z.string(), bytes: bytes(soundBytesMax) }),
  /** It shall sound now. */
  'page/ring': z.strictObject({}),
  /** The desktop says that a screen reader runs. Behind the greeting; not sent when none does. */
  'page/screen-reader': z.strictObject({}),
  /** Something happened that the user need not act on: shown for a moment. */
  'page/toast': z.strictObject({ text: z.string() }),
  /**
   * Something went wrong that is not a tab's own matter. `editor`: one that can be offered for a
   * file of the configuration, in a tab. `instead`: the text of one that was true until now, and
   * leaves. `file`: it is about this one, which can be shown in its folder, or in an editor that
   * has this name.
   */
  'page/notice': z.strictObject({
    level: z.enum(['error', 'warning', 'notice']),
    text: z.string(),
    editor: z.strictObject({ name: z.string(), file: z.string() }).optional(),
    instead: z.string().optional(),
    file: z
      .strictObject({ path: z.string(), folder: z.boolean(), editor: z.string().optional() })
      .optional(),
  }),
} as const

/**
 * A strict object without fields is inferred as a record of nothing, which no object with a `kind`
 * could be.
 */
type Body<Guard extends z.ZodType> =
  z.infer<Guard> extends Record<string, never> ? unknown : Readonly<z.infer<Guard>>
type Union<Table extends Record<string, z.ZodType>> = {
  [Kind in keyof Table & string]: { readonly kind: Kind } & Body<Table[Kind]>
}[keyof Table & string]

export type PageMessage = Union<typeof pageMessages>
export type MainMessage = Union<typeof mainMessages>
