/**
 * Who may have the port: the top frame of this very window's page, on its own origin.
 */
import { pageOrigin } from './page-address.ts'

/**
 * The parts of Electron's IpcMainEvent that decide. `senderFrame` is null when the frame has gone
 * since.
 */
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
