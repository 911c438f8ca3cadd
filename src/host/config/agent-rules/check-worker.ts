/** A thread that reads one rules file, says what came of it, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '../../../base/assert.ts'
import { readUserRules, type ReadUserRules } from './read-user-rules.ts'

assert(
  parentPort !== null && typeof workerData === 'string',
  'it runs in a thread that is given a file',
)
parentPort.postMessage(readUserRules(workerData) satisfies ReadUserRules)
