/**
 * Tests the access of programs to `vibeflow mcp`: the question, its frequency, and the remembered
 * answers.
 */
import { expect, test } from 'vitest'
import {
  AccessRequests,
  type AskingProgram,
  type Permission,
  type Verdict,
} from '../../../../src/core/clients/mcp/access.ts'
import {
  askersLookMs,
  notNowMs,
  permissionsMax,
  permissionWaitersMax,
  permissionWaitMs,
  questionMs,
  questionsMax,
  questionsPerMinuteMax,
} from '../../../../src/core/clients/mcp/limits.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'

function start() {
  const clock = new FakeClock()
  let kept: readonly Permission[] = []
  let changes = 0
  let isWritable = true
  const ended = new Set<string>()
  const requests = new AccessRequests({
    clock,
    store: {
      read: () => kept,
      write: (next) => {
        if (isWritable) kept = next
        return isWritable
      },
    },
    isRunning: (process) => !ended.has(process),
    changed: () => {
      changes += 1
    },
  })
  const writable = (is: boolean): void => {
    isWritable = is
  }
  return { clock, requests, ended, writable, kept: () => kept, changes: () => changes }
}

const program = (path: string, isSure = true): AskingProgram => ({
  ...{ path, interpreter: null, isSure, process: `1 ${path}` },
})
const agent = program('/bin/agent')
const problem = async (verdict: Promise<Verdict>) => {
  const said = await verdict
  return 'problem' in said ? said.problem : 'allowed'
}

test('a program is asked about once, and remembered by its path', async () => {
  const { requests, kept } = start()
  const first = requests.ask(agent, 'read', 'full')
  const second = requests.ask(agent, 'read', 'full')
  expect(requests.question).toMatchObject({ id: 1, wants: 'read', offers: 'full' })
  requests.answer(7, 'full') // another question's
  requests.answer(1, 'read')
  expect([await first, await second]).toEqual([{ allowed: true }, { allowed: true }])
  expect(kept()).toEqual([{ path: '/bin/agent', access: 'read', offered: 'full' }])
  expect(await requests.ask(agent, 'read', 'full')).toEqual({ allowed: true })
  expect(await problem(requests.ask(agent, 'full', 'full'))).toContain('more than reading')
  expect(requests.question).toBeNull()
  expect(requests.forget('/bin/agent')).toBe(true)
  expect(requests.forget('/bin/agent')).toBe(false)
  void requests.ask(agent, 'read', 'full')
  expect(requests.question).toMatchObject({ id: 2 })
})

test('a larger offer is asked about again, and no more than the offer is granted', async () => {
  const { requests } = start()
  const reading = requests.ask(agent, 'read', 'read')
  requests.answer(1, 'full')
  expect(requests.question).not.toBeNull()
  requests.answer(1, 'read')
  expect(await reading).toEqual({ allowed: true })
  const typing = requests.ask(agent, 'full', 'full')
  requests.answer(2, 'full')
  expect(await typing).toEqual({ allowed: true })
})

test('a program that cannot be identified is allowed for its process alone', async () => {
  const { requests, kept } = start()
  const node = program('/usr/bin/node', false)
  const first = requests.ask(node, 'read', 'read')
  requests.answer(1, 'read')
  expect([await first, await requests.ask(node, 'read', 'read'), kept()]).toEqual([
    ...[{ allowed: true }, { allowed: true }, []],
  ])
  void requests.ask({ ...node, process: '2 2' }, 'read', 'read')
  expect(requests.question).toMatchObject({ id: 2 })
})

test('a question waits for a while, "not now" holds for a while, and it expires', async () => {
  const { clock, requests } = start()
  const waiting = requests.ask(agent, 'read', 'read')
  clock.advance(permissionWaitMs)
  expect(await problem(waiting)).toContain('asks the user for permission in its window')
  expect(requests.question).toMatchObject({ id: 1 })
  requests.answer(1, 'later')
  expect(await problem(requests.ask(agent, 'read', 'read'))).toContain('Ask again in 5 min')
  clock.advance(notNowMs)
  void requests.ask(agent, 'read', 'read')
  expect(requests.question).toMatchObject({ id: 2 })
  clock.advance(questionMs)
  expect(requests.question).toBeNull()
})

