/** Lines that ask the user, and programs whose prompt is not a question. */
import { expect, test } from 'vitest'
import {
  questionCharactersMax,
  questionForm,
  readsCommands,
} from '../../../src/agents/process/question-line.ts'

const choices = [
  'Continue? [y/N] ',
  'Do you want to continue? [Y/n] ',
  'Overwrite (y/n)? ',
  'Are you sure you want to continue connecting (yes/no/[fingerprint])? ',
  'overwrite (y or n)? ',
  'replace f? [y]es, [n]o, [A]ll, [N]one, [r]ename: [y/n]',
  'Stage this hunk [y,n,q,a,d,e,?]? ',
  'Möchten Sie fortfahren? [J/n] ',
  'Continuer ? (oui/non) : ',
  '続行しますか? [はい/いいえ] ',
  'Press Enter to continue...',
  'Press any key to continue',
  'Prepare volume #2 for ‘a.tar’ and hit return: ',
  'Press [ENTER] to continue or Ctrl-c to cancel.',
  '¿Desea continuar? [S/n] ',
  'Продолжить? (да/нет) ',
  'Really (yes or no)? ',
]
const letters = ['Next [a/b/c] ', 'Abort, retry (a,r)? ', 'Devam? [E/h] ']
const open = [
  'Name: ',
  'Channel (stable/main): ',
  'Mode [debug|release] ',
  'Speed (KiB/s)',
  'Transport (TCP/IP)',
  'Address (host,port): ',
  'Continue? ',
  'Continue?',
  '#? ',
  'Country Name (2 letter code) [AU]:',
  'Full Name []: ',
  'Hostname: [localhost] ',
  "rm: remove regular file 'f'? ",
  'echo a ?...',
  'Enter file in which to save the key (/home/me/.ssh/id_ed25519): ',
  'お名前：',
  'replace f? [y]es, [n]o, [A]ll, [N]one, [r]ename: ',
]
const secrets = [
  'Password: ',
  '[sudo] password for me: ',
  "me@build's password: ",
  '(me@192.0.2.1) Password:',
  "Enter passphrase for key '/home/me/.ssh/id_ed25519': ",
  'Enter password (will not be echoed):',
  '[sudo] Passwort für me: ',
  'Mot de passe : ',
  "Password for 'https://u@x.test': ",
  'Enter PEM pass phrase:',
  'PIN: ',
  '[sudo] me 的密码：',
]
const others = [
  'the password: $ ',
  'The password has 3 errors: none. ',
  'password: hunter2 ',
  '',
  '$ ',
  '# ',
  '>>> ',
  '(gdb) ',
  'db=> ',
  'ftp> ',
  'user@host:~/src$ ',
  'What now> ',
  'Connecting to example.org (192.0.2.1)... ',
  'Downloading (1/2) ',
  ' 45% [=====>    ] ',
  '1:02:03',
  '12:',
  'is it? Yes, it is. ',
  '[a/b] done ',
  'Connecting (host,port)',
  'Listening (host or port) ',
  'Press CTRL+C to stop the key server',
  'Press Ctrl-C to leave the key server',
  'Press Enter to stop the server',
  'press h + enter to show help',
  'Reading package lists... Done',
]

test.each(choices)('names the answers: %s', (line) => {
  expect(questionForm(line)).toBe('choice')
})
test.each(letters)('names letters: %s', (line) => {
  expect(questionForm(line)).toBe('letters')
})
test.each(['Size (n/a) ', 'Moving (x/y) ', 'Wind (m/s) '])('is not a yes or no: %s', (line) => {
  expect(questionForm(line)).not.toBe('choice')
})
test.each(secrets)('asks for a password: %s', (line) => {
  expect(questionForm(line)).toBe('secret')
})
test.each(open)('ends like a question: %s', (line) => {
  expect(questionForm(line)).toBe('open')
})
test.each(others)('is not a question: %s', (line) => {
  expect(questionForm(line)).toBe(null)
})

test('reads the end of a long line, in little time', () => {
  expect(questionForm(`${'x'.repeat(questionCharactersMax)}Continue? [y/N] `)).toBe('choice')
  const began = performance.now()
  for (const part of ['(y/', '[', 'press ', '? (', '[y]', ' ', 'y,', 'hit enter ', '?...'])
    for (const end of ['', '!', ')', '] ', '? '])
      questionForm(`${part.repeat(questionCharactersMax)}${end}`)
  expect(performance.now() - began).toBeLessThan(200)
})

test.each([
  ['python3', ['python3'], true],
  ['python3', ['python3', '-i'], true],
  ['python3', ['python3', 'setup.py'], false],
  ['python3', ['python3', '-c', 'input()'], false],
  ['python3', ['python3', '-m', 'pip', 'uninstall', 'x'], false],
  ['node', ['node'], true],
  ['node', ['node', '-e', '0'], false],
  ['node', ['node', 'ask.js'], false],
  ['tclsh', ['tclsh'], true],
  ['tclsh', ['tclsh', 'ask.tcl'], false],
  ['psql', ['psql', '-h', 'db', 'app'], true],
  ['gdb', ['gdb', './a.out'], true],
  ['cat', ['cat'], true],
  ['bash', ['bash', 'install.sh'], false],
  ['apt-get', ['apt-get', 'install', 'x'], false],
] as const)('%s %j reads commands: %s', (name, argv, reads) => {
  expect(readsCommands(name, argv)).toBe(reads)
})
