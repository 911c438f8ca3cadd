/** Lines that ask the user, and programs whose prompt is not a question. */
import { expect, test } from 'vitest'
import {
  isSecretLine,
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
const aloneToo = [
  '[sudo: authenticate] Password: ',
  'doas (me@build) password: ',
  '[sudo] Mot de passe de me : ',
  '[sudo] contraseña para me: ',
  '[sudo] hasło użytkownika me: ',
  '[sudo] me のパスワード: ',
  '[sudo] me의 암호: ',
  'Enter current password for root (enter for none): ',
  'Retype new password: ',
  '(current) UNIX password: ',
  'BECOME password: ',
  'Please enter passphrase for disk data: ',
  'Enter pass phrase for /etc/ssl/a.key:',
  "Enter PIN for 'Token': ",
]
const notAlone = [
  '$ echo password:',
  'me@build:~$ echo password: ',
  '# echo the password: ',
  '❯ grep password: ',
  '[me@build ~]$ vi password:',
  '(venv) me@build:~$ echo password:',
  '> why does it ask for a password: ',
  '│ > the password:',
  '  password: ',
  '"password": ',
  'db_password:',
  '12:01:33 ERROR: wrong password: ',
  '- name: reset the password: ',
  'It failed because the user had typed a password: ',
  '>>> passwords = {"PIN": ',
  'build% cat password:',
  '/password:',
  ':s/password:',
  'password for $ me: ',
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
test.each([...secrets, ...aloneToo])('is a whole line that asks for a password: %s', (line) => {
  expect([questionForm(line), isSecretLine(line)]).toEqual(['secret', true])
})
test.each([...open, ...others, ...notAlone])('is not a whole line that asks: %s', (line) => {
  expect(isSecretLine(line)).toBe(false)
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
  for (const part of ['a', 'a ', '[a', '[a] ', 'PIN', 'pass ', 'PIN a.', '@'])
    for (const end of ['', ':', ' PIN', ' PIN :', '. :'])
      isSecretLine(`${part.repeat(questionCharactersMax)}${end}`.slice(-questionCharactersMax))
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
