/** Programs of the desktop, and its clipboard: a reading that failed is not taken for the text. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Programs } from '../../src/electron-shim/api/clipboard.ts'
import { launch } from '../../src/electron-shim/desktop/programs.ts'
import { slow } from '../slow.ts'

const folder = mkdtempSync(join(tmpdir(), 'shim-clipboard-'))
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * A program that gives so many bytes at its first, second ... call, and at all later ones the last
 * number.
 */
function reader(name: string, lengths: readonly number[]): Programs {
  const file = join(folder, name)
  writeFileSync(
    file,
    `#!/bin/sh
echo >> ${file}.calls; calls=$(wc -l < ${file}.calls)
set -- ${lengths.join(' ')}
while [ "$calls" -gt 1 ] && [ $# -gt 1 ]; do shift; calls=$((calls - 1)); done
head -c "$1" /dev/zero | tr '\\0' x
`,
  )
  chmodSync(file, 0o755)
  return new Programs(() => ({ write: ['true'], read: [file] }))
}

test('a short text is read once, and a long one until two readings agree', slow, async () => {
  expect((await reader('short', [3, 99]).read('clipboard')).length).toBe(3)
  expect(
    await reader('long', [151_426, 1_200_000, 1_048_576, 1_200_000, 1_200_000])
      .read('clipboard')
      .catch((error: Error) => error.message),
  ).toBe('the clipboard gives another text each time')
  expect((await reader('part', [151_426, 1_200_000]).read('clipboard')).length).toBe(1_200_000)
})

test.each([
  ['without changes', 'a\\302\\243\\n', 'a£\n'],
  ['as Latin-1 of an owner without UTF-8', 'caf\\351 \\243', 'café £'],
  ['with a byte that is wrong', 'a\\200 \\303\\251', 'a\ufffd é'],
])('a text is read %s', async (name, printed, text) => {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\nprintf '${printed}'\n`)
  chmodSync(file, 0o755)
  expect(await new Programs(() => ({ write: [], read: [file] })).read('clipboard')).toBe(text)
})

test('an image of an owner that gives it for text too is not a text', async () => {
  const file = join(folder, 'image')
  writeFileSync(file, `#!/bin/sh\nprintf '\\211PNG\\r\\n\\032\\n\\0\\0\\0\\015'\n`)
  chmodSync(file, 0o755)
  const board = new Programs(() => ({ write: ['true'], read: [file], readImage: [file] }))
  expect(await board.read('clipboard')).toBe('')
  expect((await board.readImage('clipboard')).length).toBe(12)
})

test('launch reports a program that fails, but no program that keeps running', async () => {
  await expect(launch('/bin/sh', ['-c', 'exit 3'], 60_000)).rejects.toThrow('sh ended with 3')
  await expect(launch('/bin/sh', ['-c', 'kill -9 $$'], 60_000)).rejects.toThrow('SIGKILL')
  await expect(launch('/nowhere/xdg-open', [], 60_000)).rejects.toThrow('ENOENT')
  await launch('/bin/true', [], 60_000)
  await launch('/bin/sleep', ['1'], 10)
})
