/**
 * Makes the theme collection from a package with the themes of iTerm2-Color-Schemes. `node
 * themes.mjs FILE` writes it, with the Node of the project, which reads TypeScript.
 */
import fs from 'node:fs'
import path from 'node:path'
import { bundledThemes, themeKey } from '../../core/config/theme/bundled.ts'
import {
  checkedColour,
  colourText,
  contrast,
  markContrast,
  over,
  raised,
  textContrast,
} from '../../core/config/theme/colour.ts'
import { parseTheme } from '../../core/config/theme/theme.ts'
import { root, script, startedDirectly, Stop } from '../project.mjs'

/** @typedef {import('../../core/config/theme/theme.ts').Theme} Theme */

const themesPackage = '@electerm/electerm-themes'

const folder = path.join(root, 'node_modules', themesPackage, 'dist/themes')

const hues = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white']

/** The package's names of the 16 colors. */
const ansiKeys = [
  ...hues,
  ...hues.map((hue) => `bright${hue.slice(0, 1).toUpperCase()}${hue.slice(1)}`),
]

/** Selections on which the text of dark and light themes can be read; the first that fits. */
const selections = ['#6699ff66', '#2f6fed40']

/** Backgrounds between dark and light, on which neither white nor black can be read well. */
const leftOut = new Set(['BlueDolphin.txt', 'Grass.txt'])

/** Names that no rule makes readable. */
const renamed = new Map([
  ['ayu', 'Ayu Dark'],
  ['ayu_light', 'Ayu Light'],
  ['catppuccin-frappe', 'Catppuccin Frappé'],
  ['coffee_theme', 'Coffee'],
  ['Github', 'GitHub'],
  ['idleToes', 'Idle Toes'],
  ['PaleNightHC', 'Pale Night HC'],
  ['rose-pine-moon', 'Rosé Pine Moon'],
  ['tokyonight-storm', 'Tokyo Night Storm'],
])

/**
 * Returns the themes by name, each name once. Bundled themes, and themes that only repeat another
 * theme's colors, are not among them.
 * @returns {Theme[]}
 */
export function themeCollection() {
  const names = new Set(bundledThemes.map(({ name }) => themeKey(name)))
  const looks = new Set()
  return fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.txt') && !leftOut.has(file))
    .map((file) => themeOf(fs.readFileSync(path.join(folder, file), 'utf8'), file))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
    .filter((theme) => {
      const key = themeKey(theme.name)
      const look = JSON.stringify({ ...theme, name: '' })
      if (names.has(key) || looks.has(look)) return false
      names.add(key)
      looks.add(look)
      return true
    })
}

/** @param {string} text lines with `key=value` @param {string} file */
function themeOf(text, file) {
  const values = new Map(
    text.split('\n').map((line) => {
      const [key = '', ...value] = line.trim().split('=')
      return [key, value.join('=')]
    }),
  )
  const color = (/** @type {string} */ key) => values.get(`terminal:${key}`)
  const table = {
    foreground: color('foreground'),
    background: color('background'),
    cursor: color('cursor'),
    cursor_text: color('cursorAccent'),
    selection: color('selection') ?? color('selectionBackground'),
    ansi: ansiKeys.map(color),
  }
  const read = parseTheme(table, nameOf(values.get('themeName') ?? ''))
  if (!read.ok) throw new Stop(`${themesPackage}: ${file}: ${read.problems.join('; ')}`)
  return readable(read.theme)
}

/**
 * Gives text, cursor and selection the contrast of bundled themes. Many of these themes have a
 * selection on which only another color of text can be read.
 * @param {Theme} theme
 * @returns {Theme}
 */
function readable(theme) {
  const ground = checkedColour(theme.background)
  const front = raised(checkedColour(theme.foreground), [ground], textContrast)
  const isSeen = (/** @type {string} */ one, /** @type {string} */ other) =>
    contrast(checkedColour(one), checkedColour(other)) >= markContrast
  const cursor = isSeen(theme.cursor, theme.background) ? theme.cursor : colourText(front)
  const selection = [theme.selection, ...selections].find((one) => {
    const drawn = over(checkedColour(one), ground)
    return contrast(front, drawn) >= markContrast && contrast(ground, drawn) >= 1.1
  })
  return {
    ...theme,
    foreground: colourText(front),
    cursor,
    cursorText: isSeen(theme.cursorText, cursor) ? theme.cursorText : theme.background,
    selection: selection ?? theme.selection,
  }
}

/**
 * `nord-light` becomes "Nord Light", and `DoomOne` "Doom One".
 * @param {string} written
 */
function nameOf(written) {
  const known = renamed.get(written)
  if (known !== undefined) return known
  const spaced = written
    .replaceAll('_', ' ')
    .replace(/[()]/g, '')
    .replace(/\+/g, ' Plus')
    .replace(/(?<=\p{Ll})(?<!\bi|Git|Jet)(?=\p{Lu}\p{Ll})/gu, ' ')
  return spaced === spaced.toLowerCase()
    ? spaced.replaceAll('-', ' ').replace(/(?<=^| )\p{L}/gu, (letter) => letter.toUpperCase())
    : spaced
}

if (startedDirectly(import.meta.url))
  await script(async () => {
    const [file = ''] = process.argv.slice(2)
    fs.writeFileSync(file, JSON.stringify(themeCollection()))
  })
