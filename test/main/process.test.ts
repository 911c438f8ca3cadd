/** Tests standard streams whose reader has gone. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const streams = join(import.meta.dirname, '../../src/main/process.ts')

async function endOf(script: string): Promise<number | null> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  child.stderr.destroy()
  return await new Promise((resolve) => child.on('exit', (code) => resolve(code)))
}

const writes = `
  for (let times = 0; times < 20; times++) {
    console.error('to nobody')
    process.stdout.write('to nobody')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  process.exit(7)`

test('writing to a closed standard error or output ends nothing', async () => {
  expect(await endOf(`import ${JSON.stringify(streams)}; ${writes}`)).toBe(7)
})

test('a closed stream without the listeners is an uncaught exception', async () => {
  expect(await endOf(writes)).not.toBe(7)
})
