/** The size of the window that was changed last, kept in the state folder. What cannot be read or written is left: nothing depends on it. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface WindowState {
  readonly width: number
  readonly height: number
  readonly maximized: boolean
}

const name = 'window.json'

/** A file of ours is this long at most, characters; another one is none of ours. */
const lengthMax = 1_024

/** Sizes that a window can have, CSS px (behaviour/config.md [window]). */
const limits = { width: { min: 320, max: 16_384 }, height: { min: 200, max: 16_384 } } as const

/** null: there is none, or it makes no sense. */
export function readWindowState(folder: string): WindowState | null {
  try {
    const text = readFileSync(join(folder, name), 'utf8')
    const found: unknown = text.length > lengthMax ? null : JSON.parse(text)
    if (typeof found !== 'object' || found === null) return null
    const { width, height, maximized } = found as Readonly<Record<string, unknown>>
    return isSize(width, limits.width) && isSize(height, limits.height) ? { width, height, maximized: maximized === true } : null
  } catch {
    return null // not there, or no JSON
  }
}

/** By a temporary file and a rename, readable for this user alone. @returns what went wrong, or null */
export function writeWindowState(folder: string, { width, height, maximized }: WindowState): string | null {
  const temporary = join(folder, `.${name}.${process.pid}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(temporary, `${JSON.stringify({ width, height, maximized })}\n`, { mode: 0o600, flag: 'w' })
    renameSync(temporary, join(folder, name))
    return null
  } catch (error) {
    return `The size of the window is not remembered: ${error instanceof Error ? error.message : String(error)}`
  }
}

function isSize(value: unknown, { min, max }: { readonly min: number; readonly max: number }): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}
