/**
 * Colours of iTerm2 (`.itermcolors`, a property list in XML) as a theme of ours (`--import-colors
 * FILE`).
 */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DOMParser } from '@xmldom/xmldom'
import { parse } from 'plist'
import { themeFromIterm } from '../../core/config/theme/from-iterm.ts'
import { themeBytesMax } from '../../core/config/theme/limits.ts'
import { kindWords, readUpToSoon } from '../read-up-to.ts'
import { replaceFile } from '../replace-file.ts'
import { themeFile, type ThemeResult } from '../../core/config/theme/theme.ts'

/**
 * Characters of what the parser says: a sentence, which may quote the document at any length. The
 * rest is cut.
 */
const reasonCharactersMax = 200

/** @throws Error at the first mistake of a document, small or grave */
function stop(_level: string, message: string): never {
  throw new Error(message)
}

/** Reads the text of an `.itermcolors`. Total: whatever is wrong becomes a sentence. */
export function importColors(text: string, name: string): ThemeResult {
  if (Buffer.byteLength(text) > themeBytesMax)
    return { ok: false, problems: ['the file is larger than 256 KiB, which no list of colours is'] }
  // Lists of colours need none, and an entity can be made of entities.
  if (/<!ENTITY/i.test(text))
    return { ok: false, problems: ['the file defines entities, which no list of colours needs'] }
  if (!/^\s*(?:\ufeff)?\s*(?:<\?xml|<!DOCTYPE plist|<plist)/.test(text))
    return {
      ok: false,
      problems: ['this is no property list in XML; export the colours from iTerm2 as .itermcolors'],
    }
  let list: unknown
  try {
    // the very parser of plist, which would print each of 80,000 mistakes
    new DOMParser({ onError: stop }).parseFromString(text, 'text/xml')
    list = parse(text)
  } catch (error) {
    return {
      ok: false,
      problems: [
        'the property list cannot be read: ' +
          `${words(error).split('\n')[0]?.slice(0, reasonCharactersMax) ?? ''}`,
      ],
    }
  }
  return themeFromIterm(list, name)
}

export type Imported =
  | { readonly ok: true; readonly name: string; readonly path: string }
  | { readonly ok: false; readonly problems: readonly string[] }

/**
 * Imports a file into the folder of themes, under a name made of the file's.
 * @param overwrite a theme of this name may be replaced
 */
export async function importColorsFile(
  file: string,
  folder: string,
  overwrite: boolean,
): Promise<Imported> {
  const name = basename(file).replace(/\.itermcolors$/i, '')
  const safe = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 64)
  if (safe === '')
    return { ok: false, problems: [`${file}: a theme cannot be named after it; rename the file`] }
  let text: string
  try {
    const bytes = await readUpToSoon(file, themeBytesMax)
    if ('kind' in bytes)
      return { ok: false, problems: [`${file} cannot be read: ${kindWords(bytes)}`] }
    text =
      'size' in bytes
        ? ' '.repeat(themeBytesMax + 1)
        : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  } catch (error) {
    return { ok: false, problems: [`${file} cannot be read: ${words(error)}`] }
  }
  const read = importColors(text, name.slice(0, 64))
  if (!read.ok)
    return { ok: false, problems: read.problems.map((problem) => `${file}: ${problem}`) }
  const path = join(folder, `${safe}.toml`)
  try {
    if (!overwrite && existsSync(path))
      return { ok: false, problems: [`${path} is there already; add --overwrite to replace it`] }
    const from = `Imported from ${basename(file).replace(/\p{Cc}/gu, '')}`
    replaceFile(path, [new TextEncoder().encode(themeFile(read.theme, from))])
  } catch (error) {
    return { ok: false, problems: [`${path} cannot be written: ${words(error)}`] }
  }
  return { ok: true, name: read.theme.name, path }
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
