/** Lookups of a conversation that the agent does not report. */
import { expect, it, vi } from 'vitest'
import { shippedAgents } from '../../../../src/agents/rules/shipped.ts'
import { lookUpIntervalMs } from '../../../../src/agents/resume/limits.ts'
import type { SessionParts } from '../../../../src/core/session/parts.ts'
import { ResumeHints } from '../../../../src/core/session/resume-hints.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'

it('an uncertain conversation is looked up once in five seconds', async () => {
  const clock = new FakeClock()
  const conversation = vi.fn(() => Promise.resolve(null))
  const found = {
    agent: shippedAgents().get('claude'),
    file: '/bin/claude',
    process: { pid: 7, startTime: 9 },
  }
  const hints = new ResumeHints({
    options: { command: { program: '/bin/bash', args: [] }, isUserShell: true },
    ports: { clock, conversation },
    directoryInFront: '/srv/api',
    agents: { own: { promptedAt: clock.now(), inFront: { programNow: () => found } } },
  } as unknown as SessionParts)
  for (let look = 0; look < 50; look += 1) {
    hints.lookUp()
    await Promise.resolve()
    clock.advance(lookUpIntervalMs / 10)
  }
  expect(conversation).toHaveBeenCalledTimes(5)
})
