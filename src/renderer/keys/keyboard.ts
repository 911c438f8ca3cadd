/**
 * Handles each key of the window first: chords run their action, all other keys go to the element
 * with the focus.
 */
import { Bars } from '../overlay/consent/bars.ts'
import { defaultModes } from '../../base/sequences/modes.ts'
import type { ActionName } from '../../core/config/keys/actions.ts'
import type { KeyPress } from '../../core/config/keys/chords.ts'
import { ownKey } from '../../core/config/keys/own-key.ts'
import { readableAfterMs } from '../../core/consent/consent.ts'
import { isCharacter, type KeyEventFacts } from '../../core/config/keys/kitty-encode.ts'
import { reportEvents } from '../../core/config/keys/kitty-flags.ts'
import { isModifierOrLock } from '../../core/config/keys/kitty-keys.ts'
import { announceKey } from '../grid/frames/live-region.ts'
import type { Grid } from '../grid/grid.ts'
import type { WindowPage } from '../page/window-page.ts'
import { KeySequence, type SequenceKey } from './key-sequence.ts'
import { KeyboardLayout } from './keyboard-layout.ts'
import { isTaken, keyOverOverlay } from './over-grid.ts'
import {
  editsField,
  factsOf,
  isText,
  isTextField,
  keepFromBrowser,
  pressOf,
  take,
} from './press.ts'
import { programKeys, type ProgramSide } from '../../core/config/keys/program-keys.ts'

/**
 * Actions that a held key requests only once. The second request would answer the question of the
 * first, or act on the next tab.
 */
const once: ReadonlySet<ActionName | undefined> = new Set<ActionName>([
  'close_tab',
  'close_other_tabs',
  'close_tabs_to_the_right',
  'close_window',
  'restart_tab',
  'quit',
  'new_window',
  'move_tab_to_new_window',
  'copy_mode',
  'quick_select',
  'quick_select_open',
  'quick_select_insert',
  'quick_select_edit',
  'command_palette',
  'choose_theme',
  'find_conversation',
  'show_keys',
  'settings',
  'attention_list',
])

/** The Keyboard API of Chromium, which TypeScript does not know. */
const { keyboard } = navigator as {
  readonly keyboard?: { getLayoutMap(): Promise<ReadonlyMap<string, string>> }
}

interface HeldKey {
  readonly grid: Grid
  readonly facts: KeyEventFacts
}

export function listenToKeys(page: WindowPage): void {
  const layout = new KeyboardLayout(async () => new Map(await keyboard?.getLayoutMap()))
  let pressedIn: EventTarget | null = null
  let deadBefore = false
  const focusedAt = focusTimes()
  /**
   * Physical keys that are still down, and the grid whose program was sent it: that one is sent
   * their release too, and of no other.
   */
  const down = new Map<string, HeldKey>()
  const texts = listenToTexts(page, down)
  const release = releaser(page, down)
  const sequence = sequenceOf(page, down, release)

  listenToModifiers(page)
  window.addEventListener(
    'keydown',
    (event) => {
      const press = pressOf(event)
      texts.key = null
      if (isTaken(page, event, press)) return
      if (isComposing(event)) {
        deadBefore = true
        sequence.send()
        sendWhileComposing(page, event, factsOf(event, press, layout), down)
        return
      }
      const afterDead = deadBefore
      if (!isModifierOrLock(event.key)) deadBefore = event.key === 'Dead'
      if (!afterDead && !event.repeat) layout.follow(press)
      const facts = () => factsOf(event, press, layout)
      const bound = afterDead && isText(press) ? undefined : sequence.next(event, press, facts)
      if (bound === 'used') {
        take(event)
        return
      }
      const action = bound !== undefined && 'action' in bound ? bound.action : undefined
      if (!event.repeat) pressedIn = event.target
      // A held key stays with the element that had the keyboard when it was pressed, and presses no
      // button again.
      else if (
        once.has(action) ||
        (bound === undefined && (event.target !== pressedIn || pressesControl(event)))
      ) {
        take(event)
        return
      }
      if (page.state.overlay.value !== null) {
        keyOverOverlay(page, event, press, action)
        return
      }
      const grid = page.panes.shown
      const key = { event, press, bound, action, facts }
      if (grid === null || event.target !== grid.terminal.textarea)
        keyOutsideGrid(page, key, sequence)
      else keyInGrid(page, grid, key, { down, focusedAt, texts, sequence })
    },
    { capture: true },
  )
  listenToReleases(down, sequence, release)
  // Chromium would zoom the page, and remember that for the next start
  const keepZoom = (event: WheelEvent): void => {
    if (event.ctrlKey) event.preventDefault()
  }
  window.addEventListener('wheel', keepZoom, { passive: false })
}

