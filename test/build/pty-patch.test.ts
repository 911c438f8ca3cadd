/** The lines that node-pty lacks. */
import { expect, test } from 'vitest'
import { patched, ptyPatched } from '../../src/build/pty-patch.mjs'

const source =
  '#define NODE_ADDON_API_DISABLE_DEPRECATED\na\n#include <pty.h>\nb\n' +
  '    // remove all signal handler from child\nc\n      if ' +
  '(pty_nonblock(master) == -1) {\nd\nNapi::Object init(Napi::Env env, Napi::Object ' +
  'exports) {\n  return exports;\n'

test('what is compiled here has them', () => {
  expect(ptyPatched()).toBe(true)
})

test('they are put in where they belong', () => {
  const lines = patched(source).split('\n')
  expect(lines.filter((line) => line.includes('vibeflow')).length).toBe(17)
  const without = lines
    .join('\n')
    .replaceAll(/\/\/ vibeflow: (?:reader|size|hold|stopped|guard): [^]*?\n}\n\n/g, '')
    .split('\n')
  expect(without.filter((line) => !/vibeflow|close|#endif|#ifdef/.test(line)).join('\n')).toBe(
    source,
  )
})

test('a source that an older set-up has patched gets what it lacks, and nothing twice', () => {
  const whole = patched(source)
  expect(patched(whole)).toBe(whole)
  const older = whole.replaceAll(
    /\/\/ vibeflow: (?:reader|size|hold|stopped|guard): [^]*?\n}\n\n/g,
    '',
  )
  expect(patched(older)).toBe(whole)
})

test('a source that is another one stops the set-up, in words', () => {
  expect(() => patched(source.replace('signal handler', 'handler'))).toThrow(
    'is not the one that src/build/pty-patch.mjs knows',
  )
  expect(() => patched(source + source)).toThrow('does not stand there exactly once')
})
