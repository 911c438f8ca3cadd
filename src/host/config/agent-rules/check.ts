/** Reads a rules file in a thread, which times its expressions without blocking the app. */
import { Worker } from 'node:worker_threads'
import { fileJudgingMsMax } from '../../../agents/rules/limits.ts'
import type { Clock } from '../../../base/clock.ts'
import { keptCompiled } from '../../shadow/compile-cache.ts'
import { refusedRules, type ReadUserRules } from './read-user-rules.ts'
import { errorMessage } from '../../../base/text/error-message.ts'

interface RuleCheck {
  readonly file: string
  /** Program of the thread: check-worker.ts, or its build. */
  readonly program: string
  readonly clock: Clock
}

/** Reads the rules, then calls `done` once. Returns a function that ends the check before. */
export function checkRules(
  { file, program, clock }: RuleCheck,
  done: (read: ReadUserRules) => void,
): () => void {
  const thread = new Worker(program, {
    name: 'vibeflow rules',
    stdin: false,
    env: keptCompiled(),
    workerData: file,
  })
  thread.unref()
  let over = false
  const end = () => {
    over = true
    cancel()
    void thread.terminate()
  }
  const give = (read: ReadUserRules) => {
    if (!over) {
      end()
      done(read)
    }
  }
  const cancel = clock.after(fileJudgingMsMax, () =>
    give(
      refusedRules(file, `testing its expressions took more than ${fileJudgingMsMax / 1_000} s.`),
    ),
  )
  thread.on('message', give)
  thread.on('error', (error: unknown) =>
    give(refusedRules(file, `the thread that reads the file crashed: ${errorMessage(error)}.`)),
  )
  thread.on('exit', () => give(refusedRules(file, 'the thread that reads the file exited.')))
  return end
}
