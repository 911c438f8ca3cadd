/** Finds and reads the settings of another terminal, with the files that they include. */
import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Foreign, ReadToml, Setting } from '../../../core/config/import/foreign.ts'
import type { ForeignName } from '../../../core/config/import/terminals.ts'
import { errorMessage } from '../../../base/text/error-message.ts'
import { baseFolder } from '../../files/folders.ts'
import { kindWords, readUpTo } from '../../files/read-up-to.ts'
import { tryOr } from '../../files/try-or.ts'
import { parseToml } from '../parse-toml.ts'
import { foreignBytesMax, foreignDepthMax, foreignFilesMax, foreignSettingsMax } from './limits.ts'

export interface ForeignHome {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
}

export interface ForeignFiles {
  /** Files that were read, the first one first. */
  readonly files: readonly string[]
  readonly settings: readonly Setting[]
  /** Included files that could not be read, with the reason. */
  readonly problems: readonly { readonly file: string; readonly text: string }[]
}

/** Returns the places where the terminal looks for its configuration, the first one first. */
export function foreignPlaces(
  name: ForeignName,
  { environment, home }: ForeignHome,
): readonly string[] {
  const config = baseFolder('CONFIG', environment, home)
  const named = (variable: string, file: string) => {
    const value = environment[variable]
    return value === undefined || value === '' ? [] : [join(value, file)]
  }
  const places: Readonly<Record<ForeignName, readonly string[]>> = {
    kitty: [
      ...named('KITTY_CONFIG_DIRECTORY', 'kitty.conf'),
      join(config, 'kitty/kitty.conf'),
      join(home, '.config/kitty/kitty.conf'),
    ],
    alacritty: [
      join(config, 'alacritty/alacritty.toml'),
      join(config, 'alacritty.toml'),
      join(home, '.config/alacritty/alacritty.toml'),
      join(home, '.alacritty.toml'),
      join(config, 'alacritty/alacritty.yml'),
    ],
    ghostty: [join(config, 'ghostty/config.ghostty'), join(config, 'ghostty/config')],
    wezterm: [
      ...named('WEZTERM_CONFIG_FILE', ''),
      join(home, '.wezterm.lua'),
      join(config, 'wezterm/wezterm.lua'),
    ],
  }
  return [...new Set(places[name])]
}

const toml: ReadToml = (text) => {
  const read = parseToml(text)
  return read.ok
    ? read
    : { problem: `line ${read.place.line}, column ${read.place.column}: ${read.reason}` }
}

const itermProblem =
  "it is an iTerm2 color preset, which vibeflow can't read; download the scheme for kitty from " +
  'iterm2colorschemes.com'

/** Reads a file and its includes. A problem of the file itself is a phrase without a period. */
export function readForeign(
  foreign: Foreign,
  path: string,
  home: string,
): ForeignFiles | { readonly problem: string } {
  const files: string[] = []
  const real = new Set<string>()
  const problems: { file: string; text: string }[] = []
  const settings: Setting[] = []

  const read = (file: string, depth: number): string | null => {
    if (settings.length > foreignSettingsMax) return tooMany
    const known = tryOr(() => realpathSync(file), file)
    if (real.has(known)) return 'it is included twice, or by itself'
    if (depth > foreignDepthMax || files.length >= foreignFilesMax)
      return `only ${foreignFilesMax} files are read, ${foreignDepthMax} levels deep`
    const text = textOf(file)
    if (typeof text === 'object') return text.problem
    const parsed = foreign.parse(text, toml)
    if ('problem' in parsed) return parsed.problem
    real.add(known)
    files.push(file)
    const { option, order } = foreign.includes ?? { option: '', order: 'here' }
    const include = ({ value }: Setting) => {
      for (const one of Array.isArray(value) ? value : [value]) enter(String(one), file, depth + 1)
    }
    const included = parsed.settings.filter(({ name }) => name === option)
    if (order === 'before') included.forEach(include)
    for (const setting of parsed.settings) {
      if (setting.name !== option) settings.push(setting)
      else if (order === 'here') include(setting)
    }
    if (order === 'after') included.forEach(include)
    return settings.length > foreignSettingsMax ? tooMany : null
  }
  const enter = (written: string, from: string, depth: number): void => {
    const isOptional = foreign.includes?.option === 'config-file' && written.startsWith('?')
    const target = written.replace(isOptional ? /^\?/ : /^$/, '').replace(/^"(.*)"$/, '$1')
    const file = resolve(dirname(from), target.replace(/^~(?=\/|$)/, home))
    if (problems.length >= foreignFilesMax) return
    const problem = read(file, depth)
    if (problem !== null && !(isOptional && problem === missing))
      problems.push({ file, text: problem })
  }

  const problem = read(path, 0)
  return problem === null ? { files, settings, problems } : { problem }
}

const missing = 'it does not exist'
const tooMany = `it has more than ${foreignSettingsMax} settings`

function textOf(file: string): string | { readonly problem: string } {
  if (/\.ya?ml$/.test(basename(file)))
    return { problem: 'it has the old form; run `alacritty migrate` first' }
  try {
    const bytes = readUpTo(file, foreignBytesMax)
    if ('kind' in bytes) return { problem: kindWords(bytes) }
    if ('size' in bytes) return { problem: `it is larger than ${foreignBytesMax} bytes` }
    const text = tryOr(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes), null)
    if (text === null || text.includes('\0')) return { problem: 'it is not a text file' }
    return /^\s*(?:<\?xml|<!DOCTYPE plist|<plist|bplist)/.test(text)
      ? { problem: itermProblem }
      : text
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return { problem: missing }
    if (code === 'ELOOP') return { problem: 'symbolic links form a loop' }
    if (code === 'EACCES') return { problem: 'permission denied' }
    return { problem: errorMessage(error) }
  }
}