/** Returns the sequence of the window, which ends when the keyboard goes elsewhere. */
function sequenceOf(page: WindowPage, down: Map<string, HeldKey>, release: Release): KeySequence {
  const { state, shortcuts, hold } = page
  const sequence = new KeySequence({
    lookup: () => shortcuts.value,
    show: (text) => state.sequence.set(text),
    perform: (bound) => {
      const { shown } = page.panes
      const isFocused = shown !== null && document.activeElement === shown.terminal.textarea
      if ('action' in bound) page.perform(bound.action)
      else if ('send' in bound && isFocused) shown.input.type(bound.send)
    },
    send: ({ event, facts, at, released }) => {
      const grid = at === 'next' ? page.panes.shown : at
      if (grid === null) {
        if (at === 'next') isTypedEarly(page, facts)
        return
      }
      if (!hold.on) down.set(facts.code, { grid, facts })
      sendToProgram(page, grid, event, facts)
      if (released !== null) release(facts.code, released)
    },
  })
  // the program gets the keys before a click, dropped text, or text without a key
  for (const kind of ['mousedown', 'drop', 'beforeinput'] as const)
    window.addEventListener(
      kind,
      ({ target }) => {
        const host = page.panes.shown?.host
        if (target instanceof Node && host?.contains(target) === true) sequence.send()
      },
      { capture: true },
    )
  window.addEventListener('blur', () => sequence.leave(true))
  window.addEventListener('focusin', () => sequence.leave())
  state.focused.subscribe(() => sequence.leave())
  state.overlay.subscribe(() => sequence.leave())
  shortcuts.subscribe(() => sequence.follow())
  return sequence
}

/** A pressed key, with its binding. */
interface Pressed {
  readonly event: KeyboardEvent
  readonly press: KeyPress
  readonly bound: ReturnType<WindowPage['shortcuts']['value']['find']>
  readonly action: ActionName | undefined
  readonly facts: () => KeyEventFacts
}

/** Performs the action of a key. The own key of `copy` is the program's without a selection. */
function isPerformed(page: WindowPage, { action, press }: Pressed): boolean {
  const isCopy = action === 'copy' || action === 'copy_raw'
  return action !== undefined && (page.perform(action) || (isCopy && !ownKey(press)))
}

function keyOutsideGrid(page: WindowPage, key: Pressed, sequence: KeySequence): void {
  const { event, press, bound, action } = key
  if (page.state.renaming.value !== null && event.target instanceof HTMLInputElement) {
    keepFromBrowser(event, press)
    return
  } // the name is edited
  if (isTextField(event.target) && editsField(event, press, action)) return
  if (bound !== undefined && 'starts' in bound) {
    const isEarly = page.panes.shown === null && page.hold.on
    sequence.begin(bound.starts, { event, facts: key.facts(), at: isEarly ? 'next' : null })
    take(event)
  } else if (isPerformed(page, key) || (bound === undefined && isTypedEarly(page, key.facts())))
    take(event)
  else keepFromBrowser(event, press)
}

/** State that the keys of all grids share. */
interface GridKeys {
  readonly down: Map<string, HeldKey>
  readonly focusedAt: () => number
  readonly texts: Texts
  readonly sequence: KeySequence
}

