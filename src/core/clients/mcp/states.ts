/** What can be waited for: `vibeflow wait` and `vibeflow mcp`. */

/** States that a session shows; `exit`: its program has ended. */
export const shownStates = [
  'active',
  'working',
  'waiting',
  'done',
  'idle',
  'error',
  'exit',
] as const
