/** The event objects that Electron hands to listeners. */
import type { EventEmitter } from 'node:events'

export class ShimEvent {
  defaultPrevented = false
  preventDefault(): void {
    this.defaultPrevented = true
  }
}

/** An event whose own fields are added to it, as newer Electron events have them. */
export function makeEvent<Fields extends object>(fields: Fields): ShimEvent & Fields {
  return Object.assign(new ShimEvent(), fields)
}

/** Emits and says whether a listener prevented it. Further arguments follow the event. */
export function emitPreventable(
  emitter: EventEmitter,
  name: string,
  event: ShimEvent = new ShimEvent(),
  ...args: unknown[]
): boolean {
  emitter.emit(name, event, ...args)
  return event.defaultPrevented
}
