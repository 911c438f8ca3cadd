/**
 * The end of an environment with programs in ptys. Electron frees its Node environment at exit, as
 * the end of a worker does and `process.exit` of plain Node does not: so each test runs in a
 * worker of a process of its own.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { killDelayMs } from '../../../src/host/pty/limits.ts'
import { slow } from '../../slow.ts'

const startPty = join(import.meta.dirname, '../../../src/host/pty/start-pty.ts')
const living = join(import.meta.dirname, '../../../src/host/pty/live-children.ts')
const clock = join(import.meta.dirname, '../../../src/host/clock.ts')

/** Runs `script` in a worker with a pty that runs `program`; how its process ended. */
async function endOf(program: string, script: string) {
  const inWorker = `
    const { forkPty } = await import(${JSON.stringify(startPty)})
    const { endPrograms } = await import(${JSON.stringify(living)})
    const { systemClock } = await import(${JSON.stringify(clock)})
    let ready
    const begun = new Promise((resolve) => { ready = resolve })
    forkPty(systemClock, {
      program: '/bin/sh', args: ['-c', ${JSON.stringify(program)}], directory: '/',
      environment: { PATH: '/usr/bin:/bin' }, size: { cols: 80, rows: 24 },
    }, { output: () => ready(), exit: () => {} })
    await begun
    const began = performance.now()
    ${script}
    console.log(performance.now() - began)
    process.exit(0)`
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-teardown-'))
  writeFileSync(join(folder, 'worker.mjs'), inWorker)
  writeFileSync(
    join(folder, 'main.mjs'),
    `import { Worker } from 'node:worker_threads'
     new Worker(new URL('worker.mjs', import.meta.url))
       .on('exit', (code) => { process.exitCode = code })`,
  )
  const child = spawn(process.execPath, [join(folder, 'main.mjs')])
  let [error, ms] = ['', '']
  child.stderr.on('data', (bytes) => (error += String(bytes)))
  child.stdout.on('data', (bytes) => (ms += String(bytes)))
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.on('close', (...end) => resolve(end))
  })
  rmSync(folder, { recursive: true, force: true })
  return { code, signal, error, ms: Number(ms) }
}

test('a program that ends during the teardown does not abort the process', async () => {
  const { code, signal, error } = await endOf(
    'echo begun; sleep 0.2',
    // the exit is queued when the teardown begins
    'for (const end = Date.now() + 1_000; Date.now() < end; );',
  )
  expect({ code, signal, error }).toEqual({ code: 0, signal: null, error: '' })
})

test('the teardown waits for no program that ignores SIGHUP', slow, async () => {
  const end = await endOf(
    'trap "" HUP; echo begun; while :; do sleep 20; done',
    'await endPrograms()',
  )
  expect({ code: end.code, signal: end.signal, error: end.error }).toEqual({
    code: 0,
    signal: null,
    error: '',
  })
  expect(end.ms).toBeLessThan(20_000)
})

test('programs that handle SIGHUP are not waited for longer than they live', async () => {
  const end = await endOf('echo begun; sleep 20', 'await endPrograms()')
  expect(end.error).toBe('')
  expect(end.code).toBe(0)
  expect(end.ms).toBeLessThan(killDelayMs)
})
