/** The end of a vibeflow that leaves its sessions to the next process. */
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { processStat } from '../../../src/host/proc/process-facts.ts'
import { processEnd } from '../../../src/host/socket/windowless.ts'

/** Its first thread ends immediately, and its second when standard input does. */
const program = `import ctypes, sys, threading
threading.Thread(target=sys.stdin.read).start()
ctypes.CDLL(None).pthread_exit(None)`

it('a process has not ended while one of its threads lives', async () => {
  const child = spawn('python3', ['-c', program], { stdio: ['pipe', 'ignore', 'ignore'] })
  const pid = child.pid!
  await expect.poll(() => processStat(pid)?.isDead).toBe(true)
  expect(readdirSync(`/proc/${pid}/task`)).toHaveLength(2)
  let ended = false
  const end = processEnd(pid).then(() => {
    ended = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(ended).toBe(false)
  child.stdin.end()
  await end
  expect(child.exitCode !== null || processStat(pid)?.isDead !== false).toBe(true)
})
