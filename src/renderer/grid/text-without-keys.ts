import type { Terminal } from '@xterm/xterm'
import type { XtermInside } from './xterm-inside.ts'

/**
 * Takes text that comes without a key: of dictation, a keyboard on the screen, an input method.
 * xterm.js's own `_inputEvent` drops it after a key whose release it has not seen, as that of a
 * chord which opens a tab, and always while a screen reader reads what is typed. What an input
 * method says xterm.js reads from the field in a later turn: behind a key that comes before, or,
 * since Enter empties the field, never.
 * @param host around the terminal, which has been opened: asked before xterm.js is
 */
export function takeTextWithoutKeys(
  host: HTMLElement,
  terminal: Terminal,
  inside: Pick<XtermInside, 'endComposition' | 'endDeadKey'>,
): void {
  const field = terminal.textarea
  if (field === undefined) return
  /** A key makes text, which xterm.js has from the key. */
  let isPress = false
  /** The input method has taken the last key, and may take text back for it. */
  let isOfMethod = false
  let length = 0
  const listen = (name: string, listener: (event: Event) => void) => {
    host.addEventListener(name, listener, { capture: true })
  }
  const send = (text: string) => {
    if (text === '') return
    inside.endDeadKey()
    terminal.input(text)
  }
  listen('keydown', (event) => {
    isPress = false
    isOfMethod = (event as KeyboardEvent).keyCode === 229
    length = field.value.length
    if (isOfMethod) event.stopImmediatePropagation() // its text comes by itself, if it has any
  })
  listen('keypress', () => {
    isPress = true
  })
  for (const name of ['keyup', 'blur'])
    listen(name, () => {
      isPress = false
    })
  // behind xterm.js's own listener
  field.addEventListener('compositionend', () => send(field.value.slice(inside.endComposition())))
  listen('input', (event) => {
    const { data, inputType, isComposing } = event as InputEvent
    if (event.target !== field || isComposing) return
    const gone = length - field.value.length
    length = field.value.length
    if (isOfMethod && inputType === 'deleteContentBackward') send('\x7f'.repeat(Math.max(0, gone)))
    if (inputType !== 'insertText' || data === null) return
    if (!isPress) {
      event.stopImmediatePropagation()
      send(data)
    }
    isPress = false
  })
}
