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
const sessions = `vibeflow ls 2>/dev/null | tail -n +2 | cut -d' ' -f1`
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

const scripts: Readonly<Record<string, (verbs: readonly Verb[]) => string>> = {
  bash: (verbs) => `_vibeflow() {
  local word=\${COMP_WORDS[COMP_CWORD]} verb=\${COMP_WORDS[1]} words
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W '${verbs.map(({ name }) => name).join(' ')}' -- "$word")); return; fi
  case $verb in
${verbs.map((verb) => `    ${verb.name}) words='${optionsOf(verb).map(([name]) => `--${name}`).join(' ')}'${takesSession(verb) ? `; case $word in -*) ;; *) words=$(${sessions}) ;; esac` : ''} ;;`).join('\n')}
    *) return ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  [ \${#COMPREPLY[@]} -eq 0 ] && COMPREPLY=($(compgen -f -- "$word"))
}
complete -F _vibeflow vibeflow`,
  zsh: (verbs) => `_vibeflow() {
  local -a verbs sessions
  verbs=(${verbs.map(({ name, summary }) => quoted(`${name}:${summary}`)).join(' ')})
  if (( CURRENT == 2 )); then _describe verb verbs; return; fi
  sessions=(\${(f)"$(${sessions})"})
  case $words[2] in
${verbs.map((verb) => `    ${verb.name}) _arguments ${optionsOf(verb).map(([name, { value, text }]) => quoted(`--${name}[${text.replaceAll('[', '(').replaceAll(']', ')')}]${value === undefined ? '' : `:${value}:_files`}`)).join(' ')} ${takesSession(verb) ? "'*:session:(($sessions))'" : "'*:file:_files'"} ;;`).join('\n')}
  esac
}
compdef _vibeflow vibeflow`,
  fish: (verbs) => [
    ...verbs.map(({ name, summary }) => `complete -c vibeflow -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`),
    ...verbs.flatMap((verb) => [
      ...optionsOf(verb).map(([name, { value, short, text }]) => `complete -c vibeflow -n '__fish_seen_subcommand_from ${verb.name}' -l ${name}${short === undefined ? '' : ` -s ${short}`}${value === undefined ? '' : ' -r'} -d ${quoted(text)}`),
      ...(takesSession(verb) ? [`complete -c vibeflow -n '__fish_seen_subcommand_from ${verb.name}' -f -a "(${sessions})"`] : []),
    ]),
  ].join('\n'),
}
