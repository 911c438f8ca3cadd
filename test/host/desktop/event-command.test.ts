/** Runs real programs as commands of [[on]]. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEventCommand } from '../../../src/host/desktop/event-command.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vibeflow-on-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const run = (command: readonly string[], input = '', withinMs?: number) =>
  runEventCommand(command, input, { ...process.env, ELECTRON_RUN_AS_NODE: '1' }, withinMs)

test('an event command gets exact arguments, its input, and no engine variables', async () => {
  const file = join(folder, 'all')
  const script = 'printf "%s|" "$@" >"$0"; env | grep -c ELECTRON >>"$0"; cat >>"$0"'
  const words = ['$(id)', '; rm', 'two words', '']
  expect(await run(['sh', '-c', script, file, ...words], '{"state":"done"}\n')).toBe(null)
  expect(readFileSync(file, 'utf8')).toBe('$(id)|; rm|two words||0\n{"state":"done"}\n')
})

test('an event command that fails is explained', async () => {
  expect([
    await run(['vibeflow-no-such-program']),
    await run(['/etc/passwd']),
    (await run(['true', 'x'.repeat(3_000_000)]))?.replace(/:.*/, ''),
    await run(['sh', '-c', 'echo; echo "no \u001b[31mnetwork" >&2; echo more >&2; exit 3']),
    await run(['sh', '-c', 'exit 4']),
    await run(['sh', '-c', 'kill -TERM $$']),
  ]).toEqual([
    '“vibeflow-no-such-program” was not found. Install it, or use its full path.',
    '“/etc/passwd” could not start: spawn /etc/passwd EACCES.',
    '“true” could not start',
    '“sh” exited with code 3: no [31mnetwork',
    '“sh” exited with code 4.',
    '“sh” was ended by SIGTERM.',
  ])
})

test('an event command that does not end is killed with its children', async () => {
  const pid = join(folder, 'pid')
  const script = 'sleep 1000 & echo $! >"$0"; wait'
  expect(await run(['sh', '-c', script, pid], '', 300)).toBe(
    '“sh” ran longer than 0.3 s and was stopped.',
  )
  const child = Number(readFileSync(pid, 'utf8'))
  await expect.poll(() => isRunning(child)).toBe(false)
})

test('an event command may ignore its input, print much, and leave a program behind', async () => {
  const big = `${'x'.repeat(1_000_000)}\n`
  expect(await run(['true'], big)).toBe(null)
  expect(await run(['sh', '-c', 'head -c 3000000 /dev/zero >&2; head -c 3000000 /dev/zero'])).toBe(
    null,
  )
  const began = performance.now()
  expect(await run(['sh', '-c', 'sleep 30 & echo $! >"$0"', join(folder, 'left')])).toBe(null)
  expect(performance.now() - began).toBeLessThan(20_000)
  process.kill(Number(readFileSync(join(folder, 'left'), 'utf8')))
})

test('event commands beyond the limit do not start', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => run(['sleep', '0.2'])))
  expect(all.filter((problem) => problem === null)).toHaveLength(16)
  expect(all.at(-1)).toBe('“sleep” did not start, because 16 commands still run.')
  expect(await run(['true'])).toBe(null)
})

/** A killed child of a dead parent may remain as a zombie until init reaps it. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
