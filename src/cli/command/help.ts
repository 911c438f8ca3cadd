/** Help texts from the table of verbs, which also makes the manual page (manual.ts). */
import { greatest } from '../../base/numbers/extremes.ts'
import { optionsOf, type VerbOption, type Verb } from './verb.ts'

/** Wider text is hard to read. */
const columnsMax = 80
/** Two columns do not fit in fewer. */
const columnsMin = 40
const columns = process.stdout.isTTY
  ? Math.max(columnsMin, Math.min(columnsMax, process.stdout.columns))
  : columnsMax
/** Longer names have their description on the next lines. */
const leftMax = 24

/** Returns the text of `vibeflow VERB --help`. */
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

/** Wraps a text that starts at column `left`. `hanging` precedes all lines but the first. */
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
