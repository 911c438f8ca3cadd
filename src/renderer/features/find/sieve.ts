/**
 * Characters in sequence that every match contains, to reject rows without making their text, which
 * takes ten times as long. Pure. `grid/text/row-sieve.ts` looks for them in cells.
 */

/** Code points of each character, the usual form first. Either all ASCII, or one character. */
export type TextPrefilter = readonly (readonly number[])[]

/** Returns null if the content of a match is unknown. */
export function sieveOfText(text: string, insensitive: boolean): TextPrefilter | null {
  const [run] = (text.match(/[\x20-\x7e]+/g) ?? []).sort((one, other) => other.length - one.length)
  if (run !== undefined) return [...run].map((character) => forms(character, insensitive))
  // Letters with one case match only themselves. Others fold in more ways, and marks share a cell.
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
 * Returns the longest run of ordinary characters that each match contains. Skips groups and
 * classes, and returns null for alternatives at the top level.
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

/** Letters outside ASCII that match an ASCII letter with `iu`: long s and the Kelvin sign. */
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
