import {
  commandNames,
  spellings,
  type CompletionFlag,
  type CompletionPlace,
  type CompletionPlaces,
} from './places.ts'
import { shellQuoted } from '../../../base/text/shell-words.ts'

export function zshCompletion({ start, verbs, keys }: CompletionPlaces): string {
  return `#compdef vibeflow
_vibeflow_sessions() {
  local -a found
  found=(\${(f)"$(vibeflow ls 2>/dev/null | tail -n +2 | sed 's/:/\\\\:/g; s/  */:/')"})
  _describe session found
}
_vibeflow_keys() {
  local -a keys
  keys=(${keys.join(' ')})
  [[ $PREFIX = *=* ]] || compadd -q -S = -a keys
}
_vibeflow() {
  local -a verbs
  verbs=(${verbs.map(({ name, summary }) => shellQuoted(`${name}:${summary}`)).join(' ')})
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then _describe command verbs; return; fi
  local verb=$words[2]
  [[ $verb = -* ]] && verb=start
  if [[ $verb = (${commandNames(verbs)}) ]]; then shift words; (( CURRENT-- )); _normal; return; fi
  # Complete the command after -e or --.
  integer at=$words[(i)(-e|--)]
  if (( at < CURRENT )) && [[ $verb = (${[start, ...verbs]
    .filter(({ program }) => program)
    .map(({ name }) => name)
    .join('|')}) ]]; then
    shift at words
    (( CURRENT -= at ))
    _normal
    return
  fi
  [[ $verb = start ]] || { shift words; (( CURRENT-- )); }
  case $verb in
${[start, ...verbs].map(argumentsCase).join('\n')}
  esac
}
# In a directory of $fpath, this file is the function. Elsewhere, it registers the function.
if [[ $funcstack[1] = _vibeflow ]]; then _vibeflow "$@"; else compdef _vibeflow vibeflow; fi`
}

function argumentsCase(place: CompletionPlace): string {
  const all = [...place.flags.flatMap(specs), ...wordsOf(place)].map(shellQuoted).join(' ')
  return `    ${place.name}) _arguments ${all} ;;`
}

function specs(flag: CompletionFlag): readonly string[] {
  const all = spellings(flag)
  const text = `[${flag.text.replaceAll('[', '(').replaceAll(']', ')')}]`
  return all.map((spelling) => {
    // An option that may be repeated excludes nothing, others exclude all of their spellings.
    const before = flag.multiple ? '*' : all.length > 1 ? `(${all.join(' ')})` : ''
    return `${before}${spelling}${valueOf(flag, spelling, text)}`
  })
}

function valueOf({ value }: CompletionFlag, spelling: string, text: string): string {
  if (value === null) return text
  const joined = spelling.startsWith('--') ? '=' : '+'
  const offered = `${value.label}:${actionOf(value)}`
  return value.optional ? `${joined}-${text}::${offered}` : `${joined}${text}:${offered}`
}

function actionOf({ kind, several, label }: NonNullable<CompletionFlag['value']>): string {
  if (kind === 'file') return '_files'
  if (kind === 'folder') return '_files -/'
  if (kind === 'key') return '_vibeflow_keys'
  if (kind === 'text') return ' '
  return several ? `_values -s , ${label} ${kind.join(' ')}` : `(${kind.join(' ')})`
}

function wordsOf({ sessions, files, words }: CompletionPlace): readonly string[] {
  const file = files ? ['*:file:_files'] : []
  if (sessions === 'all') return ['*:session:_vibeflow_sessions']
  if (sessions === 'first')
    return [
      files ? '1:session or file:{ _vibeflow_sessions || _files }' : '1:session:_vibeflow_sessions',
      ...file,
    ]
  return words.length > 0 ? [`1:argument:(${words.join(' ')})`] : file
}
