/** Tests [[on]] and [[mark]]: reading, printing, and problems in them. */
import { expect, test } from 'vitest'
import { eventCommandsMax } from '../../../src/core/config/limits.ts'
import { printJson, printToml } from '../../../src/core/config/print.ts'
import { readOptions } from '../../../src/core/config/read.ts'
import { defaults, isOptions, type Options } from '../../../src/core/config/table.ts'
import { parseToml } from '../../../src/host/config/parse-toml.ts'

function read(text: string, before: Options | null = null) {
  const parsed = parseToml(text)
  if (!parsed.ok) throw new Error(parsed.reason)
  const { options, problems } = readOptions({
    documents: [{ file: 'f', table: parsed.table, placeOf: parsed.placeOf }],
    before,
  })
  return {
    options,
    on: options.on,
    said: problems.map(({ place, severity, text: words }) => [place?.line, severity, words]),
  }
}

const file = `
[[on]]
state = "waiting"
agent = "claude"
after_s = 60
unseen = true
run = ["ntfy", "publish", "my agents"]
[[on]]
state = ["working", "idle"]
project = "api"
answer = true
run = ["/usr/local/bin/lamp"]
`
const standard = { agent: '', project: '', after_s: 0, unseen: false, answer: false }

test('commands on events are read, printed and read again', () => {
  const { options, on, said } = read(file)
  expect([said, isOptions(options), isOptions(defaults)]).toEqual([[], true, true])
  expect(on).toEqual([
    {
      ...standard,
      state: ['waiting'],
      agent: 'claude',
      after_s: 60,
      unseen: true,
      run: ['ntfy', 'publish', 'my agents'],
    },
    {
      ...standard,
      state: ['working', 'idle'],
      project: 'api',
      answer: true,
      run: ['/usr/local/bin/lamp'],
    },
  ])
  expect(read(printToml(options, 'changed')).on).toEqual(on)
  expect((JSON.parse(printJson(options, 'all')) as { on: unknown[] }).on).toHaveLength(2)
  expect(printToml(defaults, 'all')).not.toContain('[[on]]')
})

test("an event command's mistake names its line and key, and the others count", () => {
  const { on, said } = read(`
[[on]]
state = "wating"
run = ["a"]
[[on]]
state = "done"
[[on]]
state = []
after_s = -1
run = "ntfy publish"
[[on]]
state = "idle"
run = ["b"]
runs = true
[[on]]
state = "idle"
run = [""]
[[on]]
state = "idle"
run = ["c"]
`)
  expect(on).toEqual([{ ...standard, state: ['idle'], run: ['c'] }])
  const states = '"working", "waiting", "done", "error", "idle", "here", "away", or a list of them'
  expect(said).toEqual([
    [3, 'error', `invalid value for on[0].state: "wating". Allowed: ${states}.`],
    [5, 'error', 'on[1] has no run. Required: list of 1 to 64 strings.'],
    [8, 'error', `invalid value for on[2].state: []. Allowed: ${states}.`],
    [9, 'error', 'invalid value for on[2].after_s: -1. Allowed: 0 to 86400.'],
    [10, 'error', 'invalid value for on[2].run: "ntfy publish". Allowed: list of 1 to 64 strings.'],
    [14, 'warning', 'unknown key on[3].runs. Did you mean run?'],
    [17, 'error', 'invalid value for on[4].run: [""]. Allowed: list of 1 to 64 strings.'],
  ])
})

test('commands on events are kept when their tables become something else', () => {
  const { options, on } = read(file)
  const after = read('on = "waiting"', options)
  expect(after.on).toEqual(on)
  expect(after.said).toEqual([[1, 'error', 'on must be tables ([[on]]), but is "waiting".']])
  expect(read('on = [1]').said).toEqual([[1, 'error', 'on[0] must be a table ([[on]]), but is 1.']])
  const many = '[[on]]\nstate = "idle"\nrun = ["a"]\n'.repeat(eventCommandsMax + 1)
  expect(read(many).on).toHaveLength(eventCommandsMax)
  expect(read(many).said).toEqual([
    [1, 'error', 'There are 33 [[on]] tables: the first 32 are read.'],
  ])
})

test('rules for marks are read, printed and read again, and a wrong one is ignored', () => {
  const { options, said } = read(`
[[mark]]
project = "api"
color = "red"
[[mark]]
directory = "~/work"
sign = "🔥"
[[mark]]
colour = "red"
[[mark]]
color = "crimson"
`)
  expect(options.mark).toEqual([
    { project: 'api', agent: '', directory: '', sign: '', color: 'red' },
    { project: '', agent: '', directory: '~/work', sign: '🔥', color: '' },
  ])
  expect(said.map(([line, , words]) => [line, words])).toEqual([
    [9, 'unknown key mark[2].colour. Did you mean color?'],
    [
      11,
      'invalid value for mark[3].color: "crimson". Allowed: "red", "orange", "yellow", "green", ' +
        '"blue", "purple", "pink", "gray".',
    ],
  ])
  expect(read(printToml(options, 'changed')).options.mark).toEqual(options.mark)
})
