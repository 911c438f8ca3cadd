/** Decides whether an agent has broken a line between two rows. If unsure, it has not. */
import { columnsOf } from '../../../terminal/screen/width.ts'
import { indentOf, type BareRow, type CopiedRow } from './rows.ts'

/** A line of the copy, made of rows so far. */
export interface OpenLine {
  readonly text: string
  /** The last row of the line. */
  readonly row: CopiedRow
  /** Columns in which a row that continues the line may start. */
  readonly starts: readonly number[]
  /** Its paragraph was broken by its author. */
  readonly isKept: boolean
}

/** Text between the words around a break: a space, or nothing in the middle of a word. */
export type Joint = ' ' | ''

const listMark = /^(?:[-*+•◦▪‣·○●■□–]|\d{1,3}[.)]|[a-z][.)])(?: +|$)/u
export const quoteMark = /^> /
/** Starts of rows that are not the middle of a sentence: headings, comments, tables, diffs. */
const ownLine = /^(?:[#│┃|├└┌╭╰─━═>]|\/\/|\/\*|\*\/?(?: |$)|@@|```|~~~|[-+]{3} )/u
/** Ends of a row of code. A row of prose may end so too, and is kept then. */
const codeEnd = /(?:[;{}[\\=]|=>|->|\|\||&&|\*\/)$/u
const plainWord = /^[("'“‘«[*_`]*[\p{L}\p{N}][\p{L}\p{N}'’-]*[)"'”’»\]*_`.,;:!?…]*$/u
/** Comments, and strings that fill a row. */
const codeStart =
  /^(?:#|\/[/*]|\*|--(?: |$)|"{3}|'{3}|(?:["'`[({]|\.{3}).*["'`\])}],?$|(?:["'`]).*["'`] \+$)/u
const sentenceEnd = /[.:!?…][)"'”’»*_`]*$/u
/** A word without signs that separate words of code, such as an address. */
const unquoted = /^[\w.~:/?#@!$&*+=%-]+$/u
const word = /[\p{L}\p{N}]/u
/** A row that can only continue a command: an option, an address, an operator or a quote. */
const argument = /^(?:--?[A-Za-z]|https?:\/\/|[|&]{1,2} |[<>]{1,2} ?\S)/u
/** A command without signs of a programming language. */
const command = /^(?:\$ )?(?:[A-Z_]+=\S* )*[a-z./~][\w./~-]* /u
/** A long option whose value may be on the next row. */
const option = / --?[A-Za-z]/u
const openOption = /(?:^| )--?[A-Za-z][\w-]*$/u

/** Signs of programming languages. Prose has few, in the names of functions and files. */
const codeSign = /[{}<>=;$|\\[\]`]|\w\(|['")], ?['"[(]|\w\.\w+\(/gu
const codeSignsMin = 3
/** Part of the words that are plain words, from which a text is prose. */
const proseFactor = 0.6
const proseWordsMin = 4

/** Returns the columns in which rows that continue a line with this first row may start. */
export function startsOf({ text, gutter }: CopiedRow): readonly number[] {
  const indent = indentOf(text)
  const mark = listMark.exec(text.slice(indent)) ?? quoteMark.exec(text.slice(indent))
  return mark === null ? [indent] : [indent + mark[0].length, indent, gutter]
}

/**
 * @param breaksAfter characters after which the agent breaks a word
 * @returns `null` if the rows are two lines
 */
export function jointOf(line: OpenLine, next: CopiedRow, breaksAfter: string): Joint | null {
  const { row } = line
  const indent = indentOf(next.text)
  const [above, below] = [row.text.trimStart(), next.text.slice(indent)]
  if (!word.test(above) || below === '') return null
  const [first = ''] = below.split(' ', 1)
  const last = above.slice(above.lastIndexOf(' ') + 1)
  const isFull = isFullBefore(row, next)
  // A word is broken only if it does not fit into a row.
  const isWordBroken =
    columnsOf(row.text) >= row.edge &&
    columnsOf(last) + columnsOf(first) > row.edge - indentOf(row.text) &&
    word.test(last) &&
    word.test(first)
  const isHyphenated = isBrokenAfter(above, last, first, breaksAfter)
  const joint = isWordBroken || isHyphenated || /^[.,;:!?)]/.test(first) ? '' : ' '
  if (next.continues === true) return joint
  // Some agents keep the space of the break in front of the next row.
  const isStart = line.starts.some((at) => at === indent || at + 1 === indent)
  if (next.continues === false || !isFull || !isStart) return null
  if (listMark.test(below) || ownLine.test(below) || isTable(above) || isTable(below)) return null
  if (isWordBroken && unquoted.test(last)) return joint
  if (isHyphenated && /\/|^--?$/.test(last)) return joint
  return (!line.isKept && isProse(above, below)) || isCommand(line.text.trimStart(), below)
    ? joint
    : null
}

/** Returns whether the first word of the next row does not fit into a row. */
export function isFullBefore({ text, edge }: BareRow, next: BareRow): boolean {
  const [first = ''] = next.text.trimStart().split(' ', 1)
  return columnsOf(text) + 1 + columnsOf(first) > edge
}

/**
 * Returns the rows of paragraphs that their author has broken: a row ends in the middle of a
 * sentence although the next word fits. The agent has broken none of them, or not only there.
 */
export function keptRows(rows: readonly CopiedRow[]): ReadonlySet<CopiedRow> {
  const kept = new Set<CopiedRow>()
  let run: CopiedRow[] = []
  let isKept = false
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1]
    const indent = indentOf(row.text)
    const goesOn =
      before !== undefined &&
      row.text !== '' &&
      before.text !== '' &&
      startsOf(before).some((start) => start === indent || start + 1 === indent) &&
      !listMark.test(row.text.trimStart())
    if (!goesOn) {
      run = []
      isKept = false
    } else if (!isFullBefore(before, row) && !sentenceEnd.test(before.text)) isKept = true
    run.push(row)
    if (isKept) for (const one of run.splice(0)) kept.add(one)
  }
  return kept
}

/**
 * Returns whether a word was broken after one of these characters. `pre-` before "and" ends with a
 * hyphen of its own, and a dash is a word unless it is the start of a command's option.
 */
function isBrokenAfter(above: string, last: string, first: string, breaksAfter: string): boolean {
  const end = last.at(-1) ?? ''
  if (!breaksAfter.includes(end)) return false
  if (/^[-/.:]+$/.test(last)) return end === '-' && / --\w/.test(above)
  if (end === ':') return last.includes('/') && /^\d/.test(first)
  if (end === '.') return /\/|\w\.\w/.test(last) && /^[a-z\d]/.test(first)
  return !/^(?:and|or|to)$/.test(first)
}

function isProse(above: string, below: string): boolean {
  if ([above, below].some((row) => codeEnd.test(row) || codeStart.test(row))) return false
  const text = `${above} ${below}`
  if (isCode(text)) return false
  const words = text.replace(listMark, '').split(/ +/u)
  const plain = words.filter((word) => plainWord.test(word)).length
  return words.length >= proseWordsMin && plain >= words.length * proseFactor
}

function isCommand(above: string, below: string): boolean {
  if (codeEnd.test(above) || !command.test(above)) return false
  if (isCode(above) && !option.test(above)) return false
  const isOpen = above.split('"').length % 2 === 0 && !above.includes('"""')
  return argument.test(below) || openOption.test(above) || isOpen
}

function isCode(text: string): boolean {
  return [...text.matchAll(codeSign)].length >= codeSignsMin
}

/** Several gaps are columns. */
function isTable(text: string): boolean {
  return /\S {3,}\S.* {2,}\S|[│┃|].*[│┃|]/u.test(text)
}
