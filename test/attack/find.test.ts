/**
 * No pattern that a user searches for holds up the window: it is compiled in the page and tried in
 * a worker, which is ended when the pattern has used up its second, however it spends it. The clock
 * and the worker are fakes; test/app/grid/search.spec.ts does the same with real ones.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { patternMsMax, workerStartMsMax } from '../../src/renderer/features/find/limits.ts'
import { compile, defaultSearch } from '../../src/renderer/features/find/matcher.ts'
import type { PatternJob } from '../../src/renderer/features/find/pattern-job.ts'
import { PatternTimeouts } from '../../src/renderer/features/find/pattern-tries.ts'

/** Answers after so many milliseconds of work; null: never. */
let answersAfterMs: number | null = null
let workers: FakeWorker[] = []

class FakeWorker {
  onmessage: ((event: { readonly data: unknown }) => void) | null = null
  onerror: (() => void) | null = null
  ended = false
  jobs = 0

  constructor() {
    workers.push(this)
    setTimeout(() => this.onmessage?.({ data: 'ready' }), 50)
  }

  postMessage({ id }: PatternJob): void {
    this.jobs += 1
    const ms = answersAfterMs
    if (ms !== null)
      setTimeout(() => {
        if (!this.ended) this.onmessage?.({ data: { id, found: [], ms } })
      }, 50 + ms)
  }

  terminate(): void {
    this.ended = true
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('Worker', FakeWorker)
  answersAfterMs = null
  workers = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function tries(pattern: string): PatternTimeouts {
  const compiled = compile(pattern, { ...defaultSearch, regex: true })
  if (!compiled.ok) throw new Error(compiled.problem)
  return new PatternTimeouts(compiled.matcher)
}

test('an endless pattern is stopped after a second, and the next search works', async () => {
  const evil = tries('^(?:(?:work|working)(?:ing)?)+!$')
  const answer = evil.try(['working'.repeat(1_000)], 10)
  await vi.advanceTimersByTimeAsync(50 + patternMsMax - 1)
  expect(workers.map(({ ended }) => ended)).toEqual([false])
  await vi.advanceTimersByTimeAsync(1)
  expect([await answer, workers.map(({ ended }) => ended)]).toEqual([null, [true]])
  answersAfterMs = 1
  const next = tries('x')
  const found = next.try(['x'], 10)
  await vi.advanceTimersByTimeAsync(200)
  expect([await found, workers.map(({ ended }) => ended)]).toEqual([[], [true, false]])
  next.end(true)
})

test('a pattern slightly slow on each piece has one second in all', async () => {
  answersAfterMs = 300
  const slow = tries('(a|aa)+b')
  const answers: (readonly unknown[] | null)[] = []
  for (let piece = 0; piece < 4; piece += 1) {
    const answer = slow.try(['a'], 10)
    await vi.advanceTimersByTimeAsync(400)
    answers.push(await answer)
  }
  expect([answers, workers.length]).toEqual([[[], [], [], null], 1])
  slow.end(false)
})

test('a worker that never starts is not blamed on the pattern, and is given up', async () => {
  vi.stubGlobal(
    'Worker',
    class extends FakeWorker {
      constructor() {
        super()
        Object.defineProperty(this, 'onmessage', { set: () => undefined, get: () => null })
      }
    },
  )
  const answer = tries('a').try(['a'], 10)
  await vi.advanceTimersByTimeAsync(workerStartMsMax)
  expect([await answer, workers.at(-1)?.ended]).toEqual([null, true])
})

test.each([
  '('.repeat(1_000),
  '['.repeat(1_000),
  '\\'.repeat(999),
  '(a+)+$',
  '(?:(?:a{1,1000}){1,1000}){1,1000}',
  '\\p{L}'.repeat(200),
  '(?<=(?:a+)+)b',
  '(a*)*\\1',
  'a'.repeat(1_001),
  '\u202e(\u0000',
])('a pattern is never run where it is compiled (%#)', (pattern) => {
  const { exec, test: run } = RegExp.prototype
  const sources: string[] = []
  RegExp.prototype.exec = function (text) {
    sources.push(this.source)
    return exec.call(this, text)
  }
  RegExp.prototype.test = function (text) {
    sources.push(this.source)
    return run.call(this, text)
  }
  try {
    const compiled = compile(pattern, { ...defaultSearch, regex: true })
    expect('problem' in compiled ? compiled.problem : 'ok').toMatch(
      /^(?:ok|Not a valid regular expression|The text is too long)/,
    )
    expect(sources.filter((source) => source === pattern)).toEqual([])
  } finally {
    RegExp.prototype.exec = exec
    RegExp.prototype.test = run
  }
})
