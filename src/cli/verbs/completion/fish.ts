/** Completion for fish, with own helpers: fish's do not know values of options. */
import {
  spellings,
  valued,
  type CompletionFlag,
  type CompletionPlace,
  type CompletionPlaces,
} from './places.ts'
import { shellQuoted } from '../../../base/text/shell-words.ts'

const sessions = shellQuoted(`(vibeflow ls 2>/dev/null | tail -n +2 | string replace -r ' +' \\t)`)

export function fishCompletion({ start, verbs, keys }: CompletionPlaces): string {
  const places = [start, ...verbs]
  return [
    `# prints start or the command, then arguments that are neither options nor their values
function __vibeflow_words
    set -l words (commandline -opc)
    set -e words[1]
    set -l place start
    if set -q words[1]; and not string match -q -- '-*' $words[1]
        set place $words[1]
        set -e words[1]
    end
    echo $place
    set -l valued
    switch $place
${places
  .filter((place) => valued(place).length > 0)
  .map((place) => `        case ${place.name}\n            set valued ${valued(place).join(' ')}`)
  .join('\n')}
    end
    set -l isValue
    for word in $words
        if test -n "$isValue"
            set isValue
        else if contains -- $word $valued
            set isValue yes
        else if not string match -q -- '-?*' $word
            echo $word
        else if contains -- $word -e --; and contains $place ${places
          .filter(({ program }) => program)
          .map(({ name }) => name)
          .join(' ')}
            echo program
            return
        end
    end
end
# succeeds for this command, with this number of arguments before the cursor
function __vibeflow_at --argument-names place count
    set -l words (__vibeflow_words)
    test "$words[1]" = $place; and test "$words[-1]" != program
    and begin; test -z "$count"; or test (count $words) -eq (math $count + 1); end
end
function __vibeflow_program # completes the command after -e or --
    set -l words (commandline -opc)
    while set -q words[1]; and not contains -- $words[1] -e --
        set -e words[1]
    end
    set -e words[1]
    complete -C "$(string join ' ' -- (string escape -- $words) (commandline -ct))"
end`,
    `function __vibeflow_as # completes the words after vibeflow as a command
    set -l words (commandline -opc)
    set -e words[1]
    complete -C "$(string join ' ' -- (string escape -- $words) (commandline -ct))"
end`,
    'complete -c vibeflow -f',
    ...verbs
      .filter(({ completedAs }) => completedAs !== undefined)
      .map(({ name }) => `complete -c vibeflow -n '__vibeflow_at ${name}' -a '(__vibeflow_as)'`),
    ...verbs.map(
      ({ name, summary }) =>
        `complete -c vibeflow -n 'test (count (commandline -opc)) -eq 1' -a ${name} -d ` +
        `${shellQuoted(summary)}`,
    ),
    `complete -c vibeflow -n 'contains program (__vibeflow_words)' -a '(__vibeflow_program)'`,
    ...places.flatMap((place) => [
      ...place.flags.map(
        (flag) =>
          `complete -c vibeflow -n '__vibeflow_at ${place.name}'${spellings(flag)
            .map((one) => (one.startsWith('--') ? ` -l ${one.slice(2)}` : ` -s ${one.slice(1)}`))
            .join('')}${valueOf(flag, keys)} -d ${shellQuoted(flag.text)}`,
      ),
      ...wordsOf(place),
    ]),
  ].join('\n')
}

function valueOf({ value }: CompletionFlag, keys: readonly string[]): string {
  if (value === null) return ''
  const { kind, optional, several } = value
  if (kind === 'file') return ' -r -F'
  if (kind === 'folder') return " -x -a '(__fish_complete_directories)'"
  if (kind === 'key') return ` -x -a '${keys.map((key) => `${key}=`).join(' ')}'`
  if (kind === 'text') return ' -x'
  if (several) return ` -x -a '(__fish_append , ${kind.join(' ')})'`
  return `${optional ? '' : ' -x'} -a '${kind.join(' ')}'`
}

function wordsOf({ name, sessions: taken, files, words }: CompletionPlace): readonly string[] {
  const at = (count: string) => `complete -c vibeflow -n '__vibeflow_at ${name}${count}'`
  return [
    ...(taken === 'none' ? [] : [`${at(taken === 'all' ? '' : ' 0')} -a ${sessions}`]),
    ...(words.length === 0 ? [] : [`${at(' 0')} -a '${words.join(' ')}'`]),
    ...(files ? [`${at('')} -F`] : []),
  ]
}
