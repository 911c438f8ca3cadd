/** Tests the targets of `vibeflow next`, with and without reports about the active tab. */
import { describe, expect, it } from 'vitest'
import { queue } from '../../../../src/core/windows/attention/queue.ts'
import { Round } from '../../../../src/core/windows/attention/visit-order.ts'
import { attentionRow as row } from '../../../support/tab-view.ts'
import { below, pick, seeded } from '../../../support/random.ts'
import { asSession } from '../../../support/windows/ids.ts'

const a = row('a', 'waiting', { since: 1 })
const b = row('b', 'waiting', { since: 2 })
const c = row('c', 'waiting', { since: 3 })

/** Makes a round and the waiting tabs. Only `front` reports the active tab. */
function begin(...rows: ReturnType<typeof row>[]) {
  const round = new Round()
  const world = {
    rows,
    front: null as string | null,
    next: () => {
      const next = round.next(queue(world.rows), asSession(world.front))
      if (next === null) round.over()
      return next?.view.id ?? null
    },
    look: (tab: string | null) => {
      if (world.front !== null) round.front(asSession(world.front), false)
      world.front = tab
      if (tab !== null) round.front(asSession(tab), true)
    },
  }
  return world
}

describe('the round of next', () => {
  it('goes to each once, reports that nothing else needs the user, and starts again', () => {
    const { next } = begin(a, b, c)
    expect([next(), next(), next(), next(), next(), next(), next()]).toEqual([
      ...['a', 'b', 'c', null],
      ...['a', 'b', null],
    ])
  })

  it('ends at the last one, answered or not, and at an empty list', () => {
    const world = begin(a, b)
    expect([world.next(), world.next()]).toEqual(['a', 'b'])
    world.rows = [a]
    expect(world.next()).toBeNull()
    world.rows = []
    expect([world.next(), world.next()]).toEqual([null, null])
    expect(begin().next()).toBeNull()
  })

  it('goes again to a tab that asked a new question, or has another pane ask', () => {
    const world = begin(a, row('b', 'waiting', { since: 2, where: 'tmux 1.1', message: 'May I?' }))
    expect([world.next(), world.next()]).toEqual(['a', 'b'])
    world.look('elsewhere')
    world.rows = [a, row('b', 'waiting', { since: 2, where: 'tmux 1.2', message: 'May I?' })]
    expect(world.next()).toBe('b')
    world.look('elsewhere')
    world.rows = [a, row('b', 'waiting', { since: 2, where: 'tmux 1.2', message: 'And this?' })]
    expect([world.next(), world.next()]).toEqual(['b', null])
  })

  it('leads back to tabs that still wait once the user has left them', () => {
    const world = begin(a)
    expect(world.next()).toBe('a')
    world.look('a')
    expect(world.next()).toBeNull()
    world.look(null)
    expect(world.next()).toBe('a')
  })

  it('skips the active one, however it became active', () => {
    const world = begin(a, b)
    world.look('a')
    expect([world.next(), world.next()]).toEqual(['b', null])
  })

  it('adds tabs that start to wait during the round', () => {
    const world = begin(a, b)
    expect(world.next()).toBe('a')
    world.rows = [a, b, row('d', 'waiting', { since: 0 })]
    expect([world.next(), world.next(), world.next()]).toEqual(['d', 'b', null])
  })

  it('always ends, whatever is seen, answered and visited on the way', () => {
    const random = seeded(7)
    for (let round = 0; round < 500; round += 1) {
      const count = 1 + below(random, 6)
      const world = begin(
        ...Array.from({ length: count }, (_, index) =>
          row(`t${index}`, pick(random, ['waiting', 'error', 'done'] as const), {
            since: below(random, 10),
          }),
        ),
      )
      const followed = below(random, 2) === 1 // the desktop gives its window the keyboard
      const visited: string[] = []
      for (let at = world.next(); at !== null && visited.length <= count; at = world.next()) {
        visited.push(at)
        if (followed) world.look(at)
        const answers = below(random, 2) === 1
        world.rows = world.rows.filter(({ view: { id } }) => id !== at || !answers)
      }
      expect(visited.toSorted()).toEqual(Array.from({ length: count }, (_, index) => `t${index}`))
    }
  })
})
