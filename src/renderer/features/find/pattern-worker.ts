/**
 * The worker that runs a user's pattern. It can be ended at any time, even while the pattern runs.
 */
import { patternAnswer, type PatternJob } from './pattern-job.ts'

interface Scope {
  onmessage: ((event: MessageEvent<PatternJob>) => void) | null
  postMessage(message: unknown): void
}

const scope = globalThis as unknown as Scope // the page's types are loaded here, not a worker's

scope.onmessage = ({ data }) => {
  const began = performance.now()
  const answer = patternAnswer(data)
  scope.postMessage({ ...answer, ms: performance.now() - began })
}
scope.postMessage('ready')
