/**
 * Tests `vibeflow run` in real terminals: bytes, keys, sizes, signals, exit codes, and its reports
 * of a program's state.
 */
import { createHash, randomBytes } from 'node:crypto'
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processStat } from '../../src/host/proc/process-facts.ts'
import { exitStatus } from '../../src/host/pty/exit-status.ts'
import { Terminal, vibeflowRun } from '../support/outer-terminal.ts'
import { slow } from '../slow.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vibeflow-run-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string) => join(folder, name)
const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')
const open = (
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Terminal => new Terminal(words, { directory: folder, environment })

/** A program that is listed in ai.tools, by its script's name. */
function agent(name: string, script: string): string {
  writeFileSync(file(name), `#!/bin/sh\n${script}\n`)
  chmodSync(file(name), 0o755)
  return file(name)
}

/** Without an echo of the end of standard input. */
const quiet = (script: string) => `stty -echo; ${script}`

const untilThere = (name: string) => `until [ -e ${file(name)} ]; do sleep 0.05; done`

const frame = /\x1b\](?:7501|1338);[^\x07\x1b]*(?:\x07|\x1b\\)/g
const states = (text: string) =>
  [...text.matchAll(/\x1b\]7501;state=(\w+)(?::kind=(\w+))?/g)].map(([, state, kind]) =>
    kind === undefined ? state : `${state} (${kind})`,
  )
/** Titles of Claude Code while it works, and while it does not. */
const busy = String.raw`printf '\033]0;\342\240\220 Task\007'`
const resting = String.raw`printf '\033]0;\342\234\263 Task\007'`

