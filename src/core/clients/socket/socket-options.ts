/** The `[socket]` options, read when a client connects. */
import type { Options } from '../../config/table.ts'
import type { SocketOptions } from './ports.ts'

/** @param now returns the current options. `socket.enabled` is up to each session. */
export function socketOptions(now: () => Options, version: string): SocketOptions {
  return {
    get access() {
      return now().socket.access
    },
    get evidence() {
      return now().ai.protocols.includes('socket')
    },
    version,
  }
}
