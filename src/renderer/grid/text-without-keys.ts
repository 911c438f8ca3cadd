import type { Terminal } from '@xterm/xterm'

/**
 * Takes text that comes without a key: of dictation, a keyboard on the screen, the emoji picker of
 * an input method. xterm.js's own `_inputEvent` drops it after a key whose release it has not seen,
 * as that of a chord which opens a tab, and always while a screen reader reads what is typed.
 * @param host around the terminal: asked before xterm.js is
 */
export function takeTextWithoutKeys(host: HTMLElement, terminal: Terminal): void {
  let isKeyDown = false
  const listen = (name: string, listener: (event: Event) => void) => {
    host.addEventListener(name, listener, { capture: true })
  }
  listen('keydown', () => {
    isKeyDown = true
  })
  for (const name of ['keyup', 'blur'])
    listen(name, () => {
      isKeyDown = false
    })
  listen('input', (event) => {
    const { data, inputType, isComposing } = event as InputEvent
    if (event.target !== terminal.textarea || isKeyDown || isComposing) return
    if (inputType !== 'insertText' || data === null) return
    event.stopImmediatePropagation()
    terminal.input(data)
  })
}
