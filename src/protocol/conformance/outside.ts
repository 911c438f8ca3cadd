/** Outside view of a tested tab: from the tester's command, or from the titles of X11 windows. */
import { runCommand } from './command.ts'
import { outsideMs } from './limits.ts'
import type { Hello } from './probe.ts'

/** A field is absent if it cannot be seen. */
export interface OutsideView {
  readonly title?: string
  readonly directory?: string
  /** State that the tab shows: `active`, `idle`, `working`, `waiting`, `done`, `error`. */
  readonly state?: string
  readonly kind?: string
}

/** Reads the view once, or returns `null` on failure. `token` is part of the expected text. */
export type Outside = (token: string, hello: Hello) => Promise<OutsideView | null>

const fields = ['title', 'directory', 'state', 'kind'] as const

/** @param command shell text that prints one JSON object with fields of `OutsideView` */
export function outsideByCommand(command: string): Outside {
  return async (_, { environment }) => {
    const { output } = await runCommand(command, { environment, ms: outsideMs })
    try {
      const value: unknown = JSON.parse(Buffer.from(output).toString('utf8'))
      return Object.fromEntries(
        Object.entries(value as object).filter(
          ([key, one]) => fields.some((field) => field === key) && typeof one === 'string',
        ),
      )
    } catch {
      return null // not JSON: the command may have read a file while it was written
    }
  }
}

/** Searches the titles of X11 windows for the token. Returns `null` if that is not possible. */
export async function outsideByX11(): Promise<Outside | null> {
  if ((process.env['DISPLAY'] ?? '') === '') return null
  const { code } = await runCommand('command -v', { args: ['xdotool'] })
  if (code !== 0) return null
  return async (token) => {
    const { output } = await runCommand('xdotool search --name', { args: [token], ms: outsideMs })
    return { title: output.length > 0 ? token : '' }
  }
}
