/**
 * All messages between the main process and a page, with run-time guards. The types derive from one
 * table per direction, so a message without a guard does not compile. All messages are one-way.
 */
import { foundConversation, searchEnd } from '../../agents/conversations/found.ts'
import { foundMax, searchCharactersMax } from '../../agents/conversations/limits.ts'
import { integrated } from '../../agents/state/integration.ts'
import { z } from 'zod'
import { paneId as pane, sessionId as session, tabId as tab } from '../windows/panes/id-guards.ts'
import type { WhyState } from '../../agents/state/why.ts'
import { drawnMax } from '../consent/consent.ts'
import { nameCharactersMax } from '../../base/text/safe-text.ts'
import { droppedPathsMax, droppedPathUnitsMax, imageBytesMax } from '../consent/dropped.ts'
import { savable } from '../config/savable.ts'
import { isOptions, type Options } from '../config/table.ts'
import { configProblemsMax, optionsSavedMax } from '../config/limits.ts'
import { actionNames } from '../config/keys/actions.ts'
import { isLayoutName } from '../windows/layouts/layout.ts'
import { layoutsMax } from '../windows/layouts/limits.ts'
import { permission } from '../clients/mcp/access.ts'
import { permissionsMax } from '../clients/mcp/limits.ts'
import { linkBytesMax, pathCharactersMax, pathsAskedMax, pathUnitsMax } from '../links/limits.ts'
import { count, agentDialog, displayState, profile, tabView } from '../windows/tabs/tab-view.ts'
import { tabMark } from '../windows/tabs/tab-mark.ts'
import { promptQueueAct, promptQueueView } from '../windows/tabs/prompt-queue-view.ts'
import { worktreeAct, worktreeList, worktreeRemoval } from '../windows/worktrees/worktree-view.ts'
import { collectionMax, themesMax } from '../config/theme/limits.ts'
import { isTree, type Split, type Tree } from '../windows/panes/tree.ts'
import { resumeLineCharactersMax, directoryUnitsMax } from '../../agents/resume/limits.ts'
import type { Theme } from '../config/theme/theme.ts'
import {
  fontFamiliesMax,
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
  tabsClosedMax,
} from './limits.ts'

const bytes = (max: number) =>
  z.custom<Uint8Array>(
    (value) => value instanceof Uint8Array && value.byteLength <= max,
    `bytes, at most ${max}`,
  )

/** Bytes of output since the tab was opened; continues over restarts. */
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
/** Processes that outlive a tab, and the user's wish to end them. */
const left = { left: z.array(z.string()).optional() }
const end = { end: z.literal(true).optional() }
/** The line that resumes an agent and its directory, as shown to the user. */
const resumeLine = z.strictObject({
  command: z.string().min(1).max(resumeLineCharactersMax),
  directory: z.string().min(1).max(directoryUnitsMax),
})
export type ResumeLine = Readonly<z.infer<typeof resumeLine>>

const filePath = z.string().min(1).max(pathCharactersMax)

