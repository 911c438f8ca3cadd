/** Real programs in real ptys. */
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/host/clock.ts'
import { PathProbe } from '../../src/host/files/path-probe.ts'
import { forkPty, makeStartPty } from '../../src/host/pty/start-pty.ts'
import { killDelayMs } from '../../src/host/pty/limits.ts'
import { groupsOfSession, processStat } from '../../src/host/proc/process-facts.ts'
import { childEnvironment } from '../../src/core/session/launch/environment.ts'
import type { ProgramExit, Pty, StartOutcome } from '../../src/core/session/ports.ts'
import { slow } from '../slow.ts'

const folder = mkdtempSync(join(tmpdir(), 'vibeflow-pty-'))
// its programs may still be writing
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

/** Blocks this process for some milliseconds. */
const stand = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

interface Run {
  readonly pty: Pty
  readonly text: () => string
  readonly bytes: () => number
  readonly md5: () => string
  readonly exit: Promise<ProgramExit>
}

function run(
  program: string,
  args: readonly string[],
  {
    directory = folder,
    home = process.env['HOME'] ?? '/',
    onOutput = (_pty: Pty | null) => undefined as void,
  } = {},
): Run {
  const parts: string[] = []
  let bytes = 0
  const hash = createHash('md5')
  let pty: Pty | null = null
  let ended: (exit: ProgramExit) => void = () => undefined
  const exit = new Promise<ProgramExit>((resolve) => {
    ended = resolve
  })
  const outcome = forkPty(
    systemClock,
    {
      program,
      args,
      directory,
      environment: childEnvironment(
        { ...process.env, HOME: home },
        { term: 'xterm-256color', version: '1.0' },
      ),
      size: { cols: 80, rows: 24 },
    },
    {
      output: (chunk) => {
        bytes += chunk.length
        hash.update(chunk)
        if (bytes < 1_000_000) parts.push(Buffer.from(chunk).toString('latin1'))
        onOutput(pty)
      },
      exit: ended,
    },
  )
  if ('problem' in outcome) throw new Error(outcome.problem)
  pty = outcome.pty
  return {
    pty,
    text: () => parts.join(''),
    bytes: () => bytes,
    md5: () => hash.copy().digest('hex'),
    exit,
  }
}

const looks = new PathProbe(systemClock, { programs: 1 })
afterAll(() => looks.dispose())

const problemOf = async (
  program: string,
  directory = folder,
  instead: readonly string[] = [],
  args: readonly string[] = [],
) => {
  const outcome = await new Promise<StartOutcome>((resolve) => {
    makeStartPty(systemClock, looks)(
      {
        program,
        args,
        directory,
        instead,
        environment: { PATH: '/usr/bin:/bin' },
        size: { cols: 80, rows: 24 },
      },
      { output: () => undefined, exit: () => undefined },
      resolve,
    )
  })
  if ('pty' in outcome) outcome.pty.close()
  return 'problem' in outcome ? outcome.problem : `in ${outcome.directory}`
}

