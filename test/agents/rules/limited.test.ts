/**
 * Rules that may take for ever: which of them are stopped, and which one is blamed. Time is what
 * the expressions say that they take.
 */
import { expect, it } from 'vitest'
import { judgeWithin, withinCpu, type Limit } from '../../../src/agents/rules/limited.ts'
import { blamedMsMin, judgingMsMax, judgingTriesMax } from '../../../src/agents/rules/limits.ts'
import { regionText, type Rule } from '../../../src/agents/rules/rules.ts'

/**
 * Each rule takes so many milliseconds, the first time, the second ... (the last one from then on),
 * and holds never.
 */
function judged(
  ...rules: readonly {
    readonly id: string
    readonly ms: readonly number[]
    readonly own?: boolean
  }[]
) {
  let now = 0
  let limits = 0
  let looks = 0
  const limit: Limit = (work, ms) => {
    limits += 1
    const before = now
    const value = work()
    return now - before > ms ? 'late' : value
  }
  const made = rules.map(({ id, ms, own = true }): Rule => {
    let time = 0
    const test = () => {
      looks += 1
      now += ms[Math.min(time++, ms.length - 1)] ?? 0
      return false
    }
    return {
      id,
      ...(own ? { own: { agent: 'a', rule: id } } : {}),
      state: 'working',
      priority: 1,
      region: { of: 'title' },
      all: [],
      any: [{ of: 'line', expression: Object.assign(/x/u, { test }) }],
      not: [],
    }
  })
  const found = judgeWithin(made, () => regionText(['x']), { limit, spent: () => now })
  return {
    found: 'off' in found ? `${found.off.name.rule} ${found.off.why}` : found.outcome,
    limits,
    looks,
  }
}

const slow = [judgingMsMax + 1]

it('stops no shipped rule', () => {
  expect(judged({ id: 'ours', ms: slow, own: false })).toEqual({ found: null, limits: 0, looks: 1 })
})

it('switches off the slow rule, wherever it is', () => {
  const why = (id: string) => ({
    found: `${id} took more than ${judgingMsMax} ms ${judgingTriesMax} times in a row`,
    limits: judgingTriesMax,
  })
  expect(
    judged({ id: 'quick', ms: [1] }, { id: 'slow', ms: slow }, { id: 'last', ms: [1] }),
  ).toMatchObject(why('slow'))
  expect(
    judged({ id: 'slow', ms: slow }, { id: 'quick', ms: [1] }, { id: 'ours', ms: [1], own: false }),
  ).toMatchObject(why('slow'))
})

it('blames the slowest of several slow rules', () => {
  const half = [judgingMsMax / 2]
  expect(
    judged(
      { id: 'one', ms: half },
      { id: 'two', ms: [judgingMsMax / 2 + 1] },
      { id: 'three', ms: half },
    ).found,
  ).toMatch(/^two took/)
})

it("blames no rule for a pause of the machine, and no shipped rule for the user's", () => {
  expect(judged({ id: 'paused', ms: [1_000, 1_000, 1] })).toEqual({
    found: null,
    limits: judgingTriesMax,
    looks: judgingTriesMax,
  })
  expect(judged({ id: 'ours', ms: slow, own: false }, { id: 'quick', ms: [0] }).found).toBe(null)
})

it('blames no rule while the thread has no CPU, however often that is', () => {
  const late: Limit = (work) => {
    work()
    return 'late'
  }
  const rule: Rule = {
    id: 'mine',
    own: { agent: 'a', rule: 'mine' },
    state: 'working',
    priority: 1,
    region: { of: 'title' },
    all: [],
    any: [{ of: 'line', expression: /x/u }],
    not: [],
  }
  const found = (ms: number) => {
    let at = 0
    return judgeWithin([rule], () => regionText(['x']), { limit: late, spent: () => (at += ms) })
  }
  expect([found(1), 'off' in found(blamedMsMin)]).toEqual([{ outcome: null }, true])
})

it('switches off a rule that cannot be tried at all', () => {
  const rule = (test: () => boolean): Rule => ({
    id: 'big',
    own: { agent: 'a', rule: 'big' },
    state: 'idle',
    priority: 1,
    region: { of: 'title' },
    all: [],
    any: [{ of: 'line', expression: Object.assign(/x/u, { test }) }],
    not: [],
  })
  const limited = { limit: ((work) => work()) as Limit, spent: () => 0 }
  expect(
    judgeWithin(
      [
        rule(() => {
          throw new SyntaxError('Regular expression too large')
        }),
      ],
      () => regionText(['x']),
      limited,
    ),
  ).toEqual({
    off: {
      name: { agent: 'a', rule: 'big' },
      why: 'failed: Regular expression too large',
    },
  })
})

it('counts only CPU time where a busy machine takes the rest', () => {
  const stopped = (spentMs: number) => {
    let tries = 0
    const limit: Limit = (work) => ((tries += 1) < 4 ? 'late' : work())
    return withinCpu({ limit, spent: () => tries * spentMs }, () => 'done', 100)
  }
  expect([stopped(20), stopped(60)]).toEqual(['done', 'late'])
})
