import type { Terminal } from '@xterm/xterm'

/**
 * Takes text that comes without a key: of dictation, a keyboard on the screen, the emoji picker of
 * an input method. xterm.js's own `_inputEvent` drops it after a key whose release it has not seen,
 * as that of a chord which opens a tab, and always while a screen reader reads what is typed.
 * @param host around the terminal, which has been opened: asked before xterm.js is
 * @param endDeadKey no dead key waits for a letter any more
 */
export function takeTextWithoutKeys(
  host: HTMLElement,
  terminal: Terminal,
  endDeadKey: () => void,
): void {
  /** One that makes its own text: xterm.js has it from the key. */
  let isKeyDown = false
  /** Turns that xterm.js has set in which it sends what is new in the field. */
  let readings = 0
  const listen = (name: string, listener: (event: Event) => void) => {
    host.addEventListener(name, listener, { capture: true })
  }
  listen('keydown', (event) => {
    isKeyDown = !isOfInputMethod(event)
    // the turn that is set reads the text of this one too: another would send it again
    if (!isKeyDown && readings > 0) event.stopImmediatePropagation()
  })
  for (const name of ['keyup', 'blur'])
    listen(name, () => {
      isKeyDown = false
    })
  // behind xterm.js's own listeners, and so its turn before ours
  for (const name of ['keydown', 'compositionend'])
    terminal.textarea?.addEventListener(
      name,
      (event) => {
        const isSet = name !== 'keydown' || (isOfInputMethod(event) && !composes(event))
        if (!isSet) return
        readings += 1
        setTimeout(() => (readings -= 1), 0)
      },
      { capture: name === 'keydown' },
    )
  listen('input', (event) => {
    const { data, inputType } = event as InputEvent
    if (event.target !== terminal.textarea || composes(event)) return
    if (inputType !== 'insertText' || data === null) return
    if (readings > 0) event.stopImmediatePropagation()
    else if (!isKeyDown) {
      event.stopImmediatePropagation()
      endDeadKey()
      terminal.input(data)
    }
  })
}

/** The input method has taken the key: its text comes by itself, if it has any. */
const isOfInputMethod = (event: Event): boolean => (event as KeyboardEvent).keyCode === 229

const composes = (event: Event): boolean => (event as KeyboardEvent | InputEvent).isComposing
