/**
 * Runs in a shared worker of its own per page, which outlives its documents: joins MessagePorts to
 * the shim's WebSockets there. Off the page's thread bulk bytes do not delay it, and a test driver,
 * which mirrors every WebSocket message of a page or a dedicated worker as base64 over its debug
 * connection (33 MB/s), does not see them.
 */
import { joinPort } from './port.ts'

addEventListener('connect', (event) => {
  const port = (event as MessageEvent).ports[0]
  if (port === undefined) return
  port.onmessage = ({ data, ports: [joined] }: MessageEvent<string>) => {
    if (joined !== undefined) joinPort(joined, data)
  }
})