describe('a program that reports nothing', () => {
  test('has its output passed on byte by byte', slow, async () => {
    const data = Buffer.concat([
      randomBytes(150_000),
      Buffer.from('\x1b]0;title\x07\x1b[31mred\x1b[m €𝄞\n'.repeat(5_000)),
      randomBytes(50_000),
    ])
    writeFileSync(file('data'), data)
    const direct = open(['/bin/cat', file('data')])
    await direct.exit
    const wrapped = open(vibeflowRun('--', 'cat', file('data')))
    expect(await wrapped.exit).toEqual({ code: 0, signal: null })
    expect(wrapped.bytes.length).toBe(direct.bytes.length)
    expect(md5(wrapped.bytes)).toBe(md5(direct.bytes))
  })

  test('writes the same into a pipe', slow, () => {
    writeFileSync(file('lines'), 'line €\n'.repeat(20_000))
    const [program = '', ...words] = vibeflowRun('cat', file('lines'))
    const ran = spawnSync(program, words, {
      cwd: folder,
      maxBuffer: 1e8,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    expect(ran.status).toBe(0)
    expect(md5(ran.stdout)).toBe(md5(Buffer.from('line €\r\n'.repeat(20_000))))
  })

  test('reads a pipe to its end', slow, () => {
    const [program = '', ...words] = vibeflowRun('sh', '-c', 'stty -echo; echo ready; wc -l')
    const ran = spawnSync(program, words, { cwd: folder, input: 'one\ntwo\n' })
    expect(ran.stdout.toString()).toMatch(/2\r\n$/)
    expect(ran.status).toBe(0)
  })

  const passesOnEnd = async (_name: string, words: readonly string[], status: number) => {
    const terminal = open(vibeflowRun('--', ...words))
    expect(exitStatus(await terminal.exit)).toBe(status)
    if (status !== 127) expect(terminal.text).toBe('')
    else expect(terminal.text).toMatch(/^vibeflow: Can.+t start no-such-program-here: /)
  }
  test.each([
    ['the signal that ended it', ['sh', '-c', 'kill -TERM $$'], 143],
    ['a program that is not there', ['no-such-program-here'], 127],
  ])('has its end passed on: %s', passesOnEnd)
  test.each([
    ['a code above 128 without a signal', ['sh', '-c', 'exit 148'], 148],
    ['a kill', ['sh', '-c', 'kill -KILL $$'], 137],
  ])('has its end passed on: %s', slow, passesOnEnd)

  test('receives keys unchanged, and Ctrl+C', async () => {
    const terminal = open(vibeflowRun('sh', '-c', 'stty raw -echo; echo ready; head -c 6 | od -c'))
    await terminal.until(/ready/)
    terminal.type('a\r\x03\x1a\x1b\x04')
    await terminal.until(/a +\\r +003 +032 +033 +004/)
    await terminal.exit
    const other = open(vibeflowRun('sh', '-c', 'echo ready; exec sleep 60'))
    await other.until(/ready/)
    other.type('\x03')
    expect(exitStatus(await other.exit)).toBe(130)
    expect(other.text).toBe('ready\r\n^C')
  })

  test('receives each size of the terminal', slow, async () => {
    const terminal = open(
      vibeflowRun('sh', '-c', "trap 'stty size' WINCH; stty size; while :; do sleep 0.1; done"),
    )
    await terminal.until(/24 80/)
    terminal.pty.resize({ cols: 101, rows: 33 })
    await terminal.until(/33 101/)
    terminal.pty.signal(15)
    expect(exitStatus(await terminal.exit)).toBe(143)
  })

  test('is sent signals that come to the wrapper, and may end as it likes', slow, async () => {
    const signals = [
      ['USR1', 10],
      ['INT', 2],
      ['TERM', 15],
    ] as const
    const traps = signals.map(([name]) => `trap 'echo got ${name}' ${name}`).join('; ')
    const terminal = open(
      vibeflowRun(
        ...['sh', '-c'],
        `${traps}; trap 'echo got QUIT; exit 5' QUIT; echo ready; while :; do sleep 0.1; done`,
      ),
    )
    await terminal.until(/ready/)
    for (const [name, signal] of signals) {
      terminal.pty.signal(signal)
      await terminal.until(new RegExp(`got ${name}\r\n$`))
    }
    terminal.pty.signal(3)
    expect(exitStatus(await terminal.exit)).toBe(5)
    expect(terminal.text).toBe('ready\r\ngot USR1\r\ngot INT\r\ngot TERM\r\ngot QUIT\r\n')
  })

  test('is hung up with the terminal', async () => {
    const terminal = open(
      vibeflowRun(
        'sh',
        '-c',
        `trap 'echo gone > ${file('hup')}; exit' HUP; echo ready; while :; do sleep 0.1; done`,
      ),
    )
    await terminal.until(/ready/)
    terminal.pty.close()
    await expect.poll(() => exists(file('hup'))).toBe(true)
  })

  test('is stopped by Ctrl+Z together with the wrapper, and both continue', slow, async () => {
    const terminal = open(['/bin/bash', '--norc', '-i'], { PS1: '$ ' })
    await terminal.until(/\$ $/)
    terminal.type(`${vibeflowRun('sh', '-c', "'echo rea''dy; exec cat'").join(' ')}\r`)
    await terminal.until(/ready/)
    terminal.type('one\r')
    await terminal.until(/one\r\none\r\n/)
    terminal.type('\x1a')
    await terminal.until(/Stopped/)
    terminal.forget()
    terminal.type('stty -a | tr ";" "\\n"\r')
    expect(await terminal.until(/ iexten echo [^]*\$ $/)).toMatch(/\sopost[^]*\sicanon/)
    terminal.type('fg\r')
    await terminal.until(/cat'\r\n/)
    terminal.type('two\r')
    await terminal.until(/two\r\ntwo\r\n/)
    terminal.type('\x04')
    await terminal.until(/\$ $/)
    terminal.type('echo status $?; exit\r')
    await terminal.until(/status 0/)
    await terminal.exit
  })

  test('leaves the terminal as it was', slow, async () => {
    const terminal = open([
      '/bin/sh',
      '-c',
      `stty -a > before; ${vibeflowRun('sh', '-c', '"kill -9 \\$\\$"').join(' ')}; stty -a > after`,
    ])
    await terminal.exit
    expect(readFileSync(file('after'), 'utf8')).toBe(readFileSync(file('before'), 'utf8'))
    expect(readFileSync(file('after'), 'utf8')).toMatch(/\sopost/)
  })

  test('waits for a paused reader, keeps little, and loses nothing', slow, async () => {
    const [program = '', ...words] = vibeflowRun('seq', '1', '1000000')
    const child = spawn(program, words, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    const rss = Number(
      /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0,
    )
    expect(rss).toBeLessThan(400_000) // kB; the whole is 8 MB, in a process of its own size
    const hash = createHash('md5')
    let last = ''
    for await (const chunk of child.stdout) {
      hash.update(chunk as Buffer)
      last = (chunk as Buffer).toString()
    }
    expect(last.endsWith('1000000\r\n')).toBe(true)
    const whole = Array.from({ length: 1_000_000 }, (_, n) => `${n + 1}\r\n`).join('')
    expect(hash.digest('hex')).toBe(md5(Buffer.from(whole)))
  })

  test('loses nothing to a reader that starts long after its end, as a pager does', slow, () => {
    const { stdout } = spawnSync(
      'sh',
      ['-c', '"$@" | (sleep 10; md5sum)', 'sh', ...vibeflowRun('sh', '-c', quiet('seq 1 40000'))],
      { cwd: folder, encoding: 'utf8' },
    )
    const whole = Array.from({ length: 40_000 }, (_, n) => `${n + 1}\r\n`).join('')
    expect(stdout).toBe(`${md5(Buffer.from(whole))}  -\n`)
  })

  test('is sent to a paused reader until a signal ends the wait', slow, async () => {
    const [program = '', ...words] = vibeflowRun('sh', '-c', `seq 1 40000; : > ${file('over')}`)
    const child = spawn(program, words, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await expect.poll(() => existsSync(file('over'))).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    child.stdout.destroy()
  })
})

describe('an agent', () => {
  test('has its state reported at each change, and its own bytes unchanged', async () => {
    const script = agent(
      'claude',
      `sleep 0.6; ${busy}; sleep 0.6; printf 'plain\\n'; ${resting}; sleep 0.6; exit 0`,
    )
    const direct = open([script])
    await direct.exit
    const wrapped = open(vibeflowRun(script))
    await wrapped.exit
    const text = wrapped.text
    expect(text.replaceAll(frame, '')).toBe(direct.text)
    expect(states(text)).toEqual(['working', 'idle', 'clear'])
    expect(text).toContain('\x1b]1338;state=working;tool=claude\x07')
    expect(text).toContain('\x1b]7501;state=working:app=claude\x1b\\')
  })

  test('gets no insertion into an open sequence or character of its output', slow, async () => {
    const script = agent(
      'claude',
      `sleep 0.6; ${busy}; printf '\\033]8;;http'; sleep 0.6; printf '://x\\007\\342\\202'; ` +
        `sleep 0.6; printf '\\254'; ${untilThere('works')}; ${resting}; printf '\\033['; ` +
        `sleep 0.6; printf '1m'; ${untilThere('rests')}`,
    )
    const wrapped = open(vibeflowRun(script))
    // it continues, and ends, after its state has been reported, however late that is
    await wrapped.until(/7501;state=working/)
    writeFileSync(file('works'), '')
    await wrapped.until(/7501;state=idle/)
    writeFileSync(file('rests'), '')
    await wrapped.exit
    const text = wrapped.text
    expect(text).toContain('\x1b]8;;http://x\x07\xe2\x82\xac')
    expect(text).toContain('\x1b[1m')
    expect(states(text)).toEqual(['working', 'idle', 'clear'])
  })

  test('that reports its state itself has nothing doubled', slow, async () => {
    const own = '\\033]7501;state=working:app=claude-code\\033\\\\'
    const end = '\\033]7501;state=done:app=claude-code\\033\\\\'
    const script = agent(
      'claude',
      `sleep 0.6; printf '${own}'; sleep 0.6; printf '${end}'; sleep 0.4`,
    )
    const wrapped = open(vibeflowRun(script))
    await wrapped.exit
    expect(states(wrapped.text)).toEqual(['working', 'done'])
    expect(wrapped.text).not.toContain('1338')
  })

  const asksTitle =
    'that asks whether its reports are read is reported so, where the terminal around %s'
  test.each([['does not know it', '', '\x1b]7501;?\x1b\\']])(asksTitle, asksOfReports)
  test.each([['answers itself', '\x1b]7501;?\x1b\\', '']])(asksTitle, slow, asksOfReports)

  async function asksOfReports(_: string, said: string, ours: string): Promise<void> {
    const question = '\x1b]7501;?\x1b\\\x1b[c'
    const attributes = '\x1b[?62;22c'
    const answer = `${said}${ours}${attributes}`
    const format = question.replaceAll('\\', '\\\\').replaceAll('\x1b', '\\033')
    const script = agent(
      'claude',
      `stty raw -echo; printf '${format}'; ` +
        `head -c ${answer.length} > ${file('answer')}; stty sane; echo read-it`,
    )
    const wrapped = open(vibeflowRun(script))
    await wrapped.until(/\[c/)
    expect(wrapped.text).toContain(question)
    wrapped.type(`${said}${attributes}`)
    await wrapped.until(/read-it/)
    expect(readFileSync(file('answer'), 'latin1')).toBe(answer)
    expect(await wrapped.exit).toEqual({ code: 0, signal: null })
  }

  test('in tmux has each report wrapped', slow, async () => {
    const script = agent('claude', `sleep 0.6; ${busy}; sleep 2`)
    const wrapped = open(vibeflowRun(script), { TMUX: '/tmp/tmux-0/default,1,0' })
    await wrapped.exit
    expect(wrapped.text).toContain(
      '\x1bPtmux;\x1b\x1b]7501;state=working:app=claude\x1b\x1b\\\x1b\\',
    )
    expect(wrapped.text.replaceAll(/\x1bPtmux;(?:\x1b\x1b|[^\x1b])*\x1b\\/g, '')).not.toMatch(frame)
  })

  test('into a pipe prints nothing but with --json', slow, () => {
    const script = agent('claude', `sleep 0.6; ${busy}; sleep 0.6; printf 'text\\n'; exit 3`)
    const [program = '', ...words] = vibeflowRun('--json', '--', script, '--json')
    const ran = spawnSync(program, words, {
      cwd: folder,
      env: { ...process.env, XDG_CONFIG_HOME: join(folder, 'config') },
    })
    expect(ran.status).toBe(3)
    expect(ran.stdout.toString()).toBe('\x1b]0;⠐ Task\x07text\r\n')
    const lines = ran.stderr
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.find(({ source }) => source === 'title')).toMatchObject({
      state: 'working',
      agent: 'claude',
      confidence: 'likely',
      pid: expect.any(Number),
      why: expect.any(String),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    expect(lines.at(-1)).toMatchObject({ state: 'ended', code: 3, signal: null })
  })

  test('--log appends to a file that only its user reads', slow, async () => {
    const script = agent('claude', `sleep 0.6; ${busy}; sleep 0.4`)
    const terminal = open(vibeflowRun('--log', file('states.jsonl'), script))
    await terminal.exit
    expect(readFileSync(file('states.jsonl'), 'utf8')).toMatch(/"state":"working"[^\n]*\n/)
    expect(statSync(file('states.jsonl')).mode & 0o777).toBe(0o600)
  })

  test('--json in a terminal is refused with an alternative', async () => {
    const terminal = open(vibeflowRun('--json', 'true'))
    expect((await terminal.exit).code).toBe(2)
    expect(terminal.text).toContain('Use --log FILE')
  })
})

test('nothing that it started is left running', slow, async () => {
  const terminal = open(vibeflowRun('sh', '-c', 'echo $$; exec sleep 60'))
  const text = await terminal.until(/\d+\r\n/)
  const pid = Number(/(\d+)\r\n/.exec(text)?.[1])
  expect(processStat(pid)?.comm).toBe('sleep')
  terminal.pty.signal(15)
  await terminal.exit
  await expect.poll(() => processStat(pid)).toBe(null)
})

function exists(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}
