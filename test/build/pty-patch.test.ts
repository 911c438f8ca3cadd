/** The changes that node-pty gets before it is compiled. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { patchPty, ptyPatched } from '../../src/build/setup/dependencies.mjs'
import { root } from '../../src/build/project.mjs'

let folder: string
const source = () => join(folder, 'src/unix/pty.cc')
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pty-patch-'))
  const installed = 'node_modules/node-pty/src/unix/pty.cc'
  cpSync(join(root, installed), source(), { recursive: true })
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

test('the compiled source has the patches', () => {
  expect([ptyPatched(), ptyPatched(folder)]).toEqual([true, true])
})

test('the patches apply to the source from npm, once', () => {
  const whole = readFileSync(source(), 'utf8')
  const patch = readFileSync(join(root, 'src/build/setup/node-pty.patch'), 'utf8')
  const added = patch.split('\n').flatMap((line) => (/^\+(?!\+)/.test(line) ? [line.slice(1)] : []))
  const left = [...added]
  const plain = whole.split('\n').filter((line) => line !== left[0] || left.shift() === undefined)
  writeFileSync(source(), plain.join('\n'))
  expect([left, ptyPatched(folder)]).toEqual([[], false])
  patchPty(folder)
  patchPty(folder)
  expect(readFileSync(source(), 'utf8')).toBe(whole)
})

test('a source of another version stops the setup and explains what to do', () => {
  writeFileSync(source(), readFileSync(source(), 'utf8').replaceAll('signal handler', 'handler'))
  expect(() => patchPty(folder)).toThrow('Remove node_modules/node-pty and run npm ci')
})
