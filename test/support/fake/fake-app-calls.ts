/** Calls of the app's socket to a vibeflow without tabs: what a test is not about. */
import type { AppCalls } from '../../../src/host/socket/app-socket.ts'
import { fakeAttention } from './fake-attention.ts'

const none = { problem: 'none' }

export function fakeAppCalls(calls: Partial<AppCalls> = {}): AppCalls {
  return {
    newTab: () => Promise.resolve(none),
    pane: () => none,
    panes: () => ({ panes: [] }),
    changes: () => Promise.resolve({ changes: {} }),
    limits: () => Promise.resolve([]),
    attention: fakeAttention(),
    worktrees: () => Promise.resolve(none),
    mcp: () => Promise.resolve(none),
    openLayout: () => none,
    saveLayout: () => none,
    restart: () => null,
    writeLog: () => undefined,
    places: () => null,
    ...calls,
  }
}
