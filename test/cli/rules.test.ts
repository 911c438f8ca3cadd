/** `vibeflow rules`: rules on a screen, and a case of a real session. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startInstance, type Instance } from '../support/instance.ts'
import { runVerb } from '../support/run-verb.ts'

let instance: Instance
let folder: string
beforeAll(() => {
  instance = startInstance()
  folder = mkdtempSync(join(tmpdir(), 'vibeflow-rules-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await instance.close()
})

function rules(...words: readonly string[]) {
  const environment = { ...instance.environment, XDG_CONFIG_HOME: folder }
  return runVerb(['rules', ...words], { environment, directory: folder })
}

const save = (name: string, content: unknown) =>
  writeFileSync(
    join(folder, name),
    typeof content === 'string' ? content : JSON.stringify(content, null, 1),
  )
const asks = {
  id: 'asks',
  state: 'waiting',
  kind: 'permission',
  priority: 300,
  region: 'bottom:10',
  all: [{ text: 'allow this?' }, { line: String.raw`^\s*\[y/n\]` }],
}
const mine = (...list: readonly unknown[]) => ({
  agents: { mybot: { process: { names: ['mybot'] }, rules: list } },
})

test('rules test reports which rule matches, and why others do not', async () => {
  save(
    'rules.json',
    mine(asks, {
      id: 'busy',
      state: 'working',
      priority: 200,
      region: 'bottom:5',
      any: [{ line: '^[⠀-⣿] ' }],
      not: [{ text: 'done' }],
    }),
  )
  save('screen.txt', 'text\nAllow this?\n [y/n]\n')
  const { exit, out } = await rules('test', 'rules.json', '--screen', 'screen.txt')
  expect([exit, out]).toEqual([
    0,
    'mybot: waiting:permission by asks\n' +
      '+   300 asks (waiting:permission, bottom:10): all required matchers match, and no ' +
      'forbidden one\n' +
      '-   200 busy (working, bottom:5): any: none of line /^[⠀-⣿] /u is in bottom:5\n',
  ])
})

test('rules test without a file applies the built-in rules', async () => {
  save('screen.txt', 'text\n')
  const { exit, out } = await rules('test', '--screen', 'screen.txt', '--agent', 'cline')
  expect([exit, out.split('\n')[0]]).toEqual([0, 'cline: no rule matches'])
})

test('takes a title before the screen, but no title of rest before a question', async () => {
  const title = (id: string, state: string) => ({
    id,
    state,
    priority: 400,
    region: 'title',
    all: [{ text: id }],
  })
  const rows = ['Allow this?', ' [y/n]']
  const said = async (words: string) => {
    const list = [asks, title('ready', 'idle'), title('busy', 'working')]
    save('titled.json', { ...mine(...list), rows, title: words })
    return (await rules('test', 'titled.json')).out.split('\n')[0]
  }
  expect([await said('mybot: ready'), await said('mybot: busy')]).toEqual([
    'mybot: waiting:permission by asks',
    'mybot: working by busy',
  ])
})

test('exits with 1 where a case expects something else, or a rule is wrong', async () => {
  save('case.json', { ...mine(asks), rows: ['nothing'], expect: { state: 'waiting' } })
  const other = await rules('test', 'case.json')
  expect([other.exit, other.out.split('\n').slice(0, 2)]).toEqual([
    1,
    ['mybot: no rule matches', 'expected: waiting'],
  ])
  save('case.json', { ...mine(asks), rows: ['nothing'], expect: { state: 'none' } })
  expect((await rules('test', 'case.json')).exit).toBe(0)
  save('wrong.json', mine({ ...asks, regoin: 'screen' }))
  const wrong = await rules('test', 'wrong.json', '--screen', 'screen.txt')
  expect(wrong.exit).toBe(1)
  expect(wrong.err).toMatch(
    new RegExp(
      String.raw`^vibeflow: wrong\.json line \d+, column \d+: mybot, rule asks: unknown key ` +
        String.raw`"regoin" in a rule\. Did you mean region\?\n`,
    ),
  )
})

test('rules reports a missing file, screen or agent', async () => {
  expect((await rules('test', 'none.json')).err).toMatch(/none\.json does not exist/)
  expect((await rules('test', 'rules.json')).err).toMatch(/missing option: --screen SNAPSHOT/)
  expect(
    (await rules('test', 'rules.json', '--screen', 'screen.txt', '--agent', 'nobody')).err,
  ).toMatch(/unknown agent "nobody"\. Available: claude, /)
  expect((await rules('record')).err).toMatch(/missing option: --output FILE/)
})

test('rules record makes a passing case from a session', async () => {
  const session = instance.open(
    'sh',
    '-c',
    'echo "Run a dynamic workflow?"; echo "Esc to cancel"; cat',
  )
  await expect
    .poll(async () => {
      const made = await rules('record', session.id, '--agent', 'claude', '-o', 'made.json')
      return [made.exit, made.out]
    })
    .toEqual([0, 'made.json: claude, waiting:permission\n'])
  expect(JSON.parse(readFileSync(join(folder, 'made.json'), 'utf8'))).toMatchObject({
    agent: 'claude',
    rows: ['Run a dynamic workflow?', 'Esc to cancel'],
    expect: { state: 'waiting', kind: 'permission' },
  })
  expect((await rules('test', 'made.json')).exit).toBe(0)
})
