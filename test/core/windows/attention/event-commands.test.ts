/** Tests when the commands of [[on]] run, and what they get. */
import { expect, test } from 'vitest'
import type { EventCommand } from '../../../../src/core/config/sections/events.ts'
import { EventCommands } from '../../../../src/core/windows/attention/event-commands.ts'
import { eventCommandsPerMinuteMax } from '../../../../src/core/windows/attention/limits.ts'
import type { AgentDialog } from '../../../../src/core/windows/tabs/tab-view.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'
import { tabView, type TabParts } from '../../../support/tab-view.ts'
import { asSession } from '../../../support/windows/ids.ts'

const waiting: EventCommand = {
  ...{ state: ['waiting'], agent: '', project: '', after_s: 0, unseen: false, answer: false },
  run: ['notify', 'me'],
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

function make(...commands: readonly Partial<EventCommand>[]) {
  const clock = new FakeClock()
  const runs: { readonly command: readonly string[]; readonly facts: Record<string, unknown> }[] =
    []
  const failures: string[] = []
  const world = { dialog: null as AgentDialog | null, problem: null as string | null }
  const events = new EventCommands({
    clock,
    sinceEpoch: (at) => at,
    nameOf: (window) => `Window ${window}`,
    dialog: () => (world.dialog === null ? null : Promise.resolve(world.dialog)),
    runCommand: (command, input) => {
      expect(input).toMatch(/^[\x20-\x7e]*\n$/)
      runs.push({ command, facts: JSON.parse(input) as Record<string, unknown> })
      return Promise.resolve(world.problem)
    },
    commandFailed: (sentence) => failures.push(sentence),
  })
  events.setCommands(commands.map((one) => ({ ...waiting, ...one })))
  const change = async (parts: TabParts, id = 't') => {
    events.changed('1', tabView({ id: asSession(id), ...parts }))
    await settled()
  }
  const pass = async (ms: number) => {
    clock.advance(ms)
    await settled()
  }
  return { events, runs, failures, world, change, pass }
}

test('a command runs once per state, with the facts as one line of JSON', async () => {
  const { change, runs, world } = make({})
  world.dialog = {
    lines: ['Run make?'],
    choices: [{ number: 1, label: 'Yes' }],
    token: '0.1/3/waiting/5000',
  }
  await change({ state: 'waiting' }) // the first view of a session
  await change({ state: 'working', agent: { since: 1_000 } })
  const asks = { since: 5_000, kind: 'permission' as const, message: 'May I\u202e run make?' }
  await change({ state: 'waiting', branch: 'main', agent: asks })
  await change({ state: 'waiting', title: 'another title', agent: { ...asks, seen: true } })
  expect(runs).toEqual([
    {
      command: ['notify', 'me'],
      facts: {
        ...{ id: 't', title: 'claude', window: 'Window 1', project: 'api', branch: 'main' },
        ...{ directory: '~/api', state: 'waiting', before: 'working', kind: 'permission' },
        ...{ tool: 'claude', message: 'May I\u202e run make?', since: 5_000 },
        ...{ lines: ['Run make?'], choices: [{ number: 1, label: 'Yes' }] },
      },
    },
  ])
  await change({ state: 'working', agent: { since: 6_000 } })
  await change({ state: 'waiting', agent: { since: 7_000 } })
  expect(runs).toHaveLength(2)
})

test('only states, agents and projects of the table start its command', async () => {
  const { change, runs } = make(
    { state: ['done', 'idle'], run: ['states'] },
    { agent: 'codex', run: ['agent'] },
    { project: 'web', run: ['project'] },
  )
  const names = () => runs.splice(0).map(({ command }) => command[0])
  await change({ state: 'working' })
  await change({ state: 'waiting', agent: { since: 1 } })
  expect(names()).toEqual([])
  await change({ state: 'waiting', project: 'web', agent: { since: 2, tool: 'codex' } })
  expect(names()).toEqual(['agent', 'project'])
  await change({ state: 'done', agent: { since: 3 } })
  await change({ state: 'idle', agent: { since: 4 } })
  await change({ state: 'error', agent: { since: 5 } })
  expect(names()).toEqual(['states', 'states'])
})

test('a command runs when the user leaves the desk, comes back, or has been away', async () => {
  const { events, pass, runs } = make(
    { state: ['here'], run: ['touch'] },
    { state: ['away'], run: ['rm'] },
    { state: ['away'], after_s: 600, run: ['later'] },
    { state: ['away'], agent: 'claude', run: ['never'] },
    { state: ['away'], unseen: true, run: ['never'] },
    { state: ['idle'], run: ['never'] },
  )
  const ran = async () => {
    await settled()
    return runs.splice(0).map(({ command, facts }) => [...command, facts])
  }
  events.userIs('here')
  events.userIs('here')
  expect(await ran()).toEqual([['touch', { state: 'here' }]])
  events.userIs('away')
  await pass(599_000)
  events.userIs('here')
  await pass(600_000)
  expect(await ran()).toEqual([
    ['rm', { state: 'away', before: 'here' }],
    ['touch', { state: 'here', before: 'away' }],
  ])
  events.userIs('away')
  await pass(600_000)
  expect((await ran()).map(([program]) => program)).toEqual(['rm', 'later'])
  for (let flip = 0; flip < 2 * eventCommandsPerMinuteMax; flip += 1)
    events.userIs(flip % 2 === 0 ? 'here' : 'away')
  expect((await ran()).length).toBeLessThan(eventCommandsPerMinuteMax)
})

test('a command with after_s waits, and does not run when the state ends before', async () => {
  const { change, events, pass, runs } = make({ after_s: 60 })
  await change({ state: 'working' })
  await change({ state: 'waiting', agent: { since: 1 } })
  await pass(59_999)
  await change({ state: 'working', agent: { since: 2 } })
  await pass(60_000)
  expect(runs).toEqual([])
  await change({ state: 'waiting', agent: { since: 3 } })
  await pass(60_000)
  expect(runs).toHaveLength(1)
  await change({ state: 'working', agent: { since: 4 } })
  await change({ state: 'waiting', agent: { since: 5 } })
  events.gone(asSession('t'))
  await pass(60_000)
  await change({ state: 'working', agent: { since: 6 } })
  await change({ state: 'waiting', agent: { since: 7 } })
  events.setCommands([])
  await pass(60_000)
  expect(runs).toHaveLength(1)
})

test('a command with unseen runs only for states that the user has not dealt with', async () => {
  const { change, pass, runs } = make({ after_s: 1, unseen: true })
  const met: TabParts[] = [
    { agent: { seen: true } },
    { agent: { snoozedUntil: 9 } },
    { muted: true },
    {},
  ]
  for (const [index, { agent, ...rest }] of met.entries()) {
    await change({ state: 'working', agent: { since: index } })
    await change({ state: 'waiting', agent: { since: index + 0.5 } })
    await change({ ...rest, state: 'waiting', agent: { ...agent, since: index + 0.5 } })
    await pass(1_000)
  }
  expect(runs).toHaveLength(1)
})

test('a command with answer gets the token when the question is drawn late', async () => {
  const { change, pass, runs, world } = make({ answer: true })
  world.dialog = { lines: [], choices: [], token: null }
  await change({ state: 'working' })
  await change({ state: 'waiting', agent: { since: 1 } })
  await pass(500)
  expect(runs).toEqual([])
  world.dialog = { lines: ['?'], choices: [{ number: 2, label: 'No' }], token: '0.7/1' }
  await pass(500)
  expect(runs[0]?.facts).toMatchObject({ lines: ['?'], token: 't:0.7/1' })
  // a question that ends while it is looked for
  world.dialog = { lines: [], choices: [], token: null }
  await change({ state: 'working', agent: { since: 2 } })
  await change({ state: 'waiting', agent: { since: 3 } })
  await change({ state: 'working', agent: { since: 4 } })
  await pass(5_000)
  expect(runs).toHaveLength(1)
})

test('a failed command is reported once in ten minutes', async () => {
  const { change, failures, pass, world } = make({})
  world.problem = '“notify” exited with code 1: no network.'
  const round = async (since: number) => {
    await change({ state: 'working', agent: { since } })
    await change({ state: 'waiting', agent: { since: since + 1 } })
  }
  await round(1)
  await round(3)
  expect(failures).toEqual(['A command of [[on]] failed: “notify” exited with code 1: no network.'])
  await pass(600_000)
  await round(5)
  expect(failures).toHaveLength(2)
})

test('a flood of states starts a limited number of commands', async () => {
  const { change, failures, pass, runs } = make({})
  for (let at = 0; at < 500; at += 1)
    await change({ state: at % 2 === 0 ? 'working' : 'waiting', agent: { since: at } })
  expect(runs).toHaveLength(eventCommandsPerMinuteMax)
  expect(failures).toEqual([
    `More than ${eventCommandsPerMinuteMax} commands of [[on]] were due within a minute, so some ` +
      'did not run.',
  ])
  await pass(60_000)
  await change({ state: 'working', agent: { since: 1_000 } })
  await change({ state: 'waiting', agent: { since: 1_001 } })
  expect(runs).toHaveLength(eventCommandsPerMinuteMax + 1)
})

test('a command does not run when its tab or rule is gone while the screen is read', async () => {
  const { change, events, pass, runs, world } = make({ answer: true })
  world.dialog = { lines: [], choices: [], token: null }
  const ask = async (since: number) => {
    await change({ state: 'working', agent: { since } })
    await change({ state: 'waiting', agent: { since: since + 1 } })
  }
  await ask(1)
  events.gone(asSession('t'))
  await pass(5_000)
  await ask(3)
  events.setCommands([])
  await pass(5_000)
  expect(runs).toEqual([])
})

test('a question of an ordinary program starts no command', async () => {
  const { change, runs } = make({})
  await change({ state: 'working' })
  await change({ state: 'waiting', agent: { since: 1, source: 'terminal', kind: 'password' } })
  expect(runs).toEqual([])
})