/**
 * Facts of a window for programs' queries: the current cell, CSS px, `null` while nothing is drawn;
 * the theme's colors, with the first 16 of the palette in `ansi`.
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
  /** The page has loaded and requests the window's state and each tab's screen. */
  'page/ready': z.strictObject({}),
  /** Opens a tab after the active one, in its directory or as set by the profile. */
  'tab/open': z.strictObject({ profile: profile.optional() }),
  /**
   * Closes all panes of the tab. `force`: the user has confirmed. Without it the main process may
   * send `tab/confirm-close`. `end`: the processes that this question named end too.
   */
  'tab/close': z.strictObject({ tab, force: z.boolean(), ...end }),
  /** Closes all of these tabs; without `force` the main process may send `tabs/confirm-close`. */
  'tabs/close': z.strictObject({
    tabs: z.array(tab).max(tabsClosedMax),
    force: z.boolean(),
    ...end,
  }),
  /** Closes one pane; without `force` the main process may send `pane/confirm-close`. */
  'pane/close': z.strictObject({ pane, force: z.boolean(), ...end }),
  /** Without `force` the main process may send `session/confirm-restart`. */
  'session/restart': z.strictObject({ session, force: z.boolean() }),
  /** Starts the tab's waiting command, exactly this one in this directory. */
  'session/start': z.strictObject({
    session,
    command: z.string().max(drawnMax),
    directory: z.string().max(pathUnitsMax),
  }),
  /** Accepts the tab's offer to resume, by the text shown, or declines it. */
  'session/resume': z.strictObject({ session, accept: resumeLine.or(z.literal(false)) }),
  /** Gives the pane the focus in its tab, and makes the tab the active one. */
  'pane/focus': z.strictObject({ pane }),
  /** Opens a pane right of this one (`row`) or below it, in its directory. */
  'pane/split': z.strictObject({ pane, axis: z.enum(['row', 'column']) }),
  /** Other places, ratios or zoom of the panes that a tab has. Ignored for any other panes. */
  'tab/arrange': z.strictObject({
    tab,
    tree: z.custom<Split>((value) => typeof value !== 'string' && isTree(value), 'a split'),
    zoomed: z.boolean(),
  }),
  /** Joins the tab with the tab of the pane `at`, on that side of it. */
  'tab/join': z.strictObject({
    tab,
    at: pane,
    side: z.enum(['left', 'right', 'up', 'down']),
  }),
  /** Moves the pane to its own tab. */
  'pane/own-tab': z.strictObject({ pane }),
  /** `to`: new index in the tab bar. */
  'tab/move': z.strictObject({ tab, to: count }),
  /** Keys, as bytes for the pty. */
  'session/input': z.strictObject({ session, bytes: bytes(pageMessageBytesMax) }),
  /** Requested mouse and focus reports, which are dropped first when the pty takes no input. */
  'session/mouse': z.strictObject({ session, bytes: bytes(4_096) }),
  /** A click in a prompt. */
  'session/click': z.strictObject({ session, bytes: bytes(4_096) }),
  /** Part of a filtered and bracketed paste (core/consent) of `total` bytes. */
  'session/paste': z.strictObject({
    session,
    bytes: bytes(pasteMessageBytesMax),
    total: z.int().min(0),
    last: z.boolean(),
  }),
  'session/paste-cancel': z.strictObject({ session }),
  'session/resize': z.strictObject({ session, cols: columns, rows }),
  /** The user takes the size back from a socket client. */
  'session/take-size': z.strictObject({ session }),
  /** The tab is visible and needs frames, starting with a full one; or is not. */
  'session/frames': z.strictObject({ session, on: z.boolean() }),
  /** The last frame was drawn. */
  'session/drawn': z.strictObject({ session }),
  /** The last history rows were stored. */
  'session/rows-taken': z.strictObject({ session }),
  /** Requests history rows (terminal/frames/frame.ts). */
  'session/want-rows': z.strictObject({ session, numbering: offset, first: offset, count }),
  /** The user reads history from this row on; `null` for the screen. Sent before a resize. */
  'session/view': z.strictObject({ session, numbering: offset, row: offset.nullable() }),
  /** Scrolls to the output after `place` bytes, by the timeline. */
  'session/to-place': z.strictObject({ session, place: offset }),
  /** Resizes only the terminal of an ended program to its grid. */
  'session/lay-out': z.strictObject({ session, cols: columns, rows }),
  /** Before the first size, and whenever they change. */
  'window/facts': windowFacts,
  /** The facts for one session, whose profile has colors or fonts of its own. */
  'session/facts': windowFacts.extend({ session }),
  /** Opens an OSC 8 link, whose address `core/links` checks. */
  'link/open': z.strictObject({ session, address: z.string().max(linkBytesMax) }),
  /** Opens a file position, relative to the tab's directory. `edit`: only in an editor. */
  'link/open-path': z.strictObject({
    session,
    path: filePath,
    line: z.int().min(1).max(9_999_999).nullable(),
    column: z.int().min(1).max(999_999).nullable(),
    edit: z.literal(true).optional(),
  }),
  /** Asks which paths are files; `link/checked` answers with the same number. */
  'link/check': z.strictObject({
    session,
    request: count,
    paths: z.array(filePath).min(1).max(pathsAskedMax),
  }),
  /** Accepts the offer of a notice about a refused file: its folder or an editor. */
  'link/offered': z.strictObject({
    path: z.string().min(1).max(pathUnitsMax),
    as: z.enum(['folder', 'editor']),
  }),
  /** Plays the bell. */
  'bell/ring': z.strictObject({ session }),
  /** The bytes of `page/sound` can't be played. */
  'bell/unplayable': z.strictObject({}),
  /** `drawn`: the text was selected in this tab, below the text `before` its first row. */
  'clipboard/write': z.strictObject({
    selection,
    text: z.string().max(clipboardTextMax),
    drawn: z
      .strictObject({ session, before: z.string().max(clipboardTextMax), columns })
      .optional(),
  }),
  /** Reads text to paste into `tab`. */
  'clipboard/read': z.strictObject({ session, selection, request: count }),
  /** Files dropped on the session; `clipboard/text` has their quoted paths. */
  'drop/files': z.strictObject({
    session,
    request: count,
    paths: z.array(z.string().min(1).max(droppedPathUnitsMax)).min(1).max(droppedPathsMax),
  }),
  /** A dropped image without a file; `clipboard/text` has the path of a new file. */
  'drop/image': z.strictObject({ session, request: count, bytes: bytes(imageBytesMax) }),
  /** `force`: the user has confirmed. `end`: the processes that the question named end too. */
  'window/close': z.strictObject({ force: z.boolean(), ...end }),
  'window/fullscreen': z.strictObject({}),
  /** Size of an unsplit tab, sent before the sizes of panes. */
  'window/room': z.strictObject({ cols: columns, rows }),
  /** Sizes of a cell and of the space around the grid, CSS px; sent once. */
  'window/measured': z.strictObject({ cell: extent, around: extent }),
  /**
   * Opens the configuration in an editor, creating it if missing. `file`: a file with a shown
   * problem instead, which is not created. `inTerminal`: in the editor offered by `page/notice`.
   */
  'config/open': z.strictObject({
    file: z.string().optional(),
    inTerminal: z.literal(true).optional(),
  }),
  'config/reload': z.strictObject({}),
  /** The window gained or lost the focus, and with it its active tab. */
  'window/focus': z.strictObject({ focused: z.boolean() }),
  /** Filter of the sidebar's tabs; empty for none. */
  'window/filter': z.strictObject({ text: z.string().max(tabFilterMax) }),
  /** Clears the state until the program reports something new. */
  'session/acknowledge': z.strictObject({ session }),
  /** Marks the state as seen. */
  'session/seen': z.strictObject({ session }),
  /** `forMs`: duration, or until a new message; `null` ends the snooze. */
  'session/snooze': z.strictObject({ session, forMs: z.int().min(0).max(snoozeMsMax).nullable() }),
  /**
   * Requests the reasons for a tab's state. The main process answers with `session/why` and the
   * same number.
   */
  'session/why': z.strictObject({ session, request: count }),
  /** Clears the history, in the page and for later runs. */
  'session/clear-scrollback': z.strictObject({ session }),
  'session/reset': z.strictObject({ session }),
  /**
   * Opens history, the last output or the changes of the turn in the pager. `below`: rows from the
   * first visible one.
   */
  'session/page': z.strictObject({
    session,
    what: z.enum(['scrollback', 'output', 'changes']),
    below: count,
  }),
  /** The user's name, which main sanitizes and truncates; `null` for the automatic one. */
  'session/rename': z.strictObject({ session, name: z.string().max(tabNameUnitsMax).nullable() }),
  /** Opens a copy after this tab. */
  'session/duplicate': z.strictObject({ session }),
  /** Reopens the last closed tab of any window. */
  'tab/reopen': z.strictObject({}),
  'session/mute': z.strictObject({ session, muted: z.boolean() }),
  /** An empty mark leaves it to the rules. */
  'session/mark': z.strictObject({ session, mark: tabMark }),
  /** Moves the tab to a window; `null` for a new one. */
  'tab/to-window': z.strictObject({ tab, window: windowId.nullable() }),
  /** A tab dragged outside to `at`, px of the window's content; `null` if canceled. */
  'tab/drag': z.strictObject({
    tab,
    at: z.strictObject({ x: pixel, y: pixel }).nullable(),
    drop: z.boolean(),
  }),
  'window/new': z.strictObject({}),
  'window/restore-before': z.strictObject({}),
  /** Saves the window's tabs as a layout. `overwrite`: the user confirmed replacing a file. */
  'layout/save': z.strictObject({ name: layoutName, overwrite: z.boolean() }),
  /** Opens a layout in its own window. */
  'layout/open': z.strictObject({ name: layoutName }),
  /** Goes to a tab of any window. */
  'attention/go': z.strictObject({ session }),
  /** Requests a tab's dialog; `attention/dialog` answers. */
  'attention/dialog': z.strictObject({ session }),
  /** Answers a dialog that the user was shown; `attention/answered` follows. */
  'attention/answer': z.strictObject({
    session,
    token: z.string().max(dialogTokenMax),
    choice: z.int().min(1).max(9),
  }),
  /** Changes or reads a tab's prompt queue; `queue/state` answers. */
  'queue/act': z.strictObject({ session, do: promptQueueAct }),
  /** Searches agents' transcripts; empty text for the newest. `conversations/found` answers. */
  'conversations/find': z.strictObject({
    request: count,
    text: z.string().max(searchCharactersMax),
  }),
  /** Ends the search. */
  'conversations/stop': z.strictObject({}),
  /** Resumes a found conversation in a new tab, or goes to its tab. `fork`: continues a copy. */
  'conversations/open': z.strictObject({ request: count, index: count, fork: z.boolean() }),
  /** Lists, creates, opens or removes worktrees of the session's repository. */
  'worktree/act': z.strictObject({ session, do: worktreeAct }),
  /** Requests the history; `attention/history` answers. */
  'attention/history': z.strictObject({}),
  /** "Don't ask again" until vibeflow exits. */
  'option/never-ask': z.strictObject({}),
  /** The offer to integrate this agent was accepted or declined. */
  'offer/answered': z.strictObject({ agent: z.enum(integrated) }),
  /** Answers the question of `page/mcp` with this number. */
  'mcp/answer': z.strictObject({
    question: count,
    access: z.enum(['none', 'read', 'full', 'later']),
  }),
  /** Forgets the answer for this program. */
  'mcp/forget': z.strictObject({ path: z.string().max(pathUnitsMax) }),
  /** Saves an option after the user has seen the change, with others that must change too. */
  'option/save': z.strictObject({
    option: savable,
    others: z.array(savable).max(optionsSavedMax).optional(),
  }),
  /** Requests `page/fonts`. */
  'fonts/list': z.strictObject({}),
  /** Requests `page/theme-collection`. */
  'themes/list': z.strictObject({}),
  /**
   * Closes all windows. `force`: the user has confirmed. `stop`: ends programs that would keep
   * running. `end`: the processes that the question named end too.
   */
  'app/quit': z.strictObject({ force: z.boolean(), stop: z.boolean().optional(), ...end }),
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

