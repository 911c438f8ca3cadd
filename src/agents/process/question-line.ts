/** Recognizes a line that asks the user, and programs whose prompt is not a question. Pure. */
import { interpreterOf, scriptOf } from './interpreter.ts'

/**
 * `choice`: names its answers, such as `[y/N]`, or a key to press. `open`: ends like a question,
 * which a program that works silently may print too.
 */
export type QuestionForm = 'choice' | 'open'

/** Characters of a line that are examined, from its end. Longer lines are truncated. */
export const questionCharactersMax = 400

/** `[y/N]`, `(yes/no)`, `(yes/no/[fingerprint])`, `[J/n]`, `(y or n)`, `[y]es, [n]o`. */
const choices =
  /[[(](?:\p{L}{1,8}|\?)(?:(?:[/|,]| or )[[(]?(?:\p{L}{1,11}|\?)[\])]?){1,9}[\])]\s*[?:]?\s*$/iu

/** `Press Enter to continue...`, `Hit any key`. */
const keys = /\b(?:press|hit|type)\b[^.?!]{0,24}\b(?:enter|return|key)\b[^?!]{0,60}$/iu

/** `Continue? `, `rm a ?...`, `Name: `, `Name: [root] `, and their forms of full width. */
const opens = /(?:\?\.{3}|[?:？：])(?:\s*(?:\[[^\]]{0,60}\]|\([^)]{0,60}\)))?\s?$/u

/** Returns how the line up to the cursor asks the user; `null` if it doesn't. */
export function questionForm(line: string): QuestionForm | null {
  const end = line.slice(-questionCharactersMax)
  if (!/\p{L}|#\? $/u.test(end)) return null
  if (choices.test(end) || keys.test(end)) return 'choice'
  return opens.test(end) ? 'open' : null
}

/**
 * Programs that read commands. They are at their prompt most of the time, whatever it looks like;
 * the user started them to type.
 */
const repls: ReadonlySet<string> = new Set(
  (
    'gdb lldb ipython ipython3 psql mysql mariadb sqlite3 mongosh mongo redis-cli cqlsh ' +
    'bc dc units gnuplot maxima gp gap irb pry iex erl jshell ftp lftp sftp tftp telnet ' +
    'nslookup smbclient ed ex mail mailx bluetoothctl virsh parted fdisk at crash ' +
    'cat tee'
  ).split(' '),
)

/** They read commands too, but only without a script. */
const languages: ReadonlySet<string> = new Set(
  (
    'lua luajit tclsh wish expect php octave octave-cli julia scala R ghci ocaml utop clojure ' +
    'sbcl clisp ecl guile racket swipl  '
  ).split(' '),
)

/** Returns whether a program reads commands or data, so that no line of it is a question. */
export function readsCommands(name: string, argv: readonly string[]): boolean {
  if (repls.has(name)) return true
  if (languages.has(name)) return argv.slice(1).every((word) => word.startsWith('-'))
  const interpreter = interpreterOf(name)
  if (interpreter === null || interpreter.family === 'shell') return false
  // a script, a module, or code on the command line may ask
  return scriptOf(interpreter, argv) === null && !argv.slice(1).some((word) => code.test(word))
}

/** `-c`, `-e`, `-pe`, `--eval`: code follows. */
const code = /^(?:-[a-zA-Z]*[ceEp]|--eval(?:=.*)?|--print(?:=.*)?)$/
