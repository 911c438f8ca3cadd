/** Settings and scripts that `vibeflow integrate` does not change. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { integrateVerb } from '../../../src/cli/verbs/integrate.ts'
import {
  agentNamed,
  environment,
  gemini,
  home,
  integrate,
  pathOf,
  put,
  tree,
  useHome,
} from './run-integrate.ts'

useHome()

describe('files that are not changed', () => {
  const wrong: Readonly<Record<string, readonly [content: string | Buffer, said: string]>> = {
    'a comma too few': ['{\n  "a": 1\n  "b": 2\n}\n', 'line 3, column 3: expected a comma'],
    'no end': ['{\n  "a": [1\n', 'line 3, column 1: expected ]'],
    'a merge conflict': ['<<<<<<< mine\n{}\n', 'line 1, column 1: '],
    'a list': ['[]', 'line 1, column 1: expected an object'],
    'hooks of another shape': ['{"hooks": []}', 'line 1, column 11: hooks must be an object'],
    'an event of another shape': [
      '{"hooks": {\n"BeforeAgent": "x"}}',
      'line 2, column 16: BeforeAgent must be a list',
    ],
    'a key twice': ['{"hooks": {},\n "hooks": {}}', 'line 2, column 2: this key appears twice'],
    'no UTF-8': [Buffer.from('{"a": "\xff"}', 'latin1'), 'is not UTF-8'],
    'too much': [`{}${' '.repeat(5 * 1024 * 1024)}`, 'has more than 4 MiB'],
  }
  test.each(Object.entries(wrong))('%s', async (_, [content, said]) => {
    mkdirSync(dirname(gemini()), { recursive: true })
    writeFileSync(gemini(), content)
    const before = readFileSync(gemini())
    const outcome = await integrate(['gemini'])
    expect([outcome.exit, outcome.said]).toEqual([1, expect.stringContaining(said)])
    expect(outcome.said).toMatch(
      /^Gemini CLI: ~\/\.gemini\/settings\.json .*The file was not changed\.$/,
    )
    expect((await integrate(['gemini'], { check: true })).exit).toBe(1)
    expect(readFileSync(gemini()).equals(before)).toBe(true)
    // vibeflow never added to it: nothing is to be removed
    if (Buffer.isBuffer(content) || content.length > 1e6) return
    expect((await integrate([], { remove: true, yes: true })).exit).toBe(0)
  })

  test('a read-only file is not changed', async () => {
    put(gemini(), '{}', 0o444)
    expect(await integrate(['gemini'])).toMatchObject({
      exit: 1,
      said: expect.stringContaining('is read-only. The file was not changed.'),
    })
    expect(readFileSync(gemini(), 'utf8')).toBe('{}')
  })

  test('a directory or dangling link is not changed', async () => {
    mkdirSync(gemini(), { recursive: true })
    expect((await integrate(['gemini'])).said).toContain('is not a file. The file was not changed.')
    rmSync(gemini(), { recursive: true })
    symlinkSync(join(home, 'nowhere'), gemini())
    expect((await integrate(['gemini'])).said).toContain('is a broken link.')
  })

  test('a file that changes during the question is not changed', async () => {
    put(gemini(), '{}')
    const context = { yes: false }
    const verb = integrateVerb({
      confirm: () => {
        writeFileSync(gemini(), '{"newer": 1}')
        return Promise.resolve(true)
      },
    })
    const lines: string[] = []
    const exit = await verb.run({
      positionals: ['gemini'],
      values: context,
      environment,
      directory: home,
      version: '0',
      json: false,
      say: (line) => void lines.push(line),
      write: () => undefined,
      document: () => undefined,
      complain: () => undefined,
      workers: { shadow: '', rules: '', scripts: '' },
    })
    expect([exit, lines.at(-1)]).toEqual([
      1,
      expect.stringContaining('has changed in the meantime'),
    ])
    expect(readFileSync(gemini(), 'utf8')).toBe('{"newer": 1}')
  })

  test('another script of the same name and others of the directory stay', async () => {
    const folder = pathOf(agentNamed('cline'))
    put(join(folder, 'TaskStart'), '#!/bin/sh\nmine\n', 0o755)
    const was = tree(home)
    expect((await integrate(['cline'])).exit).toBe(0)
    expect(statSync(join(folder, 'TaskStart.sh')).mode & 0o777).toBe(0o700)
    expect((await integrate(['cline'], { remove: true, yes: true })).exit).toBe(0)
    expect(tree(home)).toEqual(was)

    put(join(folder, 'TaskComplete.sh'), '#!/bin/sh\nmine\n', 0o755)
    const crowd = tree(home)
    expect(await integrate(['cline'])).toMatchObject({
      exit: 1,
      said:
        'Cline CLI: ~/.cline/hooks has a TaskComplete.sh that does not belong to vibeflow. ' +
        'The file was not changed.',
    })
    expect(tree(home)).toEqual(crowd)
    expect((await integrate([], { remove: true, yes: true })).exit).toBe(0)
    expect(tree(home)).toEqual(crowd)
  })

  test('a missing or changed script is detected and restored', async () => {
    const folder = pathOf(agentNamed('cline'))
    const fresh = tree(home)
    await integrate(['cline'])
    const was = tree(home)
    for (const spoil of [
      () => rmSync(join(folder, 'PostToolUse.sh')),
      () => writeFileSync(join(folder, 'PostToolUse.sh'), '#!/bin/sh\n# Of vibeflow: older\n'),
    ]) {
      spoil()
      expect(await integrate(['cline'], { check: true })).toMatchObject({
        exit: 1,
        said: expect.stringContaining(
          'it belongs to another version. Run `vibeflow integrate cline`',
        ),
      })
      expect((await integrate(['cline'])).exit).toBe(0)
      expect(tree(home)).toEqual(was)
    }
    chmodSync(join(folder, 'PostToolUse.sh'), 0o500)
    expect((await integrate(['cline'], { remove: true, yes: true })).said).toContain(
      'has a PostToolUse.sh that is read-only. The file was not changed.',
    )
    chmodSync(join(folder, 'PostToolUse.sh'), 0o700)
    expect((await integrate(['cline'], { remove: true, yes: true })).exit).toBe(0)
    expect(tree(home)).toEqual(fresh)
  })

  test('another plugin of the same name is not changed', async () => {
    put(pathOf(agentNamed('opencode')), 'export const Mine = 1\n')
    expect(await integrate(['opencode'])).toMatchObject({
      exit: 1,
      said: expect.stringContaining('does not belong to vibeflow. The file was not changed.'),
    })
    expect((await integrate([], { remove: true, yes: true })).exit).toBe(0)
    expect(readFileSync(pathOf(agentNamed('opencode')), 'utf8')).toBe('export const Mine = 1\n')
  })
})

test('a linked settings file is changed, and stays a link', async () => {
  const real = join(home, 'dotfiles/gemini.json')
  put(real, '{\n  "a": 1\n}\n', 0o600)
  mkdirSync(dirname(gemini()))
  symlinkSync('../dotfiles/gemini.json', gemini())
  expect((await integrate(['gemini'])).said).toContain('The hook reports')
  expect(lstatSync(gemini()).isSymbolicLink()).toBe(true)
  expect(readFileSync(real, 'utf8')).toContain('vibeflow-emit --hook gemini')
  await integrate(['gemini'], { remove: true, yes: true })
  expect([lstatSync(gemini()).isSymbolicLink(), readFileSync(real, 'utf8')]).toEqual([
    true,
    '{\n  "a": 1\n}\n',
  ])
})
