/** Time limit of a call. A program that the bus starts for it needs part of it. */
export const busCallMs = 5_000
/** Concurrent calls. Further ones fail immediately. Half are reserved for closing notifications. */
export const busCallsMax = 64
/** Size of a received message, normally some hundred bytes. More closes the connection. */
export const busMessageBytesMax = 1024 * 1024
/** Time until a user manager that did not answer is asked again. */
export const managerRestMs = 60_000
/** Time in which a program enters its scope, in which the wait doubles from 1 ms on. */
export const scopeLooksMs = 2_000
/** The same, for a manager that did not answer in time: it may have been stopped. */
export const lateLooksMs = 1_000_000
/** Waits before searches for children that a program has started outside its scope. */
export const strayLooksMs = [100, 1_000] as const
/** Searches in a row, while some are found. */
export const strayLooksMax = 4
