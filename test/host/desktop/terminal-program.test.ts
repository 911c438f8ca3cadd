/** Tests which files the desktop would open in its own terminal. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openInEditor } from '../../../src/host/config/open-in-editor.ts'
import { terminalProgram } from '../../../src/host/desktop/terminal-program.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vibeflow-terminal-program-'))
  mkdirSync(join(folder, 'applications'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const environment = () => ({ PATH: `${folder}:/usr/bin:/bin`, XDG_DATA_HOME: folder })

/** A desktop whose editor for text has this entry. */
function desktop(entry: string, name = 'ed.desktop'): void {
  const script =
    '[ "$2 $3" = "default text/plain" ] && echo ' +
    `${name}\n[ "$2" = filetype ] && echo text/plain`
  writeFileSync(join(folder, 'xdg-mime'), `#!/bin/sh\n${script}\ntrue\n`, { mode: 0o755 })
  writeFileSync(join(folder, 'applications/ed.desktop'), entry)
}

const entry = (exec: string, more = 'Terminal=true') =>
  `[Desktop Entry]\nName=Ed\nExec=${exec}\n${more}\n\n[Desktop Action new]\nExec=other %f\n`

test.each([
  ['vim %F', entry('vim %F'), { program: 'vim', args: ['/a b.txt'] }],
  [
    'quoted, with other codes',
    entry('"/opt/my ed" -x 100%% %i %U'),
    { program: '/opt/my ed', args: ['-x', '100%', '/a b.txt'] },
  ],
  ['one that has windows', entry('gedit %U', 'Terminal=false'), null],
  ['one that does not say', entry('gedit %U', ''), null],
  ['one that takes no file', entry('vim'), null],
  [
    'an action that is one of terminals',
    entry('gedit %U', '\n[Desktop Action t]\nTerminal=true'),
    null,
  ],
  ['quoted in another way', entry('sh -c "vim \\"\\$1\\"" sh %f'), null],
  ['quoted in part', entry('env A="b c" vim %f'), null],
  ['no entry', '', null],
])('%s', async (_name, text, expected) => {
  desktop(text)
  expect(await terminalProgram('/a b.txt', environment())).toEqual(expected)
})

test("the desktop's terminal is unknown without a setting, or when it is elsewhere", async () => {
  const none = await terminalProgram('/a.txt', { PATH: folder })
  desktop(entry('vim %F'), '../applications/ed.desktop')
  expect([none, await terminalProgram('/a.txt', environment())]).toEqual([null, null])
})

test("the desktop's terminal opens the configuration in a tab", async () => {
  desktop(entry('vim %F'))
  const file = join(folder, 'config.toml')
  writeFileSync(file, '')
  const done: unknown[] = []
  await openInEditor(file, environment(), {
    inTerminal: false,
    tab: (command) => done.push(command),
    notice: (...words) => done.push(words),
  })
  expect(done).toEqual([{ program: 'vim', args: [file] }])
})
