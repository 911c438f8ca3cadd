/** The client library: `vibeflow/client` for other programs, and the base of the verbs. */
export {
  NoSession,
  SessionRefusal,
  SessionClient,
  type ClientEvents,
  type ConnectOptions,
} from './session-client.ts'
export { stayConnected, type StayOptions } from './stay-connected.ts'
export { findRoots, sessionsIn, type FoundSession } from './discover.ts'
export type {
  Exited,
  Mode,
  StateMessage,
  StatusUpdate,
  TextSnapshot,
  Welcome,
} from '../../core/clients/socket/messages.ts'
