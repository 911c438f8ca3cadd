/** Files given to the desktop's own program for them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openByDesktop } from '../../src/host/open-file.ts'

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

test('gives xdg-open the path and says that there is no terminal', async () => {
  await openedBy('echo "$MM_NOTTTY $1" > record')
  expect(readFileSync(join(folder, 'record'), 'utf8')).toBe(`1 ${join(folder, 'a b.png')}\n`)
})

test('reports why it was not opened', async () => {
  await expect(openedBy('exit 4')).rejects.toThrow(
    `xdg-open did not open ${join(folder, 'a b.png')}: no program for this kind of file`,
  )
  await expect(openedBy('kill -9 $$')).rejects.toThrow('it ended by a fault.')
})

test('says so where there is no xdg-open', async () => {
  await expect(openByDesktop(join(folder, 'a.png'), { PATH: folder })).rejects.toThrow(
    'xdg-open could not be started: ',
  )
})

test('does not wait for a viewer that xdg-open becomes', async () => {
  await openedBy('exec sleep 8')
}, 7_500)
