/** The end of this process: by the last window, by quitting, or by a signal. */
import type { App } from '../electron.ts'

/** `app`, as far as quitting needs it. */
interface Quitting extends Pick<App, 'quit' | 'exit' | 'releaseSingleInstanceLock'> {
  on(
    event: 'before-quit' | 'will-quit' | 'window-all-closed',
    listener: (event: { preventDefault: () => void }) => void,
  ): unknown
}

/** With --wait: the exit code of a program that is closed while it runs. */
export const hungUp = 129

export interface AppEnding {
  /** Called when quitting begins. */
  readonly begin: () => void
  /** Called when every window is closed. Returns the exit code when the programs have ended. */
  readonly end: () => Promise<number>
}

export interface Quit {
  /** Sets how the loaded app ends. Before, there is nothing to end. */
  readonly endBy: (ending: AppEnding) => void
  /** Whether quitting has begun. No window may open then. */
  readonly hasBegun: () => boolean
}

/** Handles quitting. @param early exit code of a start that quits before `endBy` */
export function onQuit(app: Quitting, early: number): Quit {
  let ending: AppEnding = { begin: () => undefined, end: () => Promise.resolve(early) }
  let hasBegun = false
  let hasEnded = false
  app.on('before-quit', () => {
    hasBegun = true
    ending.begin()
  })
  app.on('will-quit', (event) => {
    // Programs end first: the end of Electron's environment waits for them.
    event.preventDefault()
    if (hasEnded) return
    hasEnded = true
    const code = ending.end()
    app.releaseSingleInstanceLock() // later starts open their own window
    void code.then((one) => app.exit(one))
  })
  app.on('window-all-closed', () => app.quit())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => app.quit())
  return {
    endBy: (loaded) => {
      ending = loaded
    },
    hasBegun: () => hasBegun,
  }
}
