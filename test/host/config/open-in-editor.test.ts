/**
 * Tests which program opens the configuration: the user's choice first, then the available ones.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  anyTerminalEditor,
  editorCommand,
  makeConfiguration,
  openConfiguration,
  openInEditor,
} from '../../../src/host/config/open-in-editor.ts'

test('$VISUAL, then $EDITOR, opens with its arguments, else an editor is offered', () => {
  const folder = mkdtempSync(join(tmpdir(), 'editor-'))
  for (const name of ['vi', 'nano', 'emacs'])
    writeFileSync(join(folder, name), '', { mode: name === 'nano' ? 0o600 : 0o755 })
  const offered = (path: string) => anyTerminalEditor('/c.toml', { PATH: path })
  expect([
    editorCommand('/c.toml', { VISUAL: ' ', EDITOR: 'code --wait' }),
    editorCommand('/c.toml', {}),
    offered(folder),
    offered('/nowhere'),
  ]).toEqual([
    { program: '/bin/sh', args: ['-c', 'exec code --wait "$1"', 'sh', '/c.toml'] },
    null,
    { name: 'emacs', command: { program: 'emacs', args: ['-nw', '/c.toml'] } },
    null, // nano cannot be run
  ])
  rmSync(folder, { recursive: true })
})

test('an editor that accepts a line number gets it', () => {
  const words = (editor: string, line: number | null) =>
    editorCommand('/a b', { EDITOR: editor }, line)?.args.slice(1)
  expect([words('/usr/bin/vim -p', 12), words('nano', null), words('code --wait', 12)]).toEqual([
    ['exec /usr/bin/vim -p "$1" "$2"', 'sh', '+12', '/a b'],
    ['exec nano "$1"', 'sh', '/a b'],
    ['exec code --wait "$1"', 'sh', '/a b'],
  ])
})

test('the template is written once, and never over an existing file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'editor-'))
  const file = join(folder, 'a/config.toml')
  const first = makeConfiguration(file)
  writeFileSync(file, 'mine')
  expect([
    first,
    makeConfiguration(file),
    readFileSync(file, 'utf8'),
    makeConfiguration(join(file, 'b')),
    statSync(file).mode & 0o777,
  ]).toEqual([null, null, 'mine', expect.stringContaining("Couldn't create"), 0o600])
  rmSync(folder, { recursive: true })
})

test('a missing editor is a notice with an offer; a failed file is a warning', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-editor-'))
  const reported: unknown[] = []
  const open = (file: string, inTerminal = false) =>
    openConfiguration(
      file,
      { PATH: folder },
      {
        inTerminal,
        tab: (command) => reported.push(command),
        notice: (...words) => reported.push(words),
      },
    )
  const file = join(folder, 'config.toml')
  writeFileSync(join(folder, 'nano'), '', { mode: 0o755 })
  await open(file)
  await open(file, true)
  await open(join(file, 'below'))
  expect(reported).toEqual([
    [
      'notice',
      `No editor found for ${file}. Set VISUAL or EDITOR, or open it yourself. Changes apply ` +
        'when you save.',
      { name: 'nano', file },
    ],
    { program: 'nano', args: [file] },
    ['warning', expect.stringMatching(/^Couldn't create .*: .* Using defaults\.$/)],
  ])
  rmSync(folder, { recursive: true })
})

test('another file opens in the same way, and is not created when it is gone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-editor-'))
  const done: unknown[] = []
  const file = join(folder, 'agent-rules.json')
  const open = () =>
    openInEditor(
      file,
      { EDITOR: 'ed' },
      {
        inTerminal: false,
        tab: (command) => done.push(command.args.at(-1)),
        notice: (...words) => done.push(words),
      },
    )
  await open()
  expect([done, readdirSync(folder)]).toEqual([[['warning', `${file} no longer exists.`]], []])
  writeFileSync(file, '{')
  await open()
  expect([done.at(-1), readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual([
    file,
    '{',
    ['agent-rules.json'],
  ])
  rmSync(folder, { recursive: true })
})