/** Actions that menus or second processes request from the page. */
const action = z.enum(actionNames)
export type Action = z.infer<typeof action>

const theme = z.custom<Theme>(
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
)

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
   * The first message. `test`: the page offers `window.vibeflowTest`. `now`: the main process's
   * clock, which times in views refer to. `translucent`: the window is transparent. `dropDown`: it
   * is the drop-down. `fonts`: families of this system for characters that the configured ones
   * lack, in order.
   */
  'page/hello': z.strictObject({
    version: z.string(),
    test: z.boolean(),
    now: z.number(),
    translucent: z.boolean(),
    dropDown: z.boolean(),
    fonts: z.array(z.string()),
  }),
  /** Current options, after the greeting and on changes. */
  'page/options': z.strictObject({ options: z.custom<Options>(isOptions, 'options') }),
  /** Agents whose integration is no longer offered; sent at first and after an answer. */
  'page/offers': z.strictObject({ answered: z.array(z.enum(integrated)) }),
  /**
   * A program that requests access to `vibeflow mcp`, and answered ones; sent at first and on
   * changes. `offers`: the most that can be granted; `lasting`: the answer is remembered by path,
   * else for this process; `tab`: title of the program's tab.
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
  /** Installed families whose letters have one width. */
  'page/fonts': z.strictObject({
    families: z.array(z.string().max(nameCharactersMax)).max(fontFamiliesMax),
  }),
  /** Names of saved layouts; sent at first and on changes. */
  'page/layouts': z.strictObject({ names: z.array(layoutName).max(layoutsMax) }),
  /** Problems of the configuration in sentences; empty if valid. `file`: its path. */
  'page/configuration': z.strictObject({
    file: z.string(),
    problems: z.array(shownProblem).max(configProblemsMax),
  }),
  /**
   * State of the tab bar: order, active tab, full screen; `visible`: the window can be seen. It is
   * sent completely when order, membership or activity change. `now`: as in the greeting; the page
   * uses the value that arrived fastest. `sessions`: the sessions of all panes, tab after tab.
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
  /** Active, waiting and failed times; sent on changes, up to once per second. */
  'session/time-line': z.strictObject({
    session,
    segments: z.array(timeLineSegment).max(segmentsMax),
  }),
  /** The user wants to see this row, by its number. It answers `session/to-place`. */
  'session/scroll-to': z.strictObject({ session, numbering: offset, row: offset }),
  /** The reasons of a tab's state. agents/state/why.ts writes them with safe texts. */
  'session/why': z.strictObject({
    session,
    request: count,
    report: z.custom<WhyState>(
      (value) => z.looseObject({ short: z.string(), state: displayState }).safeParse(value).success,
      'reasons of a state',
    ),
  }),
  /** A frame of the screen, or history rows (terminal/frames). */
  'session/cells': z.strictObject({ session, bytes: bytes(cellsBytesMax) }),
  /** The tab's program rang the bell; close ones are merged. */
  'session/bell': z.strictObject({ session }),
  /** A socket client decides the size; `null` if the window does. */
  'session/size': z.strictObject({
    session,
    size: z.strictObject({ cols: columns, rows }).nullable(),
  }),
  /**
   * A program runs there, so the page asks the user first. `sentence`: the loss if the user
   * confirms; '' without one. `left`: processes that keep running, by name.
   */
  'tab/confirm-close': z.strictObject({ tab, ...closing, ...left }),
  /** `sentences`: one per tab that would lose something. */
  'tabs/confirm-close': z.strictObject({
    tabs: z.array(tab),
    sentences: z.array(z.string()),
    ...left,
  }),
  'pane/confirm-close': z.strictObject({ pane, ...closing, ...left }),
  'session/confirm-restart': z.strictObject({ session, ...closing }),
  /**
   * `sentences`: one per tab that would lose something. `inDropDown`: how many tabs are in the
   * drop-down, which may be hidden. `quit`: all windows close. `keeps`: the programs keep running.
   * `left`: processes that keep running, by name.
   */
  'window/confirm-close': z.strictObject({
    sentences: z.array(z.string()),
    tabs: count,
    inDropDown: count.optional(),
    quit: z.boolean(),
    keeps: z.boolean().optional(),
    ...left,
  }),
  /**
   * All windows in the order of opening, tabs that need the user, most urgent first, and the number
   * of reopenable tabs. `window` is empty for a detached tmux session.
   */
  'windows/state': z.strictObject({
    windows: z.array(z.strictObject({ id: windowId, name: z.string() })),
    rows: z.array(z.strictObject({ window: windowId.or(z.literal('')), view: tabView })),
    reopenable: count,
  }),
  /** Another window's tab is dragged over this position of the bar; `null` if no longer. */
  'bar/drop-mark': z.strictObject({ place: count.nullable() }),
  /** Newest last. `at`: main process's clock. `muted`: it was shown nowhere else. */
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
   * A dialog for viewers outside its tab. `token`: sent back with the choice; `null` if it can't be
   * answered from there, with the reason in `why`.
   */
  'attention/dialog': z.strictObject({ session, dialog: agentDialog }),
  /** `why`: a sentence about why it was not sent; `null` if it was. */
  'attention/answered': z.strictObject({ session, why: z.string().nullable() }),
  /** More results of the search; the last message has its end. */
  'conversations/found': z.strictObject({
    request: count,
    conversations: z.array(foundConversation).max(foundMax),
    end: searchEnd.nullable(),
  }),
  /** Answers "list" and "check" of `worktree/act`. `problem`: a sentence instead. */
  'worktree/state': z.strictObject({
    session,
    list: worktreeList.nullable(),
    removal: worktreeRemoval.nullable(),
    problem: z.string().nullable(),
  }),
  /** `problem`: a sentence about why nothing was changed. `queue` is `null` if the tab has none. */
  'queue/state': z.strictObject({
    session,
    queue: promptQueueView.nullable(),
    problem: z.string().nullable(),
  }),
  /** Something happened in a tab that the user is not looking at. */
  'attention/toast': z.strictObject({
    session,
    category: notificationCategory,
    title: z.string(),
    text: z.string(),
  }),
  /** `done` of `total` bytes reached the pty; equal when finished or canceled. */
  'session/paste-progress': z.strictObject({
    session,
    done: z.int().min(0),
    total: z.int().min(0),
  }),
  /** `heeded`: the tab's current reader requested paste brackets itself. */
  'clipboard/text': z.strictObject({
    request: count,
    text: z.string(),
    heeded: z.boolean(),
    /** The image whose path is the text: a description, and its file for a thumbnail. */
    image: z.strictObject({ words: z.string(), bytes: bytes(imageBytesMax) }).optional(),
  }),
  /** The text of this request takes longer: a file is copied first. */
  'clipboard/waits': z.strictObject({ request: count, text: z.string() }),
  /** The last copied text was cleaned. `text` names what was removed. */
  'clipboard/cleaned': z.strictObject({ text: z.string() }),
  'page/action': z.strictObject({ action }),
  /** In the order of the request. */
  'link/checked': z.strictObject({
    request: count,
    exist: z.array(z.boolean()).max(pathsAskedMax),
  }),
  /** Themes of the user's directory, with a sentence for each invalid one. */
  'page/themes': z.strictObject({
    themes: z.array(theme).max(themesMax),
    problems: z.array(shownProblem).max(themesMax + 1),
  }),
  /** Themes that are neither bundled nor the user's. */
  'page/theme-collection': z.strictObject({ themes: z.array(theme).max(collectionMax) }),
  /** The user's sound (`bell.sound`); without bytes there is none. `file`: its name. */
  'page/sound': z.strictObject({ file: z.string(), bytes: bytes(soundBytesMax) }),
  /** Plays it now. */
  'page/ring': z.strictObject({}),
  /** The desktop reports a screen reader; sent after the greeting, only if one runs. */
  'page/screen-reader': z.strictObject({}),
  /** Information that is shown for a moment. */
  'page/toast': z.strictObject({ text: z.string() }),
  /**
   * A problem beyond one tab. `editor`: an editor that can open a configuration file, in a tab.
   * `instead`: text of an outdated notice to remove. `file`: the file in question, to show in its
   * folder or in the named editor.
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

/** A strict object without fields would be inferred as a record of nothing. */
type Body<Guard extends z.ZodType> =
  z.infer<Guard> extends Record<string, never> ? unknown : Readonly<z.infer<Guard>>
type Union<Table extends Record<string, z.ZodType>> = {
  [Kind in keyof Table & string]: { readonly kind: Kind } & Body<Table[Kind]>
}[keyof Table & string]

export type PageMessage = Union<typeof pageMessages>
export type MainMessage = Union<typeof mainMessages>
