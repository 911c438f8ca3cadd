/**
 * `vibeflow integrate` on settings of every agent, fresh and crowded: applied, checked by really
 * running the hook, applied again, taken out to the byte.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'jsonc-parser'
import { describe, expect, test } from 'vitest'
import { integrations, type Integration } from '../../../src/cli/verbs/integrate/agents.ts'
import { stepOf, undone } from '../../../src/cli/verbs/integrate/undo.ts'
import { slow } from '../../slow.ts'
import {
  environment,
  gemini,
  home,
  integrate,
  other,
  pathOf,
  put,
  tree,
  useHome,
} from './run-integrate.ts'

useHome()

/** Files of users. `EVENT` is the agent's first, `KEY` that of its command. */
const crowded: Readonly<Record<string, string>> = {
  empty: '',
  'an empty object': '{}',
  'an empty object with room': '{\n\n}\n',
  'one line': '{"a":1,"hooks":{"EVENT":[{"matcher":"x","hooks":[{"type":"command","KEY":"y"}]}]}}',
  'other hooks': `{
  "theme": "dark",
  "hooks": {
    "EVENT": [
      { "hooks": [${other}] }
    ],
    "Else": []
  },
  "z": [1, 2]
}
`,
  'comments and trailing commas': `// first
{
  /* a */ "theme": "dark", // dark
  "hooks": {
    // why
    "EVENT": [
      {
        "hooks": [${other}], // it
      }, // last of them
      // and no more
    ], // end
    // end of hooks
  },
  // bye
}
// after
`,
  'comments without trailing commas': `{
  "hooks": {
    "EVENT": [
      { "hooks": [] } // last
      // and no more
    ] // end
    /* end of
       hooks */
  } // x
}`,
  'only comments': '{\n  // nothing yet\n}\n',
  'empty hooks': '{ "hooks": { } }',
  'odd indentation': `{
 "a": 1,
       "hooks": {
   "EVENT": [ { "hooks": [] },
  { "hooks": [] }
 ]}
}`,
  tabs: `{
	"hooks": {
		"EVENT": [
			{
				"hooks": [${other}]
			}
		]
	}
}
`,
  'CRLF and a byte order mark': `\ufeff{
    "name": "café 🙂",
    "hooks": {
        "EVENT": []
    }
}
`.replaceAll('\n', '\r\n'),
}
const shapeOf = ({ hooks }: Integration) =>
  typeof hooks === 'string' ? null : JSON.stringify({ ...hooks, events: [], sample: '' })
/** The first agent of each shape: which events it has is nothing to the file that they go into. */
const shapes = integrations
  .filter(
    (agent, at) =>
      shapeOf(agent) !== null &&
      integrations.findIndex((one) => shapeOf(one) === shapeOf(agent)) === at,
  )
  .map((agent) => [agent.name, agent] as const)

