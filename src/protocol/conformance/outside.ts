/**
 * What a terminal shows of the tab that is tested, as it is seen from outside: by a command of
 * whoever tests, or by the titles of X11's windows.
 */
import { runCommand } from './command.ts'
import { outsideMs } from './limits.ts'
import type { Hello } from './probe.ts'

/** A field that is absent cannot be seen in this way. */
export interface OutsideView {
  readonly title?: string
  readonly directory?: string
  /** What the tab shows of its program: `active`, `idle`, `working`, `waiting`, `done`, `error`. */
  readonly state?: string
  readonly kind?: string
}

/** Looks once; null: that failed. `token`: a word that is part of what is looked for. */
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
      return null // no JSON this time: it may have read what is just being written
    }
  }
}

/** Whether a window of the X display has the token in its title. null: there is no way to ask. */
export async function outsideByX11(): Promise<Outside | null> {
  if ((process.env['DISPLAY'] ?? '') === '') return null
  const { code } = await runCommand('command -v', { args: ['xdotool'] })
  if (code !== 0) return null
  return async (token) => {
    const { output } = await runCommand('xdotool search --name', { args: [token], ms: outsideMs })
    return { title: output.length > 0 ? token : '' }
  }
}
