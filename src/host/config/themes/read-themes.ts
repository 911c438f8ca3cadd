/**
 * Reads the themes of the user's folder (`themes/*.toml`). One that is wrong is left out and said;
 * the others are there.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { themeBytesMax, themesMax } from '../../../core/config/theme/limits.ts'
import { parseTheme, type Theme } from '../../../core/config/theme/theme.ts'
import { lineCharactersMax, safeText } from '../../../base/text/safe-text.ts'
import { parseToml } from '../parse-toml.ts'
import { kindWords, readUpToSoon } from '../../files/read-up-to.ts'

export interface ReadThemes {
  readonly themes: readonly Theme[]
  /** Each names its file in its text too; null: the folder as a whole. */
  readonly problems: readonly { readonly file: string | null; readonly text: string }[]
  /** Files that were read, good or not. */
  readonly files: readonly string[]
}

/** No folder: no themes, and nothing wrong with that. */
export async function readThemes(folder: string): Promise<ReadThemes> {
  let names: string[]
  try {
    names = (await readdir(folder)).filter((name) => name.endsWith('.toml')).sort()
  } catch {
    return { themes: [], problems: [], files: [] } // there is none, or it is not for us to read
  }
  const themes: Theme[] = []
  const problems: { readonly file: string | null; readonly text: string }[] = []
  if (names.length > themesMax)
    problems.push({
      file: null,
      text: `The themes folder holds ${names.length} files; the first ${themesMax} are read.`,
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
    return `it cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}
