/** All that the other side has written is passed on, however slowly it is taken. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { root } from '../../tidy/tree.ts'
import { slow } from '../../slow.ts'

const connect = JSON.stringify(join(root, 'src/cli/verbs/remote/connect.ts'))

/**
 * Returns the text that a reader gets from `script`, the other side, over a connection that is led.
 */
async function read(script: string, reader: string): Promise<string> {
  const leading = `
    const { lead } = await import(${connect})
    const sh = { program: 'sh', args: ['-c', ${JSON.stringify(script)}], environment: process.env }
    const { exit } = await lead(sh, Buffer.from('begun'))
    process.stdout.write('', () => process.exit(exit))`
  const words = ['sh', process.execPath, '--input-type=module', '-e', leading]
  const { stdout } = await promisify(execFile)('sh', ['-c', `"$@" | (${reader})`, ...words])
  return stdout
}

it(
  'all that a connection wrote reaches a reader that starts long after its end',
  slow,
  async () => {
    // between the end of the connection and the reader the pipes hold about 300 kB
    const sizes = [260_000, 280_000, 290_000, 300_000, 310_000]
    const got = sizes.map((size) =>
      read(`printf begun; head -c ${size} /dev/zero`, 'sleep 8; wc -c').then(Number),
    )
    expect(await Promise.all(got)).toEqual(sizes)
  },
)

it('a program that keeps the output of an ended connection open holds nothing up', async () => {
  const began = performance.now()
  process.kill(Number(await read('printf begun; sleep 300 2>/dev/null & printf "$!"', 'cat')))
  expect(performance.now() - began).toBeLessThan(100_000)
})

it('a program that keeps writing after the connection has ended blocks nothing', slow, async () => {
  expect(await read('printf begun; yes 2>/dev/null & :', 'tail -c 2')).toBe('y\n')
})
