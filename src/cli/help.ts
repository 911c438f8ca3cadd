/** Help, made of the table of verbs. The manual page (manual.ts) is made of the same. */
import { greatest } from '../base/extremes.ts'
import { optionsOf, type VerbOption, type Verb } from './verb.ts'

/** Columns of a usual terminal; wider text is hard to read in a wide one too. */
const columnsMax = 80
/** Two columns of text have no room in fewer. */
const columnsMin = 40
const columns = process.stdout.isTTY
  ? Math.max(columnsMin, Math.min(columnsMax, process.stdout.columns))
  : columnsMax
/** What is longer has its explanation below it. */
const leftMax = 24

/** `vibeflow VERB --help`. */
export function verbHelp(verb: Verb): string {
  const { name, words, summary, notes = [] } = verb
  return [
    ...wrapped(`Usage: vibeflow ${name} ${words}`.trimEnd(), 0, ' '.repeat(8)),
    '',
    ...wrapped(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`, 0),
    '',
    ...list(
      Object.entries(optionsOf(verb)).map(([option, described]) => [
        flag(option, described),
        described.text,
      ]),
    ),
    ...notes.flatMap((note) => ['', ...wrapped(note, 0)]),
  ].join('\n')
}

export function flag(name: string, { short, value }: VerbOption): string {
  return (
    `${short === undefined ? '' : `-${short}, `}--${name}` +
    `${value === undefined ? '' : ` ${value}`}`
  )
}

export function verbsHelp(verbs: readonly Verb[]): string {
  return [
    'Verbs (more by vibeflow VERB --help):',
    '',
    ...list(verbs.map(({ name, summary }) => [name, summary])),
  ].join('\n')
}

/** Two columns: names, and what they are. */
function list(rows: readonly (readonly [string, string])[]): readonly string[] {
  const fitting = rows.map(([left]) => left.length).filter((length) => length <= leftMax)
  const width = Math.max(0, greatest(fitting))
  const indent = ' '.repeat(width + 4)
  return rows.flatMap(([left, right]) =>
    left.length > width
      ? [`  ${left}`, ...wrapped(right, indent.length).map((line) => `${indent}${line}`)]
      : wrapped(right, indent.length).map(
          (line, index) => `${index === 0 ? `  ${left.padEnd(width)}  ` : indent}${line}`,
        ),
  )
}

/** Lines of a text that stands so far from the left. `hanging`: before all but the first. */
function wrapped(text: string, left: number, hanging = ''): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && left + line.length + 1 + word.length > columns) {
      lines.push(line)
      line = `${hanging}${word}`
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
