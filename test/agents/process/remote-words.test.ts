/** Arguments of `ssh`, `docker exec` and similar tools. */
import { expect, test } from 'vitest'
import { execGrammar, sshGrammar, withoutFlag } from '../../../src/agents/process/remote-words.ts'

test.each([
  ['-t box', 'box'],
  ['-tt -p 22 box', '-p 22 box'],
  ['-Attp 22 box -vt', '-Ap 22 box -v'],
  ['-l t -oProxyCommand=t box', '-l t -oProxyCommand=t box'],
  ['-o -t box -t', '-o -t box'],
  ['-- -t', '-- -t'],
])('ssh %s asks for no terminal as %s', (given, kept) => {
  expect(withoutFlag(given.split(' '), sshGrammar, 't', '--tty').join(' ')).toBe(kept)
})

test.each([
  ['-it web', '-i web'],
  ['--tty --tty=true -t web', 'web'],
  ['-e t --user -t -ut web', '-e t --user -t -ut web'],
])('exec %s asks for no terminal as %s', (given, kept) => {
  expect(withoutFlag(given.split(' '), execGrammar, 't', '--tty').join(' ')).toBe(kept)
})
