/** Event objects that Electron passes to listeners. */
import type { EventEmitter } from 'node:events'

export class ShimEvent {
  defaultPrevented = false
  preventDefault(): void {
    this.defaultPrevented = true
  }
}

/** Creates an event with additional fields, as newer Electron events have. */
export function makeEvent<Fields extends object>(fields: Fields): ShimEvent & Fields {
  return Object.assign(new ShimEvent(), fields)
}

/** Emits an event and returns whether a listener prevented it. */
export function emitPreventable(
  emitter: EventEmitter,
  name: string,
  event: ShimEvent = new ShimEvent(),
  ...args: unknown[]
): boolean {
  emitter.emit(name, event, ...args)
  return event.defaultPrevented
}
