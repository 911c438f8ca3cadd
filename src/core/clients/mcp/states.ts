/** States that `vibeflow wait` and `vibeflow mcp` can wait for. */

/** Shown states of a session, and `exit` for an ended program. */
export const shownStates = [
  'active',
  'working',
  'waiting',
  'done',
  'idle',
  'error',
  'exit',
] as const
