/** Hooks that are taken out of settings: what is left, and how much work it is. */
import { findNodeAtLocation, parse, parseTree, type Node, type ParseError } from 'jsonc-parser'
import { expect, test } from 'vitest'
import { integrations } from '../../src/cli/verbs/integrate/agents.ts'
import { Removal, syntax } from '../../src/cli/verbs/integrate/json-edit.ts'
import { unwire, wire, type Wiring } from '../../src/cli/verbs/integrate/json-hooks.ts'
import { below, pick, seeded } from '../support/random.ts'

const ours = 'vibeflow-emit --hook claude'
const wiring: Wiring = {
  command: ours,
  agent: 'claude',
  hooks: integrations.find(({ name }) => name === 'claude')!.hooks as Wiring['hooks'],
}

/** Returns settings with vibeflow's hooks and others, with these blanks anywhere. */
function settings(random: () => number, blanks: readonly string[]): string {
  const blank = () => pick(random, blanks)
  const some = (make: () => string, most: number) =>
    Array.from({ length: below(random, most + 1) }, make)
  const among = (open: string, items: readonly string[], close: string): string => {
    const parts = items.map((item, index) => {
      const hasComma = index < items.length - 1 || below(random, 4) === 0
      return item + blank() + (hasComma ? `,${blank()}` : '')
    })
    return open + blank() + parts.join('') + close
  }
  const entry = (key: string, value: string) => `"${key}"${blank()}:${blank()}${value}`
  const hook = () =>
    among('{', [entry('command', `"${pick(random, [ours, 'x'])}"`), ...some(() => '"t":1', 1)], '}')
  const group = () => {
    const hooks = entry('hooks', among('[', some(hook, 3), ']'))
    return among('{', [...some(() => '"matcher":"*"', 1), hooks], '}')
  }
  const events = ['B', '1', 'A', '0'].slice(below(random, 4))
  const hooks = events.map((event) => entry(event, among('[', some(group, 3), ']')))
  return among('{', ['"a":1', entry('hooks', among('{', hooks, '}')), '"z":[]'], '}')
}

const blanks = ['', '', ' ', '\n', '\r\n  ', '\t']

/** Nodes of our hooks, in the order of the parsed object. */
function oursIn(text: string): readonly Node[] {
  const tree = parseTree(text, [], syntax)!
  const { hooks } = parse(text, [], syntax) as { hooks: Record<string, { hooks: object[] }[]> }
  return Object.entries(hooks).flatMap(([event, groups]) =>
    groups.flatMap((group, index) =>
      group.hooks.flatMap((hook, at) =>
        'command' in hook && hook.command === ours
          ? [findNodeAtLocation(tree, ['hooks', event, index, 'hooks', at])!]
          : [],
      ),
    ),
  )
}

test('values removed together leave the same as one after another', () => {
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const text = settings(seeded(seed), [...blanks, ' /* , */ '])
    const together = new Removal(text)
    for (const hook of oursIn(text)) together.remove(hook)
    let apart = text
    for (let [hook] = oursIn(apart); hook !== undefined; [hook] = oursIn(apart)) {
      const removal = new Removal(apart)
      removal.remove(hook)
      apart = removal.text()
    }
    expect(together.text(), `seed ${seed}`).toBe(apart)
  }
})

test.each([
  ['{"hooks": {"Stop": [ /* mine */ ] } }', '{"hooks": {"Stop": [ /* mine */ ] } }'],
  ['{\n  "hooks": {\n    // mine\n  }\n}\n', '{\n  "hooks": {\n    // mine\n  }\n}\n'],
])('comments of %j stay after our hooks', (before, after) => {
  expect(unwire(wire(before, wiring), wiring)).toBe(after)
})

test('hooks are removed from settings with comments anywhere, and the comments stay', () => {
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const text = settings(seeded(seed), [...blanks, ' /* , */ ', '//x\n'])
    const errors: ParseError[] = []
    const left = unwire(text, wiring)
    expect(left, `seed ${seed}`).not.toContain('vibeflow-emit')
    parse(left, errors, syntax)
    expect(errors, `seed ${seed}: ${left}`).toEqual([])
  }
})

test('a line comment before a hook that is removed hides nothing that follows', () => {
  const other = '{ "hooks": [{ "command": "x" }] }'
  const group = `{ "hooks": [{ "command": "${ours}" }] }`
  expect(unwire(`{ "hooks": { "A": [ // why\n${group}, ${other}] } }`, wiring)).toBe(
    `{ "hooks": { "A": [ // why\n ${other}] } }`,
  )
})

test('3,000 hooks are removed quickly', () => {
  const group = `{ "hooks": [{ "type": "command", "command": "${ours}" }] }`
  const groups = Array.from({ length: 3_000 }, () => group).join(',\n      ')
  const before = process.cpuUsage() // CPU time, because other processes may use the CPU in between
  const text = `{\n  "a": 1,\n  "hooks": {\n    "Stop": [\n      ${groups}\n    ]\n  }\n}\n`
  expect(unwire(text, wiring)).toBe('{\n  "a": 1\n}\n')
  expect(process.cpuUsage(before).user).toBeLessThan(12_000_000)
})
