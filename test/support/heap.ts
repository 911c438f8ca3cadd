/** What is kept, in bytes, after the garbage has been collected. */
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void // there from now on

export function keptBytes(): number {
  collect()
  return process.memoryUsage().heapUsed
}

/** The same of buffers, which are given back a little later. */
export async function keptBuffers(): Promise<number> {
  collect()
  await setTimeout(100)
  return process.memoryUsage().arrayBuffers
}
