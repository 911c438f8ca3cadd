/**
 * Keys for `before-input-event` and accelerators. Keys are only reported, and accelerators run
 * after the page's listeners, so that typing never waits for Node (docs/electron.md).
 */
import { chordOf } from './chord.ts'
import type { KeyInput, Up } from './wire.ts'

export function watchKeys(up: (message: Up) => void) {
  let observe = false
  let chords: ReadonlySet<string> = new Set()

  const onKey = (event: KeyboardEvent): void => {
    if (observe) up({ kind: 'key', input: describe(event) })
    if (event.type !== 'keydown' || chords.size === 0) return
    const chord = chordOf(event)
    // The page's listeners run first, as in Electron.
    if (chords.has(chord))
      setTimeout(() => {
        if (!event.defaultPrevented) up({ kind: 'accelerator', chord })
      }, 0)
  }

  return {
    configure(nextObserve: boolean, nextChords: readonly string[]): void {
      observe = nextObserve
      chords = new Set(nextChords)
      const change =
        observe || chords.size > 0 ? window.addEventListener : window.removeEventListener
      change.call(window, 'keydown', onKey as EventListener, true)
      change.call(window, 'keyup', onKey as EventListener, true)
    },
  }
}

function describe(event: KeyboardEvent): KeyInput {
  const modifiers = [
    ...(event.shiftKey ? ['shift'] : []),
    ...(event.ctrlKey ? ['control'] : []),
    ...(event.altKey ? ['alt'] : []),
    ...(event.metaKey ? ['meta'] : []),
    ...(event.repeat ? ['isautorepeat'] : []),
  ]
  return {
    type: event.type === 'keydown' ? 'keyDown' : 'keyUp',
    key: event.key,
    code: event.code,
    isAutoRepeat: event.repeat,
    isComposing: event.isComposing,
    shift: event.shiftKey,
    control: event.ctrlKey,
    alt: event.altKey,
    meta: event.metaKey,
    location: event.location,
    modifiers,
  }
}
