import { it } from 'vitest'
import { shippedAgents } from '../../../src/core/agent-rules/shipped.ts'
import { play, recording, screenOnly, cut } from '../../support/recorded-agent.ts'
import { defaults } from '../../../src/core/config/table.ts'
it('x', () => {
  const r = recording('codex-0.169.0')
  let t=performance.now(); const p = play('codex', r, { whyAt: [6000, 9000, 20500] }); console.log(performance.now()-t)
  console.log(p.outcomes, p.shown, p.readings, p.timersLeft, p.why)
  t=performance.now();
  console.log(play('codex', cut(r, 1)).shown, performance.now()-t)
  console.log(play('codex', r, {options: {...defaults, ai: {...defaults.ai, protocols: ['title']}}}).shown)
  console.log(play('codex', r, {options: defaults}).shown)
})
