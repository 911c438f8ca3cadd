/** The files for status bars (src/integrations/desktop) are what the bars and our command take. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, type ParseError } from 'jsonc-parser'
import { expect, test } from 'vitest'
import { formatNames } from '../../src/cli/attention/formats.ts'
import { verbNames } from '../../src/cli/verbs/index.ts'

const folder = 'src/integrations/desktop'
const tmuxFile = join(folder, 'tmux/vibeflow.conf')
const waybarFile = join(folder, 'waybar/vibeflow.jsonc')

test('the Waybar module has one command and existing click commands', () => {
  const errors: ParseError[] = []
  const value = parse(readFileSync(waybarFile, 'utf8'), errors) as {
    readonly 'custom/vibeflow': Readonly<Record<string, string>>
  }
  expect(errors).toEqual([])
  expect(Object.keys(value)).toEqual(['custom/vibeflow'])
  const { exec, 'on-click': next, 'on-click-right': list } = value['custom/vibeflow']
  expect(commandsIn([exec, next, list].join('\n'))).toEqual(['status', 'next', 'new', 'inbox'])
})

test('tmux reads the status file', () => {
  const text = readFileSync(tmuxFile, 'utf8')
  expect(commandsIn(text.replace(/^#.*/gm, ''))).toEqual(['status', 'next', 'inbox'])
  if (spawnSync('tmux', ['-V']).error !== undefined) return // not installed
  const home = mkdtempSync(join(tmpdir(), 'status-bars-'))
  const tmux = (...words: string[]) =>
    execFileSync('tmux', ['-S', join(home, 'tmux'), '-f', '/dev/null', ...words], {
      encoding: 'utf8',
      env: { ...process.env, TMUX: '' },
    })
  try {
    tmux('new-session', '-d', 'sleep 60')
    tmux('source-file', tmuxFile)
    expect(tmux('show-options', '-gv', 'status-right')).toMatch(
      /#\(vibeflow status --follow --format tmux\)\n$/,
    )
    expect(tmux('list-keys', '-T', 'prefix', 'N')).toContain('vibeflow next')
    expect(tmux('list-keys', '-T', 'prefix', 'I')).toContain('vibeflow inbox')
  } finally {
    tmux('kill-server')
    rmSync(home, { recursive: true })
  }
})

/**
 * Returns the subcommands after `vibeflow`, in order. Checks that each subcommand and each format
 * exists.
 */
function commandsIn(text: string): readonly string[] {
  for (const [, format = ''] of text.matchAll(/--format (\w+)/g))
    expect(formatNames).toContain(format)
  return [...text.matchAll(/\bvibeflow ([a-z]+)/g)].map(([, verb = '']) => {
    expect(verbNames).toContain(verb)
    return verb
  })
}
