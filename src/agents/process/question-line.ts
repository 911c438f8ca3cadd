/** Recognizes a line that asks the user, and programs whose prompt is not a question. Pure. */
import { interpreterOf, scriptOf } from './interpreter.ts'

/**
 * `choice`: names yes and no, such as `[y/N]`, or a key to press. `letters`: names single letters,
 * which may be a unit (`m/s`). `secret`: asks for a password. `open`: ends like a question, or
 * with words to choose from, which a program that works silently may print too.
 */
export type QuestionForm = 'choice' | 'letters' | 'secret' | 'open'

/** Characters of a line that are examined, from its end. Longer lines are truncated. */
export const questionCharactersMax = 400

/** `[y/N]`, `(yes/no/[fingerprint])`, `[J/n]`, `(y or n)`, `(stable/main)`. */
const lists =
  /[[(]((?:\p{L}{1,8}|\?)(?:(?:[/|,]| or )[[(]?(?:\p{L}{1,11}|\?)[\])]?){1,9})[\])]\s*[?:]?\s*$/iu

/** Letters of a part that a comma or `or` may separate: `(host,port)` does not list answers. */
const shortLettersMax = 3

const yesAndNo: ReadonlySet<string> = new Set(
  (
    'yes no ja nein nej nee oui non sí sim não tak nie evet да нет はい いいえ 是 否 예 아니요 ' +
    '아니오'
  ).split(' '),
)

/** `y` with `n`, or a translation before `n`; but not `n/a`, `x/y`. */
const yAndN = /^(?:[yjostд],[nн]|y,.*n|n,.*y)(?:,|$)/iu

/** `Press Enter to continue...`, `Hit any key`; but not `Press Ctrl+C to stop the key server`. */
const keys = /\b(?:press|hit|type)\b([^.?!+^]{0,24})\b(?:enter|return|key)\b([^?!]{0,60})$/iu

/** `Continue? `, `rm a ?...`, `Name: `, `Name: [root] `, and their forms of full width. */
const opens = /(?:\?\.{3}|[?:？：])(?:\s*(?:\[[^\]]{0,60}\]|\([^)]{0,60}\)))?\s?$/u

const secretWord =
  '(?:password|passwort|pass ?phrase|passcode|\\bPIN\\b|mot de passe|contraseña|senha|' +
  'wachtwoord|hasło|пароль|密[码碼]|パスワード|암호)'
const secretEnd = '(?:[^.?!:：]|[.:](?=\\S)){0,100}[:：]\\s?$'

/** `[sudo] password for me: `, `me@build's password: `, `Enter passphrase for key 'x': `. */
const secrets = new RegExp(secretWord + secretEnd, 'iu')

const word = "[\\p{L}\\p{N}@'’./_-]{1,100} "

/** A whole such line: before the word, a name in brackets and a few words at most. */
const secretLine = new RegExp(
  `^(?:doas )?(?:[[(][^\\])]{1,100}[\\])] )?(?:${word}){0,4}[的の]?${secretWord}${secretEnd}`,
  'iu',
)

/** Returns how the line up to the cursor asks the user; `null` if it doesn't. */
export function questionForm(line: string): QuestionForm | null {
  const end = line.slice(-questionCharactersMax)
  if (!/\p{L}|#\? $/u.test(end)) return null
  const form = asksForKey(end) ? 'choice' : listForm(end)
  return form ?? (secrets.test(end) ? 'secret' : opens.test(end) ? 'open' : null)
}

/**
 * Returns whether the whole line asks for a password, rather than a command line or text that ends
 * this way. Text after a typical end of a shell's prompt was typed.
 */
export function isSecretLine(line: string): boolean {
  return line.length <= questionCharactersMax && secretLine.test(line) && !/[$%>#❯➜λ] /u.test(line)
}

function asksForKey(line: string): boolean {
  const [, before, after] = keys.exec(line) ?? []
  return before !== undefined && !/ctrl/i.test(before) && !/ to stop/i.test(after ?? '')
}

function listForm(line: string): QuestionForm | null {
  const list = lists.exec(line)?.[1]?.replace(/[[\]()]/g, '')
  if (list === undefined) return null
  const parts = list.split(/[/|,]| or /iu)
  if (/,| or /iu.test(list) && parts.some((part) => part.length > shortLettersMax)) return null
  if (parts.some((part) => yesAndNo.has(part.toLowerCase())) || yAndN.test(parts.join(',')))
    return 'choice'
  return parts.every((part) => part.length === 1) ? 'letters' : 'open'
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
