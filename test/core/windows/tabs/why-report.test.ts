/** Reasons laid out for people. */
import { expect, it } from 'vitest'
import { reduce } from '../../../../src/agents/state/reduce.ts'
import { initial } from '../../../../src/agents/state/state.ts'
import { explainState } from '../../../../src/agents/state/why.ts'
import { whySections } from '../../../../src/core/windows/tabs/why-report.ts'
import { usual } from '../../../support/timeline.ts'

it('the Why report lists source, dropped reports and history of a state', () => {
  const state = reduce(
    initial(usual, 0),
    { type: 'frame', dialect: 'osc7501', state: 'waiting', kind: 'permission', tool: 'claude' },
    1_000,
  )
  const sections = whySections(
    explainState(state, 181_000, {
      dropped: { 'unknown-state': 2 },
      shadow: 'It crashed.',
      foreground: { name: 'claude', pid: 7, how: 'by its name' },
    }),
  )
  expect(sections.map(({ title }) => title)).toEqual([
    ...['State', 'Sources', 'Reported by the program (no guessing)', 'Invalid reports'],
    'Recent changes',
  ])
  expect(sections[0]?.rows[0]).toEqual(['Source', 'OSC 7501, certain'])
  expect(sections[0]?.rows).toContainEqual(['Program', 'claude (7, by its name)'])
  expect(sections[0]?.rows.at(-1)).toEqual(['Screen', 'not readable. It crashed.'])
  expect(sections[1]?.rows[0]?.[0]).toBe('Claude Code')
  expect(sections[3]?.rows).toEqual([['unknown-state', '2']])
  expect(sections[4]?.rows[0]?.[0]).toBe('3 min ago')
})