test('a flood brings one question at a time, a few in all, in bounded memory', async () => {
  const { clock, requests, kept, changes } = start()
  const flood = Array.from({ length: 200 }, (_, at) =>
    problem(requests.ask(program(`/bin/${at}`), 'read', 'read')),
  )
  expect(changes()).toBe(1)
  const same = Array.from({ length: 50 }, () => problem(requests.ask(agent, 'read', 'read')))
  const refusals = (await Promise.all([...flood.slice(questionsMax), ...same])).filter((one) =>
    one.includes('about other programs'),
  )
  expect(refusals).toHaveLength(200 - questionsMax + 50)
  const first = requests.question!.program
  const held = Array.from({ length: 50 }, () => problem(requests.ask(first, 'read', 'read')))
  const turned = held.slice(permissionWaitersMax - questionsMax)
  expect(new Set(await Promise.all(turned)).size).toBe(1)
  for (let id = 1; id <= questionsMax; id += 1) requests.answer(id, 'none')
  let begun = questionsMax
  for (let at = 0; at < 20; at += 1) {
    void requests.ask(program(`/usr/${at}`), 'read', 'read')
    if (requests.question === null) continue
    begun += 1
    requests.answer(requests.question.id, 'read')
  }
  expect(begun).toBe(questionsPerMinuteMax)
  for (let at = 0; at < permissionsMax + 10; at += 1) {
    clock.advance(60_000)
    void requests.ask(program(`/opt/${at}`), 'read', 'read')
    requests.answer(requests.question!.id, 'read')
  }
  expect(kept()).toHaveLength(permissionsMax)
})

test('the text that a refusal offers to paste is one word, whatever the path', async () => {
  const { requests } = start()
  const asked = problem(requests.ask(program("/tmp/x'; touch y; '"), 'read', 'read'))
  requests.answer(1, 'none')
  expect(await asked).toContain("--forget '/tmp/x'\\''; touch y; '\\'''`")
})

test('a question disappears with its last program, and the next one appears', async () => {
  const { clock, requests, ended, changes } = start()
  const first = requests.ask(agent, 'read', 'full')
  const again = requests.ask({ ...agent, process: '2 /bin/agent' }, 'read', 'full')
  void requests.ask(program('/bin/other'), 'read', 'full')
  ended.add('1 /bin/agent')
  clock.advance(askersLookMs)
  expect(requests.question).toMatchObject({ id: 1 })
  ended.add('2 /bin/agent')
  const before = changes()
  clock.advance(askersLookMs)
  expect(requests.question).toMatchObject({ id: 2, program: { path: '/bin/other' } })
  expect(changes()).toBe(before + 1)
  expect(await problem(first)).toContain('has not decided')
  expect(await problem(again)).toContain('has not decided')
  ended.add('1 /bin/other')
  clock.advance(askersLookMs)
  expect(requests.question).toBeNull()
  // the user refused nothing, so the question is asked again when the program returns
  void requests.ask({ ...agent, process: '3 /bin/agent' }, 'read', 'full')
  expect(requests.question).toMatchObject({ id: 3 })
})

test('an answer that cannot be saved applies to the processes that asked', async () => {
  const { requests, kept, writable } = start()
  writable(false)
  const other = { ...agent, process: '2 /bin/agent' }
  const both = [requests.ask(agent, 'full', 'full'), requests.ask(other, 'read', 'full')]
  requests.answer(1, 'full')
  expect(await Promise.all(both)).toEqual([{ allowed: true }, { allowed: true }])
  expect(await requests.ask(agent, 'full', 'full')).toEqual({ allowed: true })
  expect(kept()).toEqual([])
  const third = requests.ask({ ...agent, process: '3 /bin/agent' }, 'read', 'full')
  expect(requests.question).toMatchObject({ id: 2 })
  requests.answer(2, 'none')
  expect(await problem(third)).toContain('the user has refused this')
  expect(await problem(requests.ask(other, 'read', 'full'))).toBe('allowed')
  requests.forget('/bin/agent')
  void requests.ask(other, 'read', 'full')
  expect(requests.question).toMatchObject({ id: 3 })
})
