/** Time limit of a call. A program that the bus starts for it needs part of it. */
export const busCallMs = 5_000
/** Concurrent calls. Further ones fail immediately. Half are reserved for closing notifications. */
export const busCallsMax = 64
/** Size of a received message, normally some hundred bytes. More closes the connection. */
export const busMessageBytesMax = 1024 * 1024