const until = async (condition: () => boolean, ms = 60_000) => {
  const end = performance.now() + ms
  while (!condition()) {
    if (performance.now() > end) throw new Error('waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false /* gone */
  }
}

describe('a pty', () => {
  it(
    'delivers every byte of a child that writes 200 KB and ends, in each of 25 runs',
    slow,
    async () => {
      const file = join(folder, 'data')
      const data = Buffer.from(
        Array.from({ length: 200_000 }, (_, index) => 33 + ((index * 7) % 90)),
      )
      writeFileSync(file, data)
      const expected = createHash('md5').update(data).digest('hex')
      const sums: string[] = []
      for (let round = 0; round < 5; round += 1) {
        // five side by side: most of a run is the quiet at its end
        const children = Array.from({ length: 5 }, () => run('cat', [file]))
        for (const child of children) await child.exit
        sums.push(...children.map((child) => child.md5()))
      }
      expect(sums).toEqual(Array.from({ length: 25 }, () => expected))
    },
  )

  it('delivers the one line of a child that exits before it is read', async () => {
    const texts: string[] = []
    for (let round = 0; round < 5; round += 1) {
      const children = Array.from({ length: 4 }, () => run('sh', ['-c', 'echo one; exit 3']))
      const blockedUntil = performance.now() + 60 // the exit is reported before the output is read
      while (performance.now() < blockedUntil);
      for (const child of children) await child.exit
      texts.push(...children.map((child) => child.text()))
    }
    expect(texts).toEqual(Array.from({ length: 20 }, () => 'one\r\n'))
  })

  it('delivers them too when flow control pauses it for longer than the child lives', async () => {
    const child = run('sh', ['-c', 'head -c 30000 /dev/zero | tr "\\0" x'])
    child.pty.pause()
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(child.bytes()).toBeLessThan(30_000)
    child.pty.resume()
    await child.exit
    expect(child.bytes()).toBe(30_000)
  })

  it('delivers them after a stop longer than the drain, with the terminal busy', slow, async () => {
    const children = [12_000, 16_000, 20_000].map((count) => ({
      count,
      run: run('sh', ['-c', `head -c ${count} /dev/zero | tr "\\0" x`]),
    }))
    for (const child of children) child.run.pty.pause()
    await new Promise((resolve) => setTimeout(resolve, 2_600))
    for (const child of children) child.run.pty.resume()
    const busyUntil = performance.now() + 20
    while (performance.now() < busyUntil);
    for (const child of children) await child.run.exit
    expect(children.map((child) => child.run.bytes())).toEqual(children.map((child) => child.count))
  })

  it('leaves no job running whose group has lost its leader', slow, async () => {
    const child = run('sh', [
      '-c',
      'set -m; true | sh -c "trap \\"\\" HUP; echo ready; while :; do sleep 1; done"',
    ])
    await until(() => child.text().includes('ready'))
    const group = processStat(child.pty.pid)?.foregroundGroup ?? 0
    expect(group).toBeGreaterThan(0)
    child.pty.close()
    await until(() => !groupsOfSession(child.pty.pid).has(group))
  })

  it('knows whether a process of a group lives', async () => {
    const { pty, exit } = run('/bin/sleep', ['30'])
    await until(() => pty.lives(pty.pid)) // it makes its group when it has begun
    pty.signal(9)
    await exit
    await until(() => !pty.lives(pty.pid))
  })

  it('reports exit code and signal', async () => {
    expect(await run('sh', ['-c', 'exit 3']).exit).toEqual({ code: 3, signal: null })
    expect(await run('sh', ['-c', 'kill -9 $$']).exit).toEqual({ code: 0, signal: 'SIGKILL' })
  })

  it('hands arguments on byte for byte and knows its own terminal', async () => {
    const child = run('sh', [
      '-c',
      'printf "%s|" "$@"; echo; echo "$VIBEFLOW_TTY $(tty) $TERM $COLORTERM $TERM_PROGRAM"; pwd',
      ...['sh', 'a b', '$HOME', "'", ''],
    ])
    await child.exit
    const [words, names, place] = child.text().split('\r\n')
    expect(words).toBe("a b|$HOME|'||")
    const [reported, real, ...rest] = (names ?? '').split(' ')
    expect(reported).toMatch(/^\/dev\/pts\/\d+$/)
    expect([real, ...rest, place]).toEqual([
      reported,
      'xterm-256color',
      'truecolor',
      'vibeflow',
      folder,
    ])
  })

  it('makes the same process the program, a login shell by -l', async () => {
    const home = mkdtempSync(join(folder, 'home-'))
    writeFileSync(join(home, '.profile'), 'echo profile read\n')
    const child = run('bash', ['-l', '-c', 'echo $$ $PPID'], { home })
    await child.exit
    expect(child.text()).toBe(`profile read\r\n${child.pty.pid} ${process.pid}\r\n`)
  })

  it('names the terminal of each tab again, whatever it was started in', async () => {
    process.env['VIBEFLOW_TTY'] = '/dev/pts/4000'
    try {
      const children = [
        run('sh', ['-c', 'echo "$VIBEFLOW_TTY"; tty; sleep 0.2']),
        run('sh', ['-c', 'echo "$VIBEFLOW_TTY"; tty; sleep 0.2']),
      ]
      for (const child of children) await child.exit
      const names = children.map((child) => child.text().split('\r\n').slice(0, 2))
      for (const [reported, real] of names) expect(reported).toBe(real)
      expect(new Set(names.flat()).size).toBe(2)
    } finally {
      delete process.env['VIBEFLOW_TTY']
    }
  })

  it('gives its child its terminal and no other file of tabs or the test runner', async () => {
    const first = run('sleep', ['30'])
    const second = run('ls', ['-l', '/proc/self/fd'])
    await second.exit
    first.pty.close()
    const open = second
      .text()
      .split('\r\n')
      .flatMap((line) => {
        const [, fd, target] = / (\d+) -> (.*)$/.exec(line) ?? []
        return fd === undefined ? [] : ([[fd, target ?? '']] as const)
      })
    expect(open.map(([fd, target]) => [fd, target.replace(/\d+/g, 'N')])).toEqual([
      ['0', '/dev/pts/N'],
      ['1', '/dev/pts/N'],
      ['2', '/dev/pts/N'],
      ['3', '/proc/N/fd'],
    ])
  })

  it('hangs a closed tab up although another tab lives', async () => {
    const reported = join(folder, 'hung-up')
    const first = run('sh', [
      '-c',
      `trap "touch ${reported}; exit 0" HUP; echo ready; while :; do sleep 0.1; done`,
    ])
    await until(() => first.text().includes('ready'))
    const second = run('sleep', ['30'])
    first.pty.close()
    await until(() => !alive(first.pty.pid))
    expect(existsSync(reported)).toBe(true) // and not killed at last
    second.pty.close()
  })

  it('accepts input and sizes', async () => {
    const child = run('sh', ['-c', 'read line; echo "got $line"; stty size'])
    child.pty.resize({ cols: 101, rows: 33 })
    expect(child.pty.write(new TextEncoder().encode('hello\r'))).toBe(6)
    await child.exit
    expect(child.text()).toContain('got hello\r\n33 101')
  })

  // TIOCGWINSZ, as programs that draw images ask; perl is part of every Debian
  it('has its size in pixels, by the cells of the window', async () => {
    const asked = 'ioctl(STDIN, 0x5413, my $size = "\\0" x 8); print join(",", unpack("S4", $size))'
    const child = run('sh', ['-c', `read line; perl -e '${asked}'; read line; perl -e '${asked}'`])
    child.pty.resize({ cols: 101, rows: 33 })
    child.pty.setCell({ width: 8.4, height: 17 })
    child.pty.write(new TextEncoder().encode('\r'))
    await until(() => child.text().includes('33,101,848,561'))
    child.pty.resize({ cols: 65_000, rows: 10 })
    child.pty.write(new TextEncoder().encode('\r'))
    await child.exit
    expect(child.text()).toContain('10,65000,65535,170')
  })

  it('accepts no more input than fits and never waits for it', async () => {
    const child = run('sh', ['-c', 'stty raw -echo; echo ready; exec sleep 30'])
    await until(() => child.text().includes('ready'))
    const began = performance.now()
    let taken = 0
    for (let round = 0; round < 100; round += 1)
      taken += child.pty.write(new Uint8Array(4_096).fill(97))
    expect(taken).toBeLessThan(409_600)
    expect(performance.now() - began).toBeLessThan(25_000) // the program reads nothing for 30 s
    child.pty.close()
    await until(() => !alive(child.pty.pid))
  })

  it('releases a flood immediately and leaves no process', async () => {
    const child = run('sh', ['-c', 'yes & yes'])
    await until(() => child.bytes() > 100_000)
    const began = performance.now()
    child.pty.close()
    const tookMs = performance.now() - began
    const seen = child.bytes()
    await until(() => !alive(child.pty.pid))
    expect(tookMs).toBeLessThan(killDelayMs) // it waits for no end of the programs
    expect(child.bytes()).toBe(seen)
  })

  it('kills a program that ignores SIGHUP', async () => {
    const child = run('sh', ['-c', 'trap "" HUP; echo ready; while :; do sleep 1; done'])
    await until(() => child.text().includes('ready'))
    child.pty.close()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(alive(child.pty.pid)).toBe(true)
    await until(() => !alive(child.pty.pid))
  })

  it('does not wait for a stranger that holds the terminal open', slow, async () => {
    const child = run('sh', [
      '-c',
      'setsid sh -c "trap \\"\\" HUP; for i in \\$(seq 200); do echo x; sleep 0.05; done; ' +
        'echo over" & sleep 0.3; exit 4',
    ])
    expect(await child.exit).toEqual({ code: 4, signal: null })
    expect(child.text()).not.toContain('over') // its 10 s are not up
  })

  it('writes nothing to a terminal that was hung up, and reports that', async () => {
    // vhangup(2), by its number there; only root may
    const isHungUp = process.geteuid?.() === 0 && process.arch === 'x64'
    const hangsUp = isHungUp ? 'syscall(153);' : ''
    const { pty } = run('perl', ['-e', `$SIG{HUP} = "IGNORE"; sleep 1; ${hangsUp} sleep 100`])
    expect(pty.writeIfRead(Buffer.from('1'), null, null)).toBe('written')
    stand(2_500) // this process has not noticed it
    expect(pty.writeIfRead(Buffer.from('1'), null, null)).toBe(isHungUp ? 'ended' : 'written')
    pty.close()
  })

  it('writes nothing for an ended program, while another one of its group lives', async () => {
    const { pty, text } = run('perl', [
      '-e',
      'use POSIX qw(setpgid tcsetpgrp); $| = 1; $SIG{TTOU} = "IGNORE"; if (fork) { sleep 100 } ' +
        'setpgid 0, 0; tcsetpgrp 0, $$; if (fork) { print "job $$."; sleep 100 } sleep 100',
    ])
    await until(() => /job \d+\./.test(text()))
    const job = Number(/\d+/.exec(text())![0])
    expect(pty.writeIfRead(Buffer.from('1'), job, job)).toBe('written')
    process.kill(job, 'SIGKILL')
    expect(pty.writeIfRead(Buffer.from('1'), job, job)).toBe('ended')
    expect(pty.writeIfRead(Buffer.from('1'), job, null)).toBe('written')
    pty.close()
  })

  it('lets a program print again, whatever its output causes', async () => {
    let fails = false
    const asks = run('sh', ['-c', 'echo on; while read -r line; do echo "got $line"; done'], {
      onOutput: () => {
        if (fails) throw new Error('as a fault of ours would')
      },
    })
    await until(() => asks.text().includes('on'))
    asks.pty.write(Buffer.from('one\n'))
    stand(200) // it has answered, and this process has not read that
    fails = true
    expect(() => asks.pty.writeIfRead(Buffer.from('two\n'), null, null)).toThrow('a fault of ours')
    fails = false
    asks.pty.write(Buffer.from('three\n'))
    await until(() => asks.text().includes('got three'))
    expect(asks.text()).not.toContain('two')
    asks.pty.close()
  })

  it('explains missing programs and directories', async () => {
    const plain = join(folder, 'plain')
    writeFileSync(plain, 'x')
    chmodSync(plain, 0o644)
    expect(await problemOf('no-such-program')).toBe(
      "Can't start no-such-program: command not found in PATH. Check the name or use the full " +
        'path.',
    )
    expect(await problemOf('/no/such')).toBe(
      "Can't start /no/such: no such file. Check the path or choose another program.",
    )
    expect(await problemOf(folder)).toBe(`Can't start ${folder}: it is a directory, not a program.`)
    expect(await problemOf('./plain')).toBe(
      `Can't start ${plain}: not executable. Run chmod +x on the file or choose another program.`,
    )
    expect(await problemOf('sh', '/no/folder')).toBe(
      "Can't start in /no/folder: no such directory. Create it or choose another.",
    )
    expect(await problemOf('sh', plain)).toBe(`Can't start in ${plain}: not a directory.`)
    expect(await problemOf('sh', '/no/folder', ['/no', '/usr', folder])).toBe('in /usr')
  })

  it('refuses words that the kernel would cut or change', async () => {
    for (const [program, args, directory] of [
      ['sh', ['-c', 'exit\0 2'], folder],
      ['sh', ['-c', 'exit', '\ud800'], folder],
      ['sh\0x', [], folder],
      ['sh', [], `${folder}\0/x`],
    ] as const)
      expect(await problemOf(program, directory, [], args)).toMatch(/^Can't start .* NUL/s)
    expect(await problemOf('sh', folder, [], ['-c', 'exit', '👩'])).toBe(`in ${folder}`)
  })

  it('leaves no file open in the terminal itself', slow, async () => {
    await run('true', []).exit
    const before = readdirSync('/proc/self/fd').length
    for (let round = 0; round < 10; round += 1) await run('true', []).exit
    await until(() => readdirSync('/proc/self/fd').length <= before)
  })
})
