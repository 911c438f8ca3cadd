/** Completion for bash: one function that determines the position of the word. */
import {
  commandNames,
  spellings,
  valued,
  type CompletionFlag,
  type CompletionPlace,
  type CompletionPlaces,
} from './places.ts'

const sessions = "$(vibeflow ls 2>/dev/null | tail -n +2 | cut -d' ' -f1)"

/** Returns the case of a place: its options after `-`, else its words. */
function wordCase(place: CompletionPlace): string {
  const options = `-*) words='${place.flags.flatMap(offered).join(' ')}' ;;`
  return `    ${place.name}) case $word in ${options} *) ${wordsOf(place)} ;; esac ;;`
}

/** Returns the script. In bash `=` is a separate word, which it handles. */
export function bashCompletion({ start, verbs, keys }: CompletionPlaces): string {
  const places = [start, ...verbs]
  const names = verbs.map(({ name }) => name).join(' ')
  const optionsWithValue = places
    .flatMap((place) => valued(place).map((flag) => `'${place.name} ${flag}'`))
    .join(' | ')
  return `_vibeflow_paths() { # -f files, -d directories; names with spaces stay whole
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen "$1" -- "$word")
}
_vibeflow() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} place=\${COMP_WORDS[1]}
  local words= files= equals= at=2 count=0
  if [ "$COMP_CWORD" -eq 1 ] && [[ $word != -* ]]; then
    COMPREPLY=($(compgen -W '${names}' -- "$word"))
    return
  fi
  case $place in ${commandNames(verbs)})
    declare -F _command_offset > /dev/null && { _command_offset 1; return; } ;;
  esac
  [[ $place = -* ]] && { place=start; at=1; }
  [ "$before" = = ] && [ "$COMP_CWORD" -gt 1 ] && { before=\${COMP_WORDS[COMP_CWORD-2]}; equals=1; }
  [ "$word" = = ] && { word=; equals=1; }
  for ((; at < COMP_CWORD; at += 1)); do
    # The word after an option with a value is that value.
    case "$place \${COMP_WORDS[at-1]}" in
      ${optionsWithValue} | *' =') continue ;;
    esac
    case "$place \${COMP_WORDS[at]}" in
      ${places
        .filter(({ program }) => program)
        .flatMap(({ name }) => [`'${name} -e'`, `'${name} --'`])
        .join(' | ')})
        if declare -F _command_offset > /dev/null; then _command_offset $((at + 1))
        elif [ "$COMP_CWORD" -eq $((at + 1)) ]; then COMPREPLY=($(compgen -c -- "$word"))
        else _vibeflow_paths -f; fi
        return ;;
    esac
    case \${COMP_WORDS[at]} in -*) ;; *) count=$((count + 1)) ;; esac
  done
  case "$place $before" in
${places
  .flatMap((place) =>
    place.flags
      .filter(({ value }) => value !== null)
      .map(
        (flag) =>
          `    ${spellings(flag)
            .map((spelling) => `'${place.name} ${spelling}'`)
            .join(' | ')}) ${offer(flag, keys)} ;;`,
      ),
  )
  .join('\n')}
  esac
  case $place in
${places.map(wordCase).join('\n')}
    *) return ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  [ -n "$files" ] && [ \${#COMPREPLY[@]} -eq 0 ] && _vibeflow_paths -f
}
complete -F _vibeflow vibeflow`
}

/** Returns the long name if there is one: short options need no completion. */
function offered({ name, short }: CompletionFlag): readonly string[] {
  return [name === '' ? `-${short}` : `--${name}`]
}

function wordsOf({ sessions: taken, files, words }: CompletionPlace): string {
  const own =
    taken === 'all'
      ? `words=${sessions}`
      : taken === 'first'
        ? `[ $count -eq 0 ] && words=${sessions}`
        : `[ $count -eq 0 ] && words='${words.join(' ')}'`
  return files ? `${own}; files=1` : own
}

function offer({ value }: CompletionFlag, keys: readonly string[]): string {
  if (value === null) return 'return'
  const { kind, optional, several } = value
  if (kind === 'file') return '_vibeflow_paths -f; return'
  if (kind === 'folder') return '_vibeflow_paths -d; return'
  if (kind === 'key')
    return (
      `compopt -o nospace 2>/dev/null; COMPREPLY=($(compgen -S = -W '${keys.join(' ')}' -- ` +
      '"$word")); return'
    )
  if (kind === 'text') return 'return'
  const words = `compgen -W '${kind.join(' ')}'`
  // After a comma the next item of a list is completed.
  if (several)
    return (
      `local done=; case $word in *,*) done=\${word%,*}, ;; esac; COMPREPLY=($(${words} -P ` +
      `"$done" -- "\${word##*,}")); return`
    )
  return optional
    ? `[ -n "$equals" ] && { COMPREPLY=($(${words} -- "$word")); return; }`
    : `COMPREPLY=($(${words} -- "$word")); return`
}
