/**
 * Tests the built `vibeflow/testing` against programs that flood, ignore signals, end immediately
 * or never, and against the end of the process that tests them.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { TestTerminal } from '../../../src/testing/index.ts'
import { root } from '../../tidy/tree.ts'
import { slow } from '../../slow.ts'

const entry = join(root, 'out/testing/index.js')
const { compareScreen, launch } = (await import(
  entry
)) as typeof import('../../../src/testing/index.ts')

const open: TestTerminal[] = []
async function terminalOf(script: string, more: Partial<Parameters<typeof launch>[0]> = {}) {
  const terminal = await launch({
    command: 'sh',
    args: ['-c', script],
    timeoutMs: 120_000,
    ...more,
  })
  open.push(terminal)
  return terminal
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((terminal) => terminal.close()))
})

const lives = (pid: number | null) =>
  pid !== null &&
  existsSync(`/proc/${pid}`) &&
  !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

test(
  'a program that floods is never quiet, can be interrupted, and costs no memory',
  slow,
  async () => {
    const terminal = await terminalOf('yes abcdefghijklmnopqrstuvwxyz')
    await terminal.waitForText('abc')
    const before = process.memoryUsage().rss
    await expect(terminal.waitForQuiet(100, { timeoutMs: 2_000 })).rejects.toThrow(
      /waited 2000 ms for 100 ms without output/,
    )
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1_048_576)
    await terminal.press('Ctrl+C')
    expect(await terminal.waitForExit()).toEqual({ code: 0, signal: 'SIGINT' })
  },
)

test('a program that ignores every signal is gone when close resolves', async () => {
  const terminal = await terminalOf(
    'trap "" HUP TERM INT; (exec sleep 5432) & echo job $! leader $$; while :; do sleep 5432; done',
  )
  const screen = await terminal.waitForText(/job \d+ leader \d+/)
  const pids = (screen.text().match(/\d+/g) ?? []).map(Number)
  expect(pids.map(lives)).toEqual([true, true])
  await terminal.close()
  expect(pids.map(lives)).toEqual([false, false])
  await expect(terminal.screen()).rejects.toThrow('is closed: it was closed.')
})

const leftTitle = 'nothing is left when the process ends: %s'
test.each(['kill -9'])(leftTitle, leavesNothing)
test.each(['uncaught error', 'exit', 'SIGINT'])(leftTitle, slow, leavesNothing)

async function leavesNothing(how: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-end-'))
  const file = join(folder, 'ends.mjs')
  writeFileSync(
    file,
    `import { launch } from ${JSON.stringify(entry)}
      const loop = 'while :; do sleep 5433; done'
      const script = 'trap "" HUP TERM INT; (exec sleep 5433) & echo $! $$ $HOME.; ' + loop
      const terminal = await launch({ command: 'sh', args: ['-c', script] })
      const screen = await terminal.waitForText(/\\d+ \\d+ .*\\./)
      process.stdout.write(screen.unwrappedText() + '\\n')
      await new Promise((resolve) => process.stdin.once('data', resolve))
      const how = ${JSON.stringify(how)}
      if (how === 'exit') process.exit(0)
      if (how === 'uncaught error') throw new Error('on purpose')
      process.kill(process.pid, how === 'SIGINT' ? 'SIGINT' : 'SIGKILL')\n`,
  )
  const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'ignore'] })
  const said = await new Promise<string>((resolve) => {
    child.stdout.once('data', (text: Buffer) => resolve(String(text)))
  })
  const [, job = '', leader = '', home = ''] = /(\d+) (\d+) (.*)\./.exec(said) ?? []
  expect([lives(Number(job)), lives(Number(leader)), existsSync(home)]).toEqual([true, true, true])
  child.stdin.write('go\n')
  await new Promise((resolve) => child.once('exit', resolve))
  await expect
    .poll(() => [lives(Number(job)), lives(Number(leader)), existsSync(home)], {
      timeout: 20_000,
    })
    .toEqual([false, false, false])
  rmSync(folder, { recursive: true })
}

test(
  "an ended program is forgotten by the guardian, as its number may be another's",
  slow,
  async () => {
    const write = vi.spyOn(Socket.prototype, 'write')
    const told = () => write.mock.calls.map(([line]) => line)
    try {
      const ended = await terminalOf('echo $$.')
      const [pid] = (await ended.waitForText(/\d+\./)).text().match(/\d+/) ?? []
      expect(told()).toContain(`+ ${pid}\n`)
      await ended.waitForExit()
      expect(told()).toContain(`- ${pid}\n`)
      const job = await terminalOf('trap "" HUP; sleep 5434 & echo $$.')
      const [leader] = (await job.waitForText(/\d+\./)).text().match(/\d+/) ?? []
      await job.waitForExit()
      expect(told()).not.toContain(`- ${leader}\n`)
      await job.close()
      expect(told()).toContain(`- ${leader}\n`)
    } finally {
      write.mockRestore()
    }
  },
)

test('40 terminals run side by side', slow, async () => {
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, at) => terminalOf(`echo number ${at}; read x; echo got $x`)),
  )
  await Promise.all(
    all.map(async (terminal, at) => {
      await terminal.waitForText(`number ${at}`)
      await terminal.type(`word${at}\n`)
      await terminal.waitForText(`got word${at}`)
      expect(await terminal.waitForExit()).toEqual({ code: 0, signal: null })
    }),
  )
})

test('a program that ends immediately leaves its last words, and ends the wait', async () => {
  const terminal = await terminalOf('echo bye; exit 7')
  const error = await terminal.waitForText('hello').catch((thrown: unknown) => thrown)
  expect(String(error)).toMatch(
    /it never came. The program has ended with exit code 7\.\n.*\n┌─+\n│ bye\n└─+$/,
  )
  expect(terminal.exit).toEqual({ code: 7, signal: null })
  await expect(terminal.press('Enter')).rejects.toThrow('The program has ended with exit code 7.')
})

test('a program that cannot be started is explained, and leaves nothing', async () => {
  await expect(launch({ command: 'no-such-program' })).rejects.toThrow(
    "Can't start no-such-program: command not found in PATH.",
  )
  await expect(launch({ command: 'cat', cwd: '/no/such' })).rejects.toThrow(
    "Can't start in /no/such: no such directory.",
  )
  const wrong = { command: 'cat', row: 3 } as unknown as Parameters<typeof launch>[0]
  await expect(launch(wrong)).rejects.toThrow('launch has no option row. There are: command,')
  await expect(launch({ command: 'cat', homeFiles: { '../x': '' } })).rejects.toThrow('../x')
})

test('split, nested and unfinished sequences act as in a tab', async () => {
  const terminal = await terminalOf(
    String.raw`printf '\033['; sleep 0.1; printf '31mred\033]0;a\033[32mti'; sleep 0.1
    printf '\033]0;title\007\033[m\342'; sleep 0.1; printf '\202\254done\033]52;c;'; read x`,
    { columns: 6 },
  )
  const screen = await terminal.waitForText('€done') // continues in the next row
  expect(screen.title).toBe('title')
  expect(screen.cell(0, 0)).toMatchObject({ text: 'r', foreground: 1 })
})

test('an error shows what a program printed and does nothing else with it', async () => {
  const terminal = await terminalOf(String.raw`printf 'a\302\233b\342\200\256c'; read x`)
  await terminal.waitForText('a')
  const error = await terminal
    .waitForText('never', { timeoutMs: 50 })
    .catch((thrown: unknown) => thrown)
  expect(String(error)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
})

test('input that is not read is refused, and not lost silently', async () => {
  const terminal = await terminalOf('stty raw -echo; echo ready; sleep 100')
  await terminal.waitForText('ready')
  await expect(async () => {
    for (let part = 0; part < 30; part += 1) await terminal.type('x'.repeat(100_000))
  }).rejects.toThrow('does not read its input')
})

test('keys are sent in the form that the program requested', async () => {
  const terminal = await terminalOf(
    String.raw`stty raw -echo; printf '\033[?1h\033[>1uready'; cat -v`,
  )
  await terminal.waitForText('ready')
  await terminal.press('Up', 'Ctrl+c', 'Escape', 'a', 'Shift+Tab')
  await terminal.waitForText('^[[A^[[99;5u^[[27ua^[[9;2u')
  expect(() => terminal.press('Foo')).toThrow('“Foo” is not a key: unknown key foo.')
})

test('keys are sent in the form of modifyOtherKeys when the program sets it', async () => {
  const terminal = await terminalOf(String.raw`stty raw -echo; printf '\033[>4;2mready'; cat -v`)
  await terminal.waitForText('ready')
  await terminal.press('Shift+Enter', 'Ctrl+Enter', 'Ctrl+c', 'Up', 'a')
  await terminal.waitForText('^[[27;2;13~^[[27;5;13~^[[27;5;99~^[[Aa')
})

test('an unused terminal is closed with a warning', async () => {
  const warned = new Promise<Error>((resolve) => {
    process.once('warning', resolve)
  })
  const terminal = await terminalOf('sleep 100', { idleMs: 100 })
  expect((await warned).message).toContain('it was not used for 100 ms')
  await expect(terminal.text()).rejects.toThrow('is closed: it was not used for 100 ms.')
})

test('size, history and the text file of a screen', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-screens-'))
  const file = join(folder, 'deep/rows.txt')
  const terminal = await terminalOf(
    'seq 1 50; trap "stty size" WINCH; while :; do sleep 0.05; done',
  )
  await terminal.waitForText('50')
  expect((await terminal.scrollback()).slice(0, 2)).toEqual(['1', '2'])
  await compareScreen(terminal, file, { update: true, replace: [[/^4/gm, 'four ']] })
  await compareScreen(terminal, file, { replace: [[/^4/gm, 'four ']] })
  await expect(compareScreen(terminal, file, { timeoutMs: 50 })).rejects.toThrow(
    /The screen is not as in .*rows\.txt\.\n- row 12: four 0\n\+ row 12: 40\n/,
  )
  await terminal.resize({ columns: 100, rows: 30 })
  await terminal.waitForText('30 100')
  rmSync(folder, { recursive: true })
})
