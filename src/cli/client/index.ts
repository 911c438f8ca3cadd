/** The client library: `vibeflow/client` for other programs, and what the verbs are made of. */
export {
  NoSession,
  Refused,
  SessionClient,
  type ClientEvents,
  type ConnectOptions,
} from './session-client.ts'
export { stayConnected, type StayOptions } from './stay-connected.ts'
export { findRoots, sessionsIn, type Found } from './discover.ts'
export type {
  Exited,
  Mode,
  State,
  StatusUpdate,
  TextSnapshot,
  Welcome,
} from '../../core/clients/socket/messages.ts'
