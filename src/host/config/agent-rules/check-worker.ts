/** Thread that reads one rules file, posts the result and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '../../../base/assert.ts'
import { readUserRules, type ReadUserRules } from './read-user-rules.ts'

assert(
  parentPort !== null && typeof workerData === 'string',
  'it runs in a thread that is given a file',
)
parentPort.postMessage(readUserRules(workerData) satisfies ReadUserRules)
