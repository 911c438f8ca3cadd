/** Thread that searches transcripts. It posts each conversation, then the end of the search. */
import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '../../../base/assert.ts'
import { TranscriptSearch } from './search.ts'
import type { FromSearch, ToSearch } from './thread.ts'

assert(
  parentPort !== null && workerData instanceof SharedArrayBuffer,
  'it runs in a thread that shares the number of the current search',
)
const current = new Int32Array(workerData)
const port = parentPort
const search = new TranscriptSearch()
const post = (message: FromSearch): void => port.postMessage(message)

port.on('message', ({ number, directories, text }: ToSearch) => {
  const isOver = (): boolean => Atomics.load(current, 0) !== number
  const end = search.run(
    directories,
    text,
    (conversation) => post({ number, conversation }),
    isOver,
  )
  post({ number, end })
})
