/** Records mouse buttons and the wheel over a dialog as keys of a shortcut. */
import { buttonKey, mouseChordsOf, wheelKeys } from '../../../core/config/keys/mouse-chords.ts'

const kinds = ['mousedown', 'mouseup', 'auxclick', 'contextmenu', 'wheel'] as const

/**
 * @param accept is called with each chord, and returns whether it is recorded
 * @returns a function that ends it
 */
export function recordMouse(accept: (chord: string) => boolean): () => void {
  const recording = new AbortController()
  const { signal } = recording
  /** Whether the last button that was pressed is recorded, so that its release does nothing. */
  let isTaken = false
  const look = (event: MouseEvent): void => {
    if (!(event.target instanceof Element) || event.target.closest('.dialog') === null) return
    const chord = chordOf(event)
    if (chord !== null) isTaken = accept(chord)
    if (!isTaken) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  for (const kind of kinds)
    window.addEventListener(kind, look, { capture: true, passive: false, signal })
  return () => recording.abort()
}

/** Returns the chord of a press or a turn, except of a plain click, which moves the focus. */
function chordOf(event: MouseEvent): string | null {
  const { ctrlKey: ctrl, shiftKey: shift, altKey: alt, metaKey: meta } = event
  const isWheel = event instanceof WheelEvent
  if (!isWheel && event.type !== 'mousedown') return null
  const key = isWheel
    ? wheelKeys(event.deltaX, event.deltaY, shift).at(-1)
    : buttonKey(event.button)
  if (key == null || (key === 'click' && !ctrl && !shift && !alt && !meta)) return null
  return mouseChordsOf({ keys: [key], ctrl, shift, alt, meta, takes: false })[0] ?? null
}
