/** Commands of the project that end when whatever started them is killed. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../src/build/project.mjs'

test('a command ends after its parent was killed', async () => {
  const module = JSON.stringify(join(root, 'src/build/project.mjs'))
  const command = `import(${module}).then(({ endWithParent }) => {
    endWithParent()
    setInterval(() => undefined, 1_000)
    console.log(process.pid)
  })`
  const shell = spawn('/bin/sh', ['-c', '"$0" -e "$1" & wait', process.execPath, command], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const pid = await new Promise<number>((resolve) => {
    shell.stdout.once('data', (line) => resolve(Number(line)))
  })
  expect(existsSync(`/proc/${pid}`)).toBe(true)
  shell.kill('SIGKILL')
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
})