function keyInGrid(
  page: WindowPage,
  grid: Grid,
  key: Pressed,
  { down, focusedAt, texts, sequence }: GridKeys,
): void {
  const { event, press, bound, action } = key
  const isModes = grid.mode !== null && !page.hold.on
  // The mode handles its own keys first. Shortcuts still run their action, and nothing else gets
  // through.
  if (isModes && grid.mode?.key(press) === true) {
    take(event)
    return
  }
  if (bound !== undefined && 'starts' in bound) {
    const at = page.hold.on ? 'next' : isModes ? null : grid
    sequence.begin(bound.starts, { event, facts: key.facts(), at })
    take(event)
    return
  }
  if (isModes) {
    if (action !== undefined) page.perform(action)
    take(event)
    return
  }
  if (isPerformed(page, key)) {
    take(event)
    return
  }
  if (bound !== undefined && 'send' in bound) {
    grid.input.type(bound.send)
    take(event)
    return
  }
  const ended = grid.id === page.tabs.ended
  if (ended && page.get(Bars).scroll(grid.id, event)) return
  if (ended && !page.hold.on && isPlainEnter(press)) {
    // the program may have ended while the key was down, or during a line that the user types
    const endsLine = event.timeStamp - texts.unreadAt < readableAfterMs
    if (!event.repeat && !endsLine) page.tabs.leaveEnded(focusedAt())
    take(event)
    return
  }
  if (ended && !isModifierOrLock(event.key)) texts.unreadAt = event.timeStamp
  const facts = key.facts()
  if (event.isTrusted && !editsByNumber(event) && makesText(press)) {
    texts.key = { grid, facts }
    return
  }
  if (!page.hold.on) down.set(event.code, { grid, facts })
  sendToProgram(page, grid, event, facts)
}

interface Texts {
  /** The pressed key whose text has not arrived yet. */
  key: HeldKey | null
  /** When a key was pressed, or a text arrived, that no program reads. */
  unreadAt: number
}

/**
 * Sends keys that make text when their text arrives. An input method may replace the text of a key,
 * for example the last letter after Compose, and a key that a program has made may have no name.
 */
function listenToTexts(page: WindowPage, down: Map<string, HeldKey>): Texts {
  const texts: Texts = { key: null, unreadAt: Number.NEGATIVE_INFINITY }
  window.addEventListener(
    'keypress',
    (event) => {
      const { key } = texts
      texts.key = null
      const made = isText(pressOf(event)) ? event.key : String.fromCharCode(event.charCode)
      if (key === null || !isCharacter(made)) return
      const facts = { ...key.facts, key: made }
      if (!page.hold.on) down.set(facts.code, { ...key, facts })
      sendToProgram(page, key.grid, event, facts)
    },
    { capture: true },
  )
  // texts of an input method have no keys
  window.addEventListener(
    'beforeinput',
    ({ target, timeStamp }) => {
      const isInGrid = target === page.panes.shown?.terminal.textarea
      if (isInGrid && page.tabs.ended !== null) texts.unreadAt = timeStamp
    },
    { capture: true },
  )
  return texts
}

/**
 * Returns whether Chromium edits text because of the number of a key, such as that of Backspace,
 * instead of sending the key's text.
 */
function editsByNumber({ keyCode }: KeyboardEvent): boolean {
  return keyCode > 0 && keyCode < 48 && keyCode !== 32
}

/** A key without a name may make text. */
function makesText(press: KeyPress): boolean {
  const isNameless = press.key === '' || press.key === 'Unidentified'
  return isText(isNameless ? { ...press, key: ' ' } : press)
}

function sendToProgram(
  page: WindowPage,
  grid: Grid,
  event: KeyboardEvent,
  facts: KeyEventFacts,
): void {
  const keys = programKeys(facts, sideOf(page, grid))
  // a screen reader reads the text of the field
  const isRead = grid.terminal.options.screenReaderMode === true
  if (keys === '' || (isRead && !/^(?:Enter|Tab|Escape)$/.test(event.key)))
    keepFromBrowser(event, facts)
  else event.preventDefault()
  if (keys === '') return
  if (isRead) announceKey(grid.terminal, keys)
  send(grid, event, keys)
}

/**
 * Holds a key for the first grid. Its program has set no mode by then.
 * @returns false if there is a grid, or the page waits for none
 */
function isTypedEarly({ panes, hold, state }: WindowPage, facts: KeyEventFacts): boolean {
  if (panes.shown !== null) return false
  const options = state.options.value.keyboard
  const text = programKeys(facts, { ...defaultModes(), flags: 0, options })
  return text !== '' && hold.later(new TextEncoder().encode(text))
}

/**
 * Sends a key that the input method does not handle. The text composed so far is sent first, unless
 * the key has Ctrl: that text may still change.
 */
function sendWhileComposing(
  page: WindowPage,
  event: KeyboardEvent,
  facts: KeyEventFacts,
  down: Map<string, HeldKey>,
): void {
  keepFromBrowser(event, facts)
  // bindings have no effect, and their keys are not sent either
  if (isOfInputMethod(event) || page.shortcuts.value.find(facts) !== undefined) return
  const grid = page.panes.shown
  if (grid === null || grid.mode !== null || event.target !== grid.terminal.textarea) return
  const keys = programKeys(facts, sideOf(page, grid))
  if (keys === '') return
  if (!page.hold.on) down.set(event.code, { grid, facts })
  if (!event.ctrlKey && endsComposition.test(event.key)) grid.textWithoutKeys.finishComposition()
  send(grid, event, keys)
  event.preventDefault()
}

