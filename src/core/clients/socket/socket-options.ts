/** [socket] of the configuration, as it is when a client comes. */
import type { Options } from '../../config/table.ts'
import type { SocketOptions } from './ports.ts'

/**
 * `now`: the options in force. Whether there are sockets at all (`socket.enabled`) each session is
 * sent itself.
 */
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
