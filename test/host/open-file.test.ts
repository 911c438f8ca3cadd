/** Files given to the desktop's own program for them. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openByDesktop, runOpener } from '../../src/host/files/open-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vibeflow-open-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** With an `xdg-open` that does this. */
async function openedBy(script: string): Promise<void> {
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  await openByDesktop(join(folder, 'a b.png'), { PATH: `${folder}:/usr/bin:/bin` })
}

test('gives xdg-open the path and reports that no terminal is there', async () => {
  await openedBy('echo "$MM_NOTTTY $1" > record')
  expect(readFileSync(join(folder, 'record'), 'utf8')).toBe(`1 ${join(folder, 'a b.png')}\n`)
})

test('reports why it was not opened', async () => {
  await expect(openedBy('exit 4')).rejects.toThrow(
    `xdg-open failed to open ${join(folder, 'a b.png')}: the application for this file type ` +
      'could not be started.',
  )
  await expect(openedBy('kill -9 $$')).rejects.toThrow('unexpected error.')
})

test('reports where there is no xdg-open', async () => {
  await expect(openByDesktop(join(folder, 'a.png'), { PATH: folder })).rejects.toThrow(
    "Couldn't start xdg-open: ",
  )
})

test('does not wait for a viewer that xdg-open becomes', async () => {
  await openedBy('exec sleep 8')
}, 7_500)

test('viewers and openers get no variable that the engine has set for itself', async () => {
  const asked = join(folder, 'environment')
  const program = `#!/bin/sh\n/usr/bin/env > ${asked}.new; /bin/mv ${asked}.new ${asked}\n`
  writeFileSync(join(folder, 'xdg-open'), program, { mode: 0o755 })
  const ours = {
    PATH: folder,
    CHROME_DESKTOP: 'vibeflow.desktop',
    ELECTRON_RUN_AS_NODE: '1',
    XDG_CURRENT_DESKTOP: 'Unity',
    ORIGINAL_XDG_CURRENT_DESKTOP: 'ubuntu:GNOME',
    VIBEFLOW_SAVED_NODE_EXTRA_CA_CERTS: '/etc/company.pem',
  }
  const wanted = [
    'NODE_EXTRA_CA_CERTS=/etc/company.pem',
    `PATH=${folder}`,
    'XDG_CURRENT_DESKTOP=ubuntu:GNOME',
  ]
  const got = () =>
    readFileSync(asked, 'utf8')
      .trim()
      .split('\n')
      .filter((line) => !/^(?:PWD|OLDPWD|SHLVL|_)=/.test(line))
      .sort()
  await openByDesktop(join(folder, 'a.png'), ours)
  expect(got()).toEqual(['MM_NOTTTY=1', ...wanted])
  rmSync(asked)
  await runOpener([join(folder, 'xdg-open'), 'x'], folder, ours)
  await expect.poll(() => existsSync(asked)).toBe(true)
  expect(got()).toEqual(wanted)
})
