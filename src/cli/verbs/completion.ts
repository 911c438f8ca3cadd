/** `vibeflow completion`: what bash, zsh and fish need to complete verbs, options and session ids. Made of the table of verbs. */
import { CommandError } from '../exit-codes.ts'
import { everyOption, type Option, type Verb } from '../verb.ts'

export function completion(verbs: () => readonly Verb[]): Verb {
  return {
    name: 'completion', words: 'bash|zsh|fish', summary: 'print a completion script for a shell', options: {},
    notes: ['bash: eval "$(vibeflow completion bash)". zsh: the same. fish: vibeflow completion fish | source.'],
    async run({ positionals: [shell], json, write, document }) {
      const make = shell === undefined || !Object.hasOwn(scripts, shell) ? undefined : scripts[shell]
      if (make === undefined) throw new CommandError('usage', 'name a shell: bash, zsh or fish.')
      const script = make(verbs())
      if (json) document({ shell, script })
      else write(`${script}\n`)
      return 0
    },
  }
}

const optionsOf = (verb: Verb): readonly (readonly [string, Option])[] => Object.entries({ ...verb.options, ...everyOption })
const takesSession = ({ words }: Verb) => words.includes('SESSION')
const takesSessions = ({ words }: Verb) => words.includes('SESSION...')
/** Files complete words too where a verb takes one, and behind what `new` hands on. */
const takesFile = ({ words, raw }: Verb) => raw === true || words.includes('FILE')
const namesFile = ({ value }: Option) => value === 'FILE' || value === 'PATH'
/** Words to choose from: `bash|zsh|fish`. */
const chosenOf = ({ words }: Verb) => /^[a-z|]+$/.test(words) ? words.replaceAll('|', ' ') : ''
const sessions = `vibeflow ls 2>/dev/null | tail -n +2 | cut -d' ' -f1`
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

function bashValue(option: Option): string {
  const { choices, value } = option
  if (choices === undefined) return namesFile(option) ? 'COMPREPLY=($(compgen -f -- "$word"))' : ':'
  const words = `compgen -W '${choices.join(' ')}'`
  // Behind a comma the next of several.
  return value === 'LIST' ? `local done=; case $word in *,*) done=\${word%,*}, ;; esac; COMPREPLY=($(${words} -P "$done" -- "\${word##*,}"))` : `COMPREPLY=($(${words} -- "$word"))`
}

function zshValue(option: Option): string {
  const { choices, value } = option
  if (choices === undefined) return namesFile(option) ? '_files' : ' '
  return value === 'LIST' ? `_values -s , ${value} ${choices.join(' ')}` : `(${choices.join(' ')})`
}

function bashWords(verb: Verb): string {
  if (!takesSession(verb)) return `words='${chosenOf(verb)}'${takesFile(verb) ? '; files=1' : ''}`
  const one = takesSessions(verb) ? `words=$(${sessions})` : `[ $count -eq 0 ] && words=$(${sessions})`
  return takesFile(verb) ? `${one}; files=1` : one
}

const scripts: Readonly<Record<string, (verbs: readonly Verb[]) => string>> = {
  // A word behind an option with a value is that value; the words that are no option and no value are counted, so that one session is offered once.
  bash: (verbs) => `_vibeflow() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} verb=\${COMP_WORDS[1]} words= files= at count=0
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W '${verbs.map(({ name }) => name).join(' ')} help' -- "$word")); return; fi
  [ "$before" = = ] && before=\${COMP_WORDS[COMP_CWORD-2]}
  [ "$word" = = ] && word=
  case "$verb $before" in
${verbs.flatMap((verb) => optionsOf(verb).flatMap(([name, option]) => option.type === 'boolean' ? [] : [`    ${[`--${name}`, ...(option.short === undefined ? [] : [`-${option.short}`])].map((flag) => `'${verb.name} ${flag}'`).join(' | ')}) ${bashValue(option)}; return ;;`])).join('\n')}
    'help help') words='${verbs.map(({ name }) => name).join(' ')}' ;;
  esac
  for ((at = 2; at < COMP_CWORD; at += 1)); do
    case "$verb \${COMP_WORDS[at-1]}" in ${verbs.flatMap((verb) => optionsOf(verb).flatMap(([name, { type, short }]) => type === 'boolean' ? [] : [`'${verb.name} --${name}'`, ...(short === undefined ? [] : [`'${verb.name} -${short}'`])])).join(' | ')} | *' =') continue ;; esac
    case \${COMP_WORDS[at]} in -*) ;; *) count=$((count + 1)) ;; esac
  done
  case $verb in
${verbs.map((verb) => `    ${verb.name}) case $word in -*) words='${optionsOf(verb).map(([name]) => `--${name}`).join(' ')}' ;; *) ${bashWords(verb)} ;; esac ;;`).join('\n')}
    help) ;;
    *) return ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  [ -n "$files" ] && [ \${#COMPREPLY[@]} -eq 0 ] && COMPREPLY=($(compgen -f -- "$word"))
}
complete -F _vibeflow vibeflow`,
  zsh: (verbs) => `_vibeflow() {
  local -a verbs sessions
  verbs=(${verbs.map(({ name, summary }) => quoted(`${name}:${summary}`)).join(' ')})
  if (( CURRENT == 2 )); then _describe verb verbs; return; fi
  sessions=(\${(f)"$(${sessions})"})
  case $words[2] in
${verbs.map((verb) => `    ${verb.name}) _arguments ${optionsOf(verb).map(([name, option]) => quoted(`--${name}[${option.text.replaceAll('[', '(').replaceAll(']', ')')}]${option.value === undefined ? '' : `:${option.value}:${zshValue(option)}`}`)).join(' ')} ${takesSession(verb) ? "'*:session:(($sessions))'" : "'*:file:_files'"} ;;`).join('\n')}
  esac
}
compdef _vibeflow vibeflow`,
  fish: (verbs) => [
    ...verbs.map(({ name, summary }) => `complete -c vibeflow -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`),
    ...verbs.flatMap((verb) => [
      ...optionsOf(verb).map(([name, { value, short, text, choices }]) => `complete -c vibeflow -n '__fish_seen_subcommand_from ${verb.name}' -l ${name}${short === undefined ? '' : ` -s ${short}`}${value === undefined ? '' : choices === undefined ? ' -r' : ` -x -a '${choices.join(' ')}'`} -d ${quoted(text)}`),
      ...(takesSession(verb) ? [`complete -c vibeflow -n '__fish_seen_subcommand_from ${verb.name}' -f -a "(${sessions})"`] : []),
    ]),
  ].join('\n'),
}
