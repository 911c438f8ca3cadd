/** A theme that is written into the user's directory of themes. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { themeFile, type Theme } from '../../../core/config/theme/theme.ts'
import { themeBytesMax } from '../../../core/config/theme/limits.ts'
import { readUpTo } from '../../files/read-up-to.ts'
import { replaceFile } from '../../files/replace-file.ts'
import { errorMessage } from '../../../base/text/error-message.ts'
import { tryOr } from '../../files/try-or.ts'

export interface ThemeDraft {
  readonly theme: Theme
  readonly path: string
  readonly content: string
  /** Whether a file with this name is there: none, one with this content, or another one. */
  readonly there: 'none' | 'equal' | 'other'
}

/** @param from description of the source, for the file's first line */
export function themeDraft(theme: Theme, folder: string, from: string): ThemeDraft | null {
  const safe = theme.name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 64)
  if (safe === '') return null
  const path = join(folder, `${safe}.toml`)
  const content = themeFile(theme, from.replace(/\p{Cc}/gu, ''))
  const bytes = tryOr(() => readUpTo(path, themeBytesMax), null)
  const isEqual = bytes instanceof Uint8Array && new TextDecoder().decode(bytes) === content
  return { theme, path, content, there: isEqual ? 'equal' : existsSync(path) ? 'other' : 'none' }
}

/** Returns a message on failure. */
export function writeTheme({ path, content, there }: ThemeDraft): string | null {
  if (there === 'equal') return null
  try {
    replaceFile(path, [new TextEncoder().encode(content)])
    return null
  } catch (error) {
    return `can't write ${path}: ${errorMessage(error)}`
  }
}
