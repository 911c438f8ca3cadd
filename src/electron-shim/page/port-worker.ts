/**
 * Shared worker per page that outlives its documents: joins MessagePorts to the shim's WebSockets.
 * Bulk data does not block the page's thread, and a test driver, which mirrors WebSocket messages
 * of pages and dedicated workers as base64 (33 MB/s), does not see it.
 */
import { joinPort } from './port.ts'

addEventListener('connect', (event) => {
  const port = (event as MessageEvent).ports[0]
  if (port === undefined) return
  port.onmessage = ({ data, ports: [joined] }: MessageEvent<string>) => {
    if (joined !== undefined) joinPort(joined, data)
  }
})
