/**
 * Decides whether a frame may have the port: only the main frame of this window's page, on its own
 * origin.
 */
import { pageOrigin } from './page-address.ts'

/** The relevant parts of IpcMainEvent. `senderFrame` is null if the frame is gone. */
export interface PortRequest {
  readonly sender: { readonly id: number }
  readonly senderFrame: { readonly parent: unknown; readonly origin: string } | null
}

export function isOwnPage(event: PortRequest, contents: { readonly id: number }): boolean {
  const frame = event.senderFrame
  return (
    event.sender.id === contents.id &&
    frame !== null &&
    frame.parent === null &&
    frame.origin === pageOrigin
  )
}
