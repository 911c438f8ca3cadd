/** Imports a theme file of Ghostty, kitty or Alacritty (`--import-colors FILE`). */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import {
  alacrittyTable,
  settingsOfAlacritty,
  settingsOfLines,
  themeFromTerminal,
} from '../../../core/config/theme/from-terminal.ts'
import { themeBytesMax } from '../../../core/config/theme/limits.ts'
import { themeFile, type ThemeResult } from '../../../core/config/theme/theme.ts'
import { parseToml } from '../parse-toml.ts'
import { kindWords, readUpToSoon } from '../../files/read-up-to.ts'
import { replaceFile } from '../../files/replace-file.ts'
import { errorMessage } from '../../../base/text/error-message.ts'

const itermProblem =
  "this is an iTerm2 color preset, which vibeflow can't read. Download the scheme for Ghostty, " +
  'kitty or Alacritty from iterm2colorschemes.com, or write its colors into a text file with the ' +
  'lines "background #RRGGBB", "foreground #RRGGBB" and "color0 #RRGGBB" to "color15 #RRGGBB", ' +
  'and import that file'

/** Parses the text of a theme file. Never throws: each error becomes a sentence. */
export function importTheme(text: string, name: string): ThemeResult {
  if (/^\s*(?:<\?xml|<!DOCTYPE plist|<plist|bplist)/.test(text))
    return { ok: false, problems: [itermProblem] }
  if (!alacrittyTable.test(text)) return themeFromTerminal(settingsOfLines(text), name)
  const toml = parseToml(text)
  if (toml.ok) return themeFromTerminal(settingsOfAlacritty(toml.table), name)
  const { line, column } = toml.place
  return { ok: false, problems: [`line ${line}, column ${column}: ${toml.reason}`] }
}

type Imported =
  | { readonly ok: true; readonly name: string; readonly path: string }
  | { readonly ok: false; readonly problems: readonly string[] }

/** Imports a file into the themes directory, under a name derived from the file's. */
export async function importThemeFile(
  file: string,
  folder: string,
  overwrite: boolean,
): Promise<Imported> {
  const name = basename(file).replace(/\.(?:conf|toml)$/i, '')
  const safe = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 64)
  if (safe === '')
    return { ok: false, problems: [`${file}: not usable as a theme name; rename the file`] }
  let text: string
  try {
    const bytes = await readUpToSoon(file, themeBytesMax)
    if ('kind' in bytes) return { ok: false, problems: [`can't read ${file}: ${kindWords(bytes)}`] }
    if ('size' in bytes)
      return { ok: false, problems: [`${file}: the file is larger than 256 KiB`] }
    text = new TextDecoder().decode(bytes)
  } catch (error) {
    return { ok: false, problems: [`can't read ${file}: ${errorMessage(error)}`] }
  }
  const read = importTheme(text, name.slice(0, 64))
  if (!read.ok)
    return { ok: false, problems: read.problems.map((problem) => `${file}: ${problem}`) }
  const path = join(folder, `${safe}.toml`)
  try {
    if (!overwrite && existsSync(path))
      return { ok: false, problems: [`${path} already exists; use --overwrite to replace it`] }
    const from = `Imported from ${basename(file).replace(/\p{Cc}/gu, '')}`
    replaceFile(path, [new TextEncoder().encode(themeFile(read.theme, from))])
  } catch (error) {
    return { ok: false, problems: [`can't write ${path}: ${errorMessage(error)}`] }
  }
  return { ok: true, name: read.theme.name, path }
}