describe.each(integrations.map((agent) => [agent.name, agent] as const))('%s', (name, agent) => {
  test('a fresh configuration is integrated, checked, unchanged again and restored', async () => {
    mkdirSync(agent.folder(environment), { recursive: true })
    const before = tree(home)
    const first = await integrate([name])
    expect(first).toMatchObject({
      exit: 0,
      said: expect.stringMatching(/^--- \/dev\/null\n\+\+\+ \//),
    })
    expect(first.said).toMatch(/: hooks installed in ~\/\S+\. The hook reports\./)
    const wired = tree(home)
    // only for the user's eyes, and scripts can be run
    expect(statSync(pathOf(agent)).mode & 0o777).toBe(agent.hooks === 'scripts' ? 0o700 : 0o600)
    expect(await integrate([name])).toMatchObject({
      exit: 0,
      said: expect.stringMatching(/^[^\n]+: hooks already installed in \S+\. The hook reports\.$/),
    })
    expect(tree(home)).toEqual(wired)
    expect((await integrate([name], { check: true })).exit).toBe(0)
    expect(await integrate([], { remove: true, yes: true })).toMatchObject({
      exit: 0,
      said: expect.stringContaining('hooks removed from '),
    })
    expect(tree(home)).toEqual(before)
    expect(existsSync(join(home, '.local/state/vibeflow/integrate'))).toBe(false)
  })
})

describe.each(shapes)('%s', (name, agent) => {
  const hooks = agent.hooks as Exclude<Integration['hooks'], string>
  const fitting = (text: string) =>
    text.replaceAll('EVENT', hooks.events[0] ?? '').replaceAll('KEY', hooks.command)

  const isFirst = name === shapes[0]?.[0]
  const files = Object.entries(crowded)
  /** The other shapes differ in names only. */
  const always = ([file]: (typeof files)[number]) =>
    isFirst || file === 'comments and trailing commas'
  const rarely = (one: (typeof files)[number]) => !always(one)

  test.each(files.filter(always))('crowded: %s', isCrowded)
  test.each(files.filter(rarely))('crowded: %s', slow, isCrowded)

  async function isCrowded(_: string, text: string): Promise<void> {
    const before = fitting(text)
    put(pathOf(agent), before, 0o640)
    const was = tree(home)
    expect(await integrate([name], { 'dry-run': true })).toMatchObject({ exit: 0 })
    expect(tree(home)).toEqual(was)
    expect(await integrate([name])).toMatchObject({
      exit: 0,
      said: expect.stringContaining('The hook reports'),
    })
    const after = readFileSync(pathOf(agent), 'utf8')
    for (const [remark] of before.matchAll(/\/\/[^\n]*|\/\*[^]*?\*\//g))
      expect(after).toContain(remark)
    // lines that were there are there, in their order
    const lines = after.split('\n')
    const unchanged = before.split('\n').filter((line) => lines.includes(line))
    expect(unchanged.length).toBeGreaterThanOrEqual(before.split('\n').length - 5)
    if (before.includes('\r\n')) expect(after).not.toMatch(/(?<!\r)\n/)
    else expect(after).not.toContain('\r')
    expect(statSync(pathOf(agent)).mode & 0o777).toBe(0o640)
    const read = parse(after.replace('\ufeff', ''), [], { allowTrailingComma: true })
    for (const event of hooks.events) expect(Array.isArray(read.hooks[event])).toBe(true)
    expect((await integrate([name])).said).toContain('already')
    expect(readFileSync(pathOf(agent), 'utf8')).toBe(after)
    expect((await integrate([name], { remove: true, yes: true })).exit).toBe(0)
    expect(tree(home)).toEqual(was)
  }

  test.each([
    ['broken', '{\n  "a": 1\n  "b": 2\n}\n'],
    ['nested without end', `{"a":\n\n  {"b":${'['.repeat(200_000)}`],
  ])('%s: left alone, with a sentence', async (_, text) => {
    put(pathOf(agent), text)
    const was = tree(home)
    expect(await integrate([name])).toMatchObject({
      exit: 1,
      said: expect.stringMatching(
        /^[^:]+: ~\/\S+ has an error at line 3, column \d+: .* The file was not changed\.$/,
      ),
    })
    expect(tree(home)).toEqual(was)
  })

  const removal = 'removal from a file that changed in between keeps all else: %s'
  test.each(files.slice(3).filter(always))(removal, isKept)
  test.each(files.slice(3).filter(rarely))(removal, slow, isKept)

  async function isKept(_: string, text: string): Promise<void> {
    const before = fitting(text)
    put(pathOf(agent), before)
    await integrate([name])
    const changed = `${readFileSync(pathOf(agent), 'utf8')}\n`
    writeFileSync(pathOf(agent), changed)
    expect((await integrate([name], { remove: true, yes: true })).exit).toBe(0)
    const after = readFileSync(pathOf(agent), 'utf8')
    expect(after).not.toContain('vibeflow')
    for (const [remark] of before.matchAll(/\/\/[^\n]*|\/\*[^]*?\*\//g))
      expect(after).toContain(remark)
    const read = (json: string) => {
      const {
        hooks: all = {},
        version: _version,
        ...rest
      } = parse(json.replace('\ufeff', ''), [], {
        allowTrailingComma: true,
      })
      const kept = Object.entries(all).filter(([, groups]) => (groups as unknown[]).length > 0)
      return { ...rest, hooks: Object.fromEntries(kept) }
    }
    expect(read(after)).toEqual(read(before))
  }
})

test('without vibeflow-emit in PATH hooks call it by its place', async () => {
  rmSync(join(home, 'bin/vibeflow-emit'))
  expect((await integrate(['gemini'])).exit).toBe(0)
  expect(readFileSync(gemini(), 'utf8')).toContain(
    '/src/protocol/bin/vibeflow-emit.sh --hook gemini',
  )
  environment['APPIMAGE'] = '/x.AppImage'
  expect(await integrate(['qwen'])).toMatchObject({
    exit: 1,
    said: expect.stringContaining('vibeflow --install-desktop'),
  })
})

test('removal restores the file after several runs, as far as checksums agree', () => {
  const [one, two, three] = ['a\nb\n', 'a\nx\nx\nb\n', 'a\nx\nb\nx\n'] as const
  const steps = [stepOf(one, two, []), stepOf(two, three, [])]
  expect(undone(three, steps).content).toBe(one)
  expect(undone(two, steps).content).toBe(two)
  expect(undone(`${three}!`, steps).content).toBe(`${three}!`)
  expect(undone(one, [stepOf(null, one, ['/made'])])).toEqual({ content: null, folders: ['/made'] })
})
