/** Help, made of the table of verbs. The manual page (manual.ts) is made of the same. */
import { optionsOf, type Option, type Verb } from './verb.ts'

/** `vibeflow VERB --help`. */
export function verbHelp(verb: Verb): string {
  const { name, words, summary, notes = [] } = verb
  const rows = Object.entries(optionsOf(verb)).map(
    ([option, described]) => [flag(option, described), described.text] as const,
  )
  const width = Math.max(...rows.map(([left]) => left.length))
  return [
    `Usage: vibeflow ${name} ${words}`.trimEnd(),
    '',
    `${summary}.`,
    '',
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ].join('\n')
}

export function flag(name: string, { short, value }: Option): string {
  return (
    `${short === undefined ? '' : `-${short}, `}--${name}` +
    `${value === undefined ? '' : ` ${value}`}`
  )
}

export function verbsHelp(verbs: readonly Verb[]): string {
  const rows = verbs.map(
    ({ name, words, summary }) => [`${name} ${words}`.trimEnd(), summary] as const,
  )
  const width = Math.max(...rows.map(([left]) => left.length))
  return [
    'Verbs (more by vibeflow VERB --help):',
    '',
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
  ].join('\n')
}
