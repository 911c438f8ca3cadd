/**
 * Spells out text that a user is asked to approve. Every character that is invisible, or changes
 * how others are drawn, gets a name. Pure.
 *
 * Only characters of an allow-list are drawn unchanged. The sources of all pieces joined are the
 * text, so nothing can be lost on the way to the screen.
 */

export interface SpelledPiece {
  /** Exact characters of the text. */
  readonly source: string
  /** Characters to draw instead. */
  readonly shown: string
  /** Whether `shown` is a name instead of the text. Draw it so that text can't imitate it. */
  readonly named: boolean
}

/** Longest run of spaces drawn as such. A longer one could push text out of view. */
const blanksDrawnMax = 32

/** Line ends in a row that are drawn as such, for the same reason. */
const lineEndsDrawnMax = 3

/**
 * Characters that Unicode counts as graphic although they are invisible: blank signs and letters,
 * joiners and fillers of scripts, and U+FFFC, to which Chromium gives no width.
 */
const drawsNothing =
  String.raw`\p{Default_Ignorable_Code_Point}\u2800\u2d7f\ufffc\u{1107f}\u{13441}\u{13442}` +
  String.raw`\u{16fe4}\u{1d159}`

const mark = String.raw`(?![${drawsNothing}])[\p{Mn}\p{Mc}]`
const letter = String.raw`(?![${drawsNothing}]|[0-9]\ufe0f)[\p{L}\p{N}](?:${mark}){0,3}`
const sign = String.raw`(?![${drawsNothing}]|[#*]\ufe0f)[\p{P}\p{S}]`

/**
 * Alternatives in order: printable ASCII with single spaces, without its last character if a mark
 * would combine with it; spaces and line ends; complete emoji; letters and digits with up to three
 * marks each, and signs; any other character, which is named. Runs are bounded to bound the
 * engine's stack.
 */
const makePattern = (): RegExp =>
  new RegExp(
    [
      String.raw`(?:[!-~]| (?![ \t\r\n])){1,256}(?!\p{M})`,
      String.raw`(?<space>[ \t\r\n]+)`,
      String.raw`(?=\p{Emoji})\p{RGI_Emoji}`,
      String.raw`(?:(?!\p{Extended_Pictographic})(?:${letter}|${sign})){1,256}`,
      sign,
      String.raw`(?<other>[^])`,
    ].join('|'),
    'gv',
  )

/** Created with the first text: it takes 15 ms. */
let pattern: RegExp | null = null

/**
 * Returns the pieces of `text` in order; their `source` texts joined are `text`.
 *
 * Line ends (CR, LF or both) are drawn as `↵` and a new line, tabs as `⇥` and a tab. More than 3
 * line ends or 32 spaces in a row are drawn as their count.
 */
export function spelled(text: string): readonly SpelledPiece[] {
  const pieces: SpelledPiece[] = []
  let plain = ''
  const flush = (): void => {
    if (plain !== '') pieces.push({ source: plain, shown: plain, named: false })
    plain = ''
  }
  for (const { 0: source, groups = {} } of text.matchAll((pattern ??= makePattern()))) {
    const { space, other } = groups
    if (space === undefined && other === undefined) plain += source
    else {
      const more = space === undefined ? [named(source, nameOf(source))] : spelledSpace(space)
      for (const piece of more) {
        if (piece.named) {
          flush()
          pieces.push(piece)
        } else plain += piece.source
      }
    }
  }
  flush()
  return pieces
}

/**
 * Returns the text with names between `‹` and `›`, for readers without styles: screen readers,
 * logs, and the record of answers. The text's own such quotes are named, so they can't imitate
 * names.
 */
export function spelledText(text: string): string {
  return spelled(text)
    .map(({ shown, named: isNamed }) =>
      isNamed
        ? `‹${shown.replaceAll('\t', '').trimEnd()}›`
        : shown.replace(/[‹›]/g, (quote) => `‹${nameOf(quote)}›`),
    )
    .join('')
}

/**
 * Returns whether the text contains characters that are invisible or may not be drawn by any font.
 * Control characters, spaces, tabs and line ends don't count. Faster than `spelled`.
 */
export function holdsInvisible(text: string): boolean {
  return invisible.test(text)
}

/** The joiner and the selectors of emoji count only if no emoji precedes them. */
const invisible = new RegExp(
  String.raw`(?![\p{Cc} \ufe0e\ufe0f\u200d])[\p{C}\p{Z}${drawsNothing}]|` +
    String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f0-9#*])` +
    String.raw`[\ufe0e\ufe0f\u200d]`,
  'v',
)

/**
 * Returns whether the text contains letters of right-to-left scripts. A terminal that reorders them
 * can show a command in another order than it runs. The ranges are the ones reserved by Unicode for
 * such scripts (DerivedBidiClass.txt, defaults of R and AL).
 */
export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text)
}

const rightToLeft = new RegExp(
  String.raw`[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefe` +
    String.raw`\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]`,
  'v',
)

/** Returns the pieces of a run of spaces, tabs and line ends. */
function spelledSpace(run: string): SpelledPiece[] {
  const lineEnds = run.match(/\r\n?|\n/g)?.length ?? 0
  if (lineEnds <= lineEndsDrawnMax)
    return [...run.matchAll(/ +|\t+|\r\n?|\n/g)].map(([part]) => drawnSpace(part))
  // Spaces after the last line end indent the text after them.
  const end = Math.max(run.lastIndexOf('\n'), run.lastIndexOf('\r')) + 1
  const counted = run.slice(0, end)
  const blanks = counted.replaceAll(/[\r\n]/g, '').length
  const count = `${lineEnds} line breaks${blanks === 0 ? '' : ` and ${blanks} spaces`}`
  return [named(counted, `${count}\n`), ...(end === run.length ? [] : spelledSpace(run.slice(end)))]
}

/** @param part spaces, tabs, or one line end */
function drawnSpace(part: string): SpelledPiece {
  if (part.startsWith('\r') || part === '\n') return named(part, '↵\n')
  const isTab = part.startsWith('\t')
  if (part.length > blanksDrawnMax)
    return named(part, `${part.length} ${isTab ? 'tabs' : 'spaces'}`)
  return isTab
    ? named(part, '⇥\t'.repeat(part.length))
    : { source: part, shown: part, named: false }
}

function named(source: string, shown: string): SpelledPiece {
  return { source, shown, named: true }
}

/** Returns the name of a character: `ESC`, `\x07`, `\u2800` or `\u{1d159}`. */
function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const digits = code.toString(16)
  if (code === 0x1b) return 'ESC'
  if (code < 0x80) return `\\x${digits.padStart(2, '0')}`
  return code > 0xffff ? `\\u{${digits}}` : `\\u${digits.padStart(4, '0')}`
}
