/** Command lines of resume hints, and real shells that read them. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { quotedLine, splitWords } from '../../../src/base/text/shell-words.ts'

describe('the words of OSC 88', () => {
  it.each<readonly [string, readonly string[] | null]>([
    ['', []],
    ['  --resume   abc ', ['--resume', 'abc']],
    [`'a b' "c d"e '' \\"`, ['a b', 'c de', '', '"']],
    [`"a\\"b" 'c\\d' e\\ f`, ['a"b', 'c\\d', 'e f']],
    ['$HOME *.md `id` $(id) ~ ; rm', ['$HOME', '*.md', '`id`', '$(id)', '~', ';', 'rm']],
    ["'no end", null],
    ['"no end', null],
    ['nothing behind\\', null],
  ])('%s', (text, words) => expect(splitWords(text)).toEqual(words))
})

/** Whatever a shell could make something of. */
const hostile = [
  ...['', "'", "''", "it's", '"', '\\', "\\'", "'; touch /tmp/owned; '", '$(touch /tmp/owned)'],
  ...['`touch /tmp/owned`', '${IFS}', '$HOME', '~', '~root', '*', '?', '[a-z]*', '{a,b}', 'a&&b'],
  ...['a|b', 'a;b', '<x', '>x', '!!', '!$', '#x', '=ls', 'a=b', '-x', '%1', '^a^b', 'two words'],
  ...['(id)', 'é中👩', 'a\'b\\c"d$e`f!g'],
]

describe('a line for a shell', () => {
  const shells = ['sh', 'bash', 'dash', 'zsh', 'fish', 'ksh', 'mksh'].filter((name) =>
    ['/bin', '/usr/bin'].some((folder) => existsSync(`${folder}/${name}`)),
  )

  it.each(shells)('%s passes the exact arguments on', (shell) => {
    const line = quotedLine(['printf', '<%s>\n', ...hostile], shell) ?? ''
    expect(execFileSync(shell, ['-c', line], { encoding: 'utf8' })).toBe(
      hostile.map((word) => `<${word}>\n`).join(''),
    )
  })

  it.each(shells)('%s runs a program whose name looks like an assignment', (shell) => {
    const folder = mkdtempSync(join(tmpdir(), 'vibeflow-words-'))
    writeFileSync(join(folder, 'PATH=x'), '#!/bin/sh\necho ran "$@"\n', { mode: 0o755 })
    const line = quotedLine(['PATH=x', 'a=b'], shell) ?? ''
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` }
    expect(execFileSync(shell, ['-c', line], { encoding: 'utf8', env })).toBe('ran a=b\n')
    rmSync(folder, { recursive: true })
  })

  it('is plain where every word is', () => {
    for (const shell of ['bash', '-zsh', 'fish', 'tcsh', 'nu', 'pwsh'])
      expect(quotedLine(['copilot', '--resume=0f-1_a'], shell)).toBe('copilot --resume=0f-1_a')
  })

  it('does not exist for a shell whose quotes cannot contain everything', () => {
    for (const shell of ['csh', 'tcsh', 'nu', 'xonsh', 'elvish', 'pwsh', 'mytool'])
      for (const word of hostile.filter((one) => one !== '-x' && one !== 'a=b'))
        expect(quotedLine(['claude', word], shell)).toBe(null)
  })
})
