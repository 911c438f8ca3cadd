/**
 * What a row must hold to match at all: characters one behind the other that every match has. It
 * spares making a text of each row of a history, which takes ten times as long as to look for
 * these. Pure; renderer/grid/text/row-sieve.ts looks for them in the cells of xterm.js.
 */

/**
 * The forms of each character, as code points, the usual one first: `ok` in any case is [[111, 79],
 * [107, 75, 0x212a]]. Either ASCII throughout, or one character.
 */
export type TextPrefilter = readonly (readonly number[])[]

/** @returns null: it is unknown what a match must hold */
export function sieveOfText(text: string, insensitive: boolean): TextPrefilter | null {
  const [run] = (text.match(/[\x20-\x7e]+/g) ?? []).sort((one, other) => other.length - one.length)
  if (run !== undefined) return [...run].map((character) => forms(character, insensitive))
  // Letters that have one case stand for themselves alone; others fold in more ways than are worth
  // knowing here, and marks share a cell.
  const alone = [...text].find((character) => /^[\p{Lo}\p{So}\p{Sm}\p{P}]$/u.test(character))
  return alone === undefined ? null : [[alone.codePointAt(0) ?? 0]]
}

/** Parts of an expression: an escape, a class, a quantifier, any other character. */
const partPattern = new RegExp(
  [
    /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|k<[^>]*>|\d+|.)/su,
    /\[(?:\\.|[^\]\\])*\]/su,
    /\{\d+(?:,\d*)?\}/u,
    /[\s\S]/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gsu',
)

/**
 * The longest run of ordinary characters that each match of an expression holds. What is in groups
 * and classes is passed over, and an expression that has alternatives as a whole has none.
 */
export function sieveOfPattern(source: string, insensitive: boolean): TextPrefilter | null {
  const runs: string[] = []
  let run = ''
  let depth = 0
  const end = (): void => {
    runs.push(run)
    run = ''
  }
  for (const [part] of source.matchAll(partPattern)) {
    if (part === '|' && depth === 0) return null
    if (part === '(') {
      end()
      depth += 1
      continue
    }
    if (part === ')') {
      end()
      depth -= 1
      continue
    }
    if (depth > 0) continue
    if (part === '*' || part === '?' || (part.startsWith('{') && part.length > 1)) {
      run = run.slice(0, -1)
      end()
      continue
    }
    if (part === '+') {
      end()
      continue
    }
    const character = part.length === 2 && /^\\[^\w]$/.test(part) ? part.charAt(1) : part
    if (/^[\x20-\x7e]$/.test(character) && !(character === part && /[.^$]/.test(part)))
      run += character
    else end()
  }
  end()
  const longest = runs.sort((one, other) => other.length - one.length)[0] ?? ''
  return longest === '' ? null : [...longest].map((character) => forms(character, insensitive))
}

/**
 * Letters outside ASCII that an expression with `iu` takes for an ASCII letter: long s and the
 * Kelvin sign.
 */
const folded: Readonly<Record<string, number>> = { s: 0x17f, k: 0x212a }

function forms(character: string, insensitive: boolean): number[] {
  const lower = character.toLowerCase()
  if (!insensitive || lower === character.toUpperCase()) return [character.charCodeAt(0)]
  return [
    lower.charCodeAt(0),
    character.toUpperCase().charCodeAt(0),
    ...(folded[lower] === undefined ? [] : [folded[lower]]),
  ]
}
