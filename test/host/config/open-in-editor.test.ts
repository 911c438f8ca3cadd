/** Where the configuration is opened: the user's own word first, then what can be offered. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anyTerminalEditor, editorCommand, makeConfiguration } from '../../../src/host/config/open-in-editor.ts'

test('$VISUAL, else $EDITOR, with arguments of its own; else an editor that is installed is offered, gentle ones first', () => {
  const folder = mkdtempSync(join(tmpdir(), 'editor-'))
  for (const name of ['vi', 'nano', 'emacs']) writeFileSync(join(folder, name), '', { mode: name === 'nano' ? 0o600 : 0o755 })
  const offered = (path: string) => anyTerminalEditor('/c.toml', { PATH: path })
  expect([editorCommand('/c.toml', { VISUAL: ' ', EDITOR: 'code --wait' }), editorCommand('/c.toml', {}), offered(folder), offered('/nowhere')]).toEqual([
    { program: '/bin/sh', args: ['-c', 'exec code --wait "$1"', 'sh', '/c.toml'] }, null,
    { name: 'emacs', command: { program: 'emacs', args: ['-nw', '/c.toml'] } }, null, // nano cannot be run
  ])
  rmSync(folder, { recursive: true })
})

test('the template is made once, and never over what is there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'editor-'))
  const file = join(folder, 'a/config.toml')
  const first = makeConfiguration(file)
  writeFileSync(file, 'mine')
  expect([first, makeConfiguration(file), readFileSync(file, 'utf8'), makeConfiguration(join(file, 'b'))]).toEqual([null, null, 'mine', expect.stringContaining('cannot be made')])
  rmSync(folder, { recursive: true })
})
