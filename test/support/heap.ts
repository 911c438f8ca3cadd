/** Returns the bytes that remain in use after a garbage collection. */
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void // there from now on

export function keptBytes(): number {
  collect()
  return process.memoryUsage().heapUsed
}

/**
 * Returns the bytes of buffers that remain in use. Buffers are released a little later than
 * objects.
 */
export async function keptBuffers(): Promise<number> {
  collect()
  await setTimeout(100)
  return process.memoryUsage().arrayBuffers
}
