/** Who may have the port: the top frame of this very window's page, on its own origin (behaviour/security.md 7). */
import type { IpcMainEvent, WebContents } from './electron.ts'
import { pageOrigin } from './scheme.ts'

export function isOwnPage(event: IpcMainEvent, contents: WebContents): boolean {
  const frame = event.senderFrame
  return event.sender.id === contents.id && frame !== null && frame.parent === null && frame.origin === pageOrigin
}