/** Keys that end a composition, unlike modifiers and volume keys. */
const endsComposition =
  /^(?:.|Enter|Tab|Escape|Backspace|Delete|Insert|Home|End|(?:Page|Arrow)\w+|F\d+)$/u

/** Returns a function for the time at which the focused element got the focus. */
function focusTimes(): () => number {
  let at = 0
  window.addEventListener('focusin', ({ timeStamp }) => {
    at = timeStamp
  })
  return () => at
}

/**
 * Reports to the tabs whether a modifier is held. It listens before the keys run actions, and also
 * while an overlay or an input method has the keyboard.
 */
function listenToModifiers({ state, tabs }: WindowPage): void {
  const follow = ({ ctrlKey, shiftKey, altKey, metaKey }: KeyboardEvent): void =>
    tabs.holdModifier(ctrlKey || shiftKey || altKey || metaKey)
  window.addEventListener('keydown', follow, { capture: true })
  window.addEventListener('keyup', follow, { capture: true })
  window.addEventListener('blur', () => {
    state.tabSwitch.set(null)
    tabs.holdModifier(false)
  })
}

/** @param now facts of the release */
type Release = (code: string, now: NonNullable<SequenceKey['released']>) => void

/** Returns a function that sends the release of a key to the program that was sent its press. */
function releaser(page: WindowPage, down: Map<string, HeldKey>): Release {
  return (code, now) => {
    const was = down.get(code)
    down.delete(code)
    if (was === undefined || (was.grid.modes.keyboardFlags & reportEvents) === 0) return
    const keys = programKeys({ ...was.facts, ...now, type: 'release' }, sideOf(page, was.grid))
    if (keys !== '') was.grid.input.typeHere(keys)
  }
}

function listenToReleases(
  down: Map<string, HeldKey>,
  sequence: KeySequence,
  release: Release,
): void {
  // The keyboard may be elsewhere by now: a chord has led to another tab, or to the bar.
  window.addEventListener(
    'keyup',
    (event) => {
      const press = pressOf(event)
      if (!sequence.release(event.code, press)) release(event.code, press)
    },
    { capture: true },
  )
  // A release while another window has the keyboard is not reported to this one.
  window.addEventListener('blur', () => {
    for (const code of [...down.keys()])
      release(code, { ctrl: false, shift: false, alt: false, meta: false })
  })
}

/** Returns everything but the key that decides which bytes a program gets. */
function sideOf(page: WindowPage, { modes, inside }: Grid): ProgramSide {
  const isBroadcast = page.state.broadcast.on
  return {
    // one form for all programs that get the key: each understands the legacy one
    flags: isBroadcast ? 0 : modes.keyboardFlags,
    modifyOtherKeys: isBroadcast ? 0 : modes.modifyOtherKeys,
    applicationCursor: modes.applicationCursor,
    applicationKeypad: modes.applicationKeypad && !isBroadcast,
    backspaceSendsBs: modes.backspaceSendsBs && !isBroadcast,
    newline: modes.newline && !isBroadcast,
    arrowsSwapped: modes.swapsArrows && !isBroadcast && inside.startsAtRight,
    options: page.state.options.value.keyboard,
  }
}

function isPlainEnter({ key, ctrl, alt, shift, meta }: KeyPress): boolean {
  return key === 'Enter' && !ctrl && !alt && !shift && !meta
}

/** Modifiers by themselves do not count as typing: they do not scroll to the end of the output. */
function send(grid: Grid, event: KeyboardEvent, keys: string): void {
  if (isModifierOrLock(event.key)) grid.input.typeInPlace(keys)
  else grid.input.type(keys)
}

/** Returns whether an input method is composing, which no shortcut disturbs. */
function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || isOfInputMethod(event)
}

/** Returns whether the input method has the key. Its text comes as an event of its own. */
function isOfInputMethod({ key, keyCode }: KeyboardEvent): boolean {
  return key === 'Process' || keyCode === 229
}

function pressesControl({ key, target }: KeyboardEvent): boolean {
  return (
    ['Enter', ' ', 'Delete'].includes(key) &&
    !(target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement)
  )
}
