/** The changes that node-pty gets before it is compiled. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { patchPty, ptyPatched, ptyPatchHash } from '../../src/build/setup/dependencies.mjs'
import { root } from '../../src/build/project.mjs'

let folder: string
const source = () => join(folder, 'src/unix/pty.cc')
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pty-patch-'))
  const installed = 'node_modules/node-pty/src/unix/pty.cc'
  cpSync(join(root, installed), source(), { recursive: true })
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('the compiled source has the patches', () => {
  expect([ptyPatched(), ptyPatched(folder)]).toEqual([true, true])
})

/** Returns the source without the patch. */
function unpatched(): string {
  const whole = readFileSync(source(), 'utf8')
  const patch = readFileSync(join(root, 'src/build/setup/node-pty.patch'), 'utf8')
  const left = patch.split('\n').flatMap((line) => (/^\+(?!\+)/.test(line) ? [line.slice(1)] : []))
  const plain = whole.split('\n').filter((line) => line !== left[0] || left.shift() === undefined)
  expect(left).toEqual([])
  return plain.join('\n')
}

test('the patches apply to the source from npm, once', async () => {
  const whole = readFileSync(source(), 'utf8')
  writeFileSync(source(), unpatched())
  expect(ptyPatched(folder)).toBe(false)
  const install = () => Promise.reject(new Error('it is installed'))
  await patchPty(install, folder)
  await patchPty(install, folder)
  expect(readFileSync(source(), 'utf8')).toBe(whole)
})

test('a source with an older patch is installed again, once', async () => {
  const whole = readFileSync(source(), 'utf8')
  const plain = unpatched()
  writeFileSync(source(), whole.replace('vibeflow: teardown', 'vibeflow: older'))
  let installs = 0
  const install = async () => {
    installs += 1
    expect(existsSync(folder)).toBe(false)
    await mkdir(dirname(source()), { recursive: true })
    await writeFile(source(), plain)
  }
  await patchPty(install, folder)
  await patchPty(install, folder)
  expect({ installs, patched: readFileSync(source(), 'utf8') === whole }).toEqual({
    installs: 1,
    patched: true,
  })
})

test('a source that was compiled with a longer patch is installed again', async () => {
  const whole = readFileSync(source(), 'utf8')
  const plain = unpatched()
  writeFileSync(source(), `${whole}// a line that the patch has lost\n`)
  expect(ptyPatched(folder)).toBe(true)
  await patchPty(() => Promise.reject(new Error('it is installed')), folder, ptyPatchHash())
  const install = async () => {
    await mkdir(dirname(source()), { recursive: true })
    await writeFile(source(), plain)
  }
  await patchPty(install, folder, 'of the longer patch')
  expect(readFileSync(source(), 'utf8')).toBe(whole)
})

test('a source of another version stops the setup and explains what to do', async () => {
  const other = readFileSync(source(), 'utf8').replaceAll('signal handler', 'handler')
  const install = async () => {
    await mkdir(dirname(source()), { recursive: true })
    await writeFile(source(), other)
  }
  writeFileSync(source(), other)
  await expect(patchPty(install, folder)).rejects.toThrow('Bring the patch up to date')
})
