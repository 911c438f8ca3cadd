/** What is kept, in bytes, after the garbage has been collected. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void // there from now on

export function keptBytes(): number {
  collect()
  return process.memoryUsage().heapUsed
}
