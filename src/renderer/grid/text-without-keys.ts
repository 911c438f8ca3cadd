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
  inside: Pick<XtermInside, 'composing' | 'endComposition' | 'endDeadKey'>,
): void {
  const field = terminal.textarea
  if (field === undefined) return
  /** A key makes text, which xterm.js has from the key. */
  let isPress = false
  /** The input method has taken the last key, and may take text back for it. */
  let isOfMethod = false
  /** A key that the input method has left to xterm.js had it send what was composed so far. */
  let isSent = false
  /** What an input method may take back is at the end of it. */
  let before = ''
  const listen = (name: string, listener: (event: Event) => void) => {
    host.addEventListener(name, listener, { capture: true })
  }
  const send = (text: string) => {
    if (text === '') return
    inside.endDeadKey()
    terminal.input(text)
  }
  listen('keydown', (event) => {
    const { key, keyCode, isComposing, ctrlKey } = event as KeyboardEvent
    isPress = false
    isOfMethod = keyCode === 229
    before = field.value
    const isNone = isOfMethod || (isComposing && !makesBytes.test(key))
    // one with Ctrl is no end of what is composed: that may still become another text
    const isBeside = isComposing && ctrlKey && !isNone && !isSent
    isSent = isComposing && (isSent || !(isNone || isBeside))
    if (isNone) event.stopImmediatePropagation() // its text comes by itself, if it has any
    if (isBeside) inside.composing = false
  })
  // behind xterm.js's own listener
  field.addEventListener(
    'keydown',
    ({ isComposing }) => {
      if (isComposing && !isSent) inside.composing = true
    },
    true,
  )
  listen('keypress', (event) => {
    isPress = !isOfMethod
    if (isOfMethod) event.stopImmediatePropagation()
  })
  for (const name of ['keyup', 'blur'])
    listen(name, (event) => {
      isPress = false
      isSent &&= (event as KeyboardEvent).isComposing
    })
  // it takes back what it composes: the program has none of that
  listen('compositionupdate', () => {
    before = ''
  })
  // behind xterm.js's own listener
  field.addEventListener('compositionend', ({ data }) => {
    inside.endComposition()
    before = field.value
    if (!isSent) send(data)
    isSent = false
  })
  listen('input', (event) => {
    const { data, inputType, isComposing } = event as InputEvent
    if (event.target !== field || isComposing) return
    const gone = before.slice(field.value.length)
    before = field.value
    if (isOfMethod && inputType === 'deleteContentBackward') send(gone.replace(/./gsu, '\x7f'))
    if (inputType !== 'insertText') return
    if (!isPress) {
      event.stopImmediatePropagation()
      if (!isSent) send(data ?? '\n') // Enter is no text: it inserts a line break
    }
    isPress = false
  })
}

/** Keys that xterm.js has something to send for, unlike those of the volume. */
const makesBytes = /^(.|Enter|Tab|Escape|Backspace|Delete|Insert|Home|End|(Page|Arrow)\w+|F\d+)$/u
