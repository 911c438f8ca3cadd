/**
 * Has a rules file read in a thread: expressions are timed there, and whatever they cost, the app's
 * windows and tabs do not wait.
 */
import { Worker } from 'node:worker_threads'
import { fileJudgingMsMax } from '../../../agents/rules/limits.ts'
import type { Clock } from '../../../base/clock.ts'
import { keptCompiled } from '../../shadow/compile-cache.ts'
import { refusedRules, type ReadUserRules } from './read-user-rules.ts'

export interface RuleCheck {
  readonly file: string
  /** The program of the thread (check-worker.ts, or what was built of it). */
  readonly program: string
  readonly clock: Clock
}

/** `done` is called once, unless it is ended first. @returns ends it */
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
      refusedRules(
        file,
        `its expressions could not be tried within ${fileJudgingMsMax / 1_000} s.`,
      ),
    ),
  )
  thread.on('message', give)
  thread.on('error', (error: unknown) =>
    give(
      refusedRules(
        file,
        'the thread that reads it crashed: ' +
          `${error instanceof Error ? error.message : String(error)}.`,
      ),
    ),
  )
  thread.on('exit', () => give(refusedRules(file, 'the thread that reads it ended.')))
  return end
}
