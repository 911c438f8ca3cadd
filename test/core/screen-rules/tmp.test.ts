import { it } from 'vitest'
import { play, recording } from '../../support/recorded-agent.ts'
import { defaults } from '../../../src/core/config/table.ts'
it('x', () => {
  for (const [id, name] of [['claude', 'claude-2.1.328'], ['qwen', 'qwen-0.24.4']]) {
  const r = recording(name!)
  const p = play(id!, r)
  console.log(JSON.stringify(p.outcomes), p.shown, p.readings, p.timersLeft)
  console.log(play(id!, r, {options: {...defaults, ai: {...defaults.ai, protocols: ['title', 'osc9_4']}}}).shown)
  console.log(play(id!, r, {options: defaults}).shown)
  }
})
