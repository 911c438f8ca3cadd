/** Reads the user's themes (`themes/*.toml`). Skips and reports invalid ones. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { themeBytesMax, themesMax } from '../../../core/config/theme/limits.ts'
import { parseTheme, type Theme } from '../../../core/config/theme/theme.ts'
import { lineCharactersMax, safeText } from '../../../base/text/safe-text.ts'
import { parseToml } from '../parse-toml.ts'
import { kindWords, readUpToSoon } from '../../files/read-up-to.ts'
import { errorMessage } from '../../../base/text/error-message.ts'

export interface ReadThemes {
  readonly themes: readonly Theme[]
  /** Problems, with the file in their text too. `file` is `null` for the directory itself. */
  readonly problems: readonly { readonly file: string | null; readonly text: string }[]
  /** Files that were read, valid or not. */
  readonly files: readonly string[]
}

/** Without the directory there are no themes and no problems. */
export async function readThemes(folder: string): Promise<ReadThemes> {
  let names: string[]
  try {
    names = (await readdir(folder)).filter((name) => name.endsWith('.toml')).sort()
  } catch {
    return { themes: [], problems: [], files: [] } // missing or unreadable
  }
  const themes: Theme[] = []
  const problems: { readonly file: string | null; readonly text: string }[] = []
  if (names.length > themesMax)
    problems.push({
      file: null,
      text: `The themes directory contains ${names.length} files. Using the first ${themesMax}.`,
    })
  for (const name of names.slice(0, themesMax)) {
    const outcome = await readTheme(join(folder, name), name)
    if (typeof outcome === 'string')
      problems.push({
        file: join(folder, name),
        text: safeText(`Theme ${name}: ${outcome}.`, lineCharactersMax),
      })
    else themes.push(outcome)
  }
  return { themes, problems, files: names.slice(0, themesMax).map((name) => join(folder, name)) }
}

async function readTheme(path: string, name: string): Promise<Theme | string> {
  try {
    const bytes = await readUpToSoon(path, themeBytesMax)
    if ('kind' in bytes) return kindWords(bytes)
    if ('size' in bytes) return 'the file is larger than 256 KiB'
    const toml = parseToml(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
    if (!toml.ok) return `line ${toml.place.line}, column ${toml.place.column}: ${toml.reason}`
    const read = parseTheme(toml.table, name.replace(/\.toml$/, ''))
    return read.ok ? read.theme : read.problems.join('; ')
  } catch (error) {
    return `can't read the file: ${errorMessage(error)}`
  }
}
