import type { Terminal } from '@xterm/xterm'
import { pageClock } from '../page/clock.ts'
import { deadKeyLateMs, deadKeyMs, deadKeyReleasedMs } from './limits.ts'
import type { XtermInside } from './xterm-inside.ts'

/** The preedit text of GTK for a dead key, or Compose, that waits for its letter. */
const deadKeySigns = /^[\^`´¨~¯¸°·ˇ˘˙˚˝˛]$/

/** Keys that select the character of the next key. */
const shifts: ReadonlySet<string> = new Set(['Shift', 'AltGraph'])
/** Keys whose combinations GTK's input method drops after a dead key. */
const modifiers: ReadonlySet<string> = new Set(['Control', 'Alt', 'Meta'])

/**
 * Handles text that arrives without a key: from dictation, an on-screen keyboard or an input
 * method. `keys/keyboard.ts` encodes the keys, so xterm.js acts on neither. Its `_inputEvent` would
 * drop text after a key whose release it has not seen, such as a shortcut that opens a tab.
 */
export class TextWithoutKeys {
  readonly #field: HTMLTextAreaElement
  readonly #send: (text: string) => void
  readonly #hide: () => void
  /** The last key makes text, which has been sent for the key. */
  #isPress = false
  /** The input method has handled the last key, and may take back text for it. */
  #isOfMethod = false
  /** The composed text has been sent, or is dropped. */
  #isSent = false
  /** The field's text, at whose end is all that an input method may take back. */
  #before = ''
  /** The text composed so far, or `null`. */
  #composed: string | null = null
  /** The composition started with a dead key. */
  #isDead = false
  #isRefocusing = false
  #lastKey: KeyboardEvent | null = null
  #cancelDeadKey: () => void = () => undefined
  /** A key that selects the character after a dead key is held. */
  #isShiftHeld = false

  /** @param host the element around the terminal, which has been opened */
  constructor(host: HTMLElement, terminal: Terminal, inside: Pick<XtermInside, 'endComposition'>) {
    this.#field = terminal.textarea ?? document.createElement('textarea')
    this.#send = (text) => {
      if (text !== '') terminal.input(text)
    }
    this.#hide = () => inside.endComposition()
    terminal.attachCustomKeyEventHandler((event) => {
      if (event.defaultPrevented) event.stopPropagation()
      // the pointer that selects blocks, as xterm.js has it
      terminal.element?.classList.toggle('column-select', event.altKey)
      return false
    })
    const listen = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
    ) => {
      host.addEventListener(name, listener, { capture: true })
    }
    listen('keydown', (event) => this.#keyDown(event))
    listen('keypress', ({ defaultPrevented }) => {
      this.#isPress = !this.#isOfMethod && !defaultPrevented
    })
    listen('keyup', (event) => this.#keyUp(event))
    listen('focus', (event) => {
      if (this.#isRefocusing) event.stopImmediatePropagation()
    })
    listen('blur', (event) => {
      if (this.#isRefocusing) event.stopImmediatePropagation()
      this.#isPress = false
      this.#isShiftHeld = false
      this.#isSent &&= this.#isRefocusing
    })
    listen('compositionupdate', (event) => this.#update(event.data))
    // after xterm.js's own listener
    this.#field.addEventListener('compositionend', (event) => this.#end(event.data))
    listen('input', (event) => this.#input(event as InputEvent))
  }

  /** Sends the text composed so far, before a key that the input method does not handle. */
  finishComposition(): void {
    if (this.#composed === null || this.#isSent) return
    this.#isSent = true
    this.#hide()
    this.#send(this.#composed)
  }

  #keyDown(event: KeyboardEvent): void {
    const { key, keyCode, isComposing, ctrlKey } = event
    this.#lastKey = event
    this.#isPress = false
    this.#isOfMethod = keyCode === 229
    // A layout that changed while AltGr was held reports another key at its release.
    this.#isShiftHeld = shifts.has(key) || event.shiftKey || event.getModifierState('AltGraph')
    if (shifts.has(key)) this.#cancelDeadKey()
    else if (modifiers.has(key) && isComposing && this.#isDead) this.#dropDeadKeyAfter(deadKeyMs)
    this.#isSent &&= isComposing
    // else the field would grow with each text that it has been given
    const isEnd = key === 'Enter' || (ctrlKey && key === 'c')
    if (isEnd && !this.#isOfMethod && !isComposing) this.#field.value = ''
    this.#before = this.#field.value
  }

  #keyUp({ isComposing, key, timeStamp }: KeyboardEvent): void {
    this.#isPress = false
    this.#isSent &&= isComposing
    const isShift = shifts.has(key)
    if (isShift) this.#isShiftHeld = false
    const isDeadKey = key === 'Dead' || key === 'Compose'
    if (!isComposing || (!isDeadKey && !(isShift && this.#isDead))) return
    this.#isDead = true
    const isLate = isDeadKey && pageClock.now() - timeStamp > deadKeyLateMs
    this.#dropDeadKeyAfter(isLate ? deadKeyMs : deadKeyReleasedMs)
  }

  /** Waits for the letter while Shift is held. */
  #dropDeadKeyAfter(ms: number): void {
    this.#cancelDeadKey()
    if (!this.#isShiftHeld) this.#cancelDeadKey = pageClock.after(ms, () => this.#dropDeadKey())
  }

  /**
   * GTK's input method drops each key with Ctrl or Alt after a dead key, and no event reaches the
   * page. Only another focus ends that.
   */
  #dropDeadKey(): void {
    if (document.activeElement !== this.#field) return
    this.#isSent = true
    this.#isRefocusing = true
    this.#field.blur()
    this.#field.focus()
    this.#isRefocusing = false
  }

  #update(data: string): void {
    this.#cancelDeadKey()
    if (this.#composed === null) this.#isDead = deadKeySigns.test(data)
    this.#composed = data
    // an input method removes its composition, which the program has not received yet
    this.#before = ''
  }

  #end(data: string): void {
    this.#hide()
    this.#cancelDeadKey()
    this.#before = this.#field.value
    const [isSent, isDead] = [this.#isSent, this.#isDead]
    this.#composed = null
    this.#isSent = false
    this.#isDead = false
    if (isSent) return
    if (isDead && [...data].length === 1) this.#press(data)
    else this.#send(data)
  }

  /** A dead key and another one have made a character, which counts as a key press, as in kitty. */
  #press(key: string): void {
    const { code = '', shiftKey = false } = this.#lastKey ?? {}
    const init = { key, code, shiftKey, bubbles: true, cancelable: true }
    this.#field.dispatchEvent(new KeyboardEvent('keydown', init))
  }

  #input(event: InputEvent): void {
    const { data, inputType, isComposing, target } = event
    if (target !== this.#field || isComposing) return
    const gone = this.#before.slice(this.#field.value.length)
    this.#before = this.#field.value
    if (this.#isOfMethod && inputType === 'deleteContentBackward')
      this.#send(gone.replace(/./gsu, '\x7f'))
    if (inputType !== 'insertText') return
    event.stopImmediatePropagation()
    // Enter inserts a line break, without data
    if (!this.#isPress && !this.#isSent) this.#send(data ?? '\n')
    this.#isPress = false
  }
}
