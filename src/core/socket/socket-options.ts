/** [socket] of the configuration, as it is when a client comes. */
import type { Options } from '../config/table.ts'
import type { SocketOptions } from './ports.ts'

/** `now`: the options in force. `socket.enabled` is read once, when sockets are made. */
export function socketOptions(now: () => Options, version: string): SocketOptions {
  return {
    get access() { return now().socket.access },
    get clientsMax() { return now().socket.clients_max },
    get evidence() { return now().ai.protocols.includes('socket') },
    version,
  }
}
