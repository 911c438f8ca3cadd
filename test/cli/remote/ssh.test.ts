/**
 * Tests `vibeflow ssh` against a real sshd: several login shells, files that cannot be copied,
 * hostile servers, cut connections. With an ssh that only prints its arguments, tests when it runs
 * plain ssh.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PtyRun } from '../../support/pty-run.ts'
import { noServer, startSshServer, type SshServer } from '../../support/ssh-server.ts'
import { root } from '../../tidy/tree.ts'
import { slow } from '../../slow.ts'

const command = [process.execPath, join(root, 'src/cli/bin/vibeflow.mjs'), 'ssh']
const folder = mkdtempSync(join(tmpdir(), 'vf-ssh-'))
const environment = {
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  TERM: 'xterm-256color',
  COLORTERM: 'truecolor',
  TERM_PROGRAM: 'vibeflow',
  LANG: 'C.UTF-8',
}
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function script(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${text}\n`)
  chmodSync(path, 0o755)
  return path
}

describe('plain ssh', () => {
  const bin = join(folder, 'fake')
  const said = join(folder, 'said')
  beforeAll(() => {
    mkdirSync(bin)
    // every word on a line of its own, but not those of the question for the configuration
    script(
      'fake/ssh',
      '[ "$1" = -G ] && exec /usr/bin/ssh "$@"\n' +
        `printf '%s\\0' "$@" > '${said}'; exit \${FAKE_EXIT:-42}`,
    )
  })
  beforeEach(() => rmSync(said, { force: true }))
  const faked = { ...environment, PATH: `${bin}:${environment.PATH}` }
  const words = () => readFileSync(said, 'utf8').split('\0').slice(0, -1)

  test('no byte is lost to a reader of a pipe that is slower', slow, () => {
    const loud = join(folder, 'loud')
    mkdirSync(loud, { recursive: true })
    script(
      'loud/ssh',
      '[ "$1" = -G ] && exec /usr/bin/ssh "$@"\ncat; head -c 3000000 /dev/zero; echo bad >&2',
    )
    const { stdout, stderr } = spawnSync(
      'sh',
      ['-c', `echo word | "$@" host run 2>&1 | (sleep 0.5; wc -c)`, 'sh', ...command],
      { env: { ...faked, PATH: `${loud}:${environment.PATH}` }, encoding: 'utf8' },
    )
    expect([stdout.trim(), stderr]).toEqual([String(3_000_000 + 'word\nbad\n'.length), ''])
  })

  async function passesOn(...given: string[]): Promise<void> {
    const run = new PtyRun([...command, ...given], faked)
    expect(await run.exit()).toBe(42)
    expect(words()).toEqual(given)
  }
  test.each([
    ['-N', 'host'],
    ['host', '--', 'a b', "it's", '"', '$HOME', '', '*', '\\', 'ä\n€'],
    ['-J', 'a,b', '-p', '22', '--', '-oProxyCommand=touch${IFS}x'],
  ])('%j, in a terminal', passesOn)
  test.each([
    ['-fN', '-L', '1:b:2', 'host'],
    ['host', '-W', 'a:1'],
    ['-T', 'host'],
    ['-V'],
    ['-s', 'host', 'sftp'],
    ['-O', 'check', 'host'],
    ['-oRemoteCommand=ls', 'host'],
    ['-oRequestTTY=no', 'host'],
    ['-o', 'SessionType none', 'host'],
    ['host', 'ls', '-t', '--json', '-e', '--help'],
    ['-Q', 'key'],
  ])('%j, in a terminal', slow, passesOn)

  test.each([[['host']], [['-t', 'host', 'ls']]])('%j, without a terminal', (given) => {
    const { status } = spawnSync(command[0] ?? '', [...command.slice(1), ...given], { env: faked })
    expect(status).toBe(42)
    expect(words()).toEqual(given)
  })

  test('a host that looks like an option is refused as ssh does', async () => {
    const mark = join(folder, 'ran')
    const given = ['--', `-oProxyCommand=touch ${mark}`]
    const ours = new PtyRun([...command, ...given], environment)
    const theirs = new PtyRun(['ssh', ...given], environment)
    expect(await ours.exit()).toBe(await theirs.exit())
    expect(ours.output).toBe(theirs.output)
    expect(existsSync(mark)).toBe(false)
  })

  test('the copied files are one word, which no shell splits', async () => {
    const run = new PtyRun([...command, '-p', '22', 'me@host', '-v'], {
      ...faked,
      FAKE_EXIT: '0',
    })
    expect(await run.exit()).toBe(0)
    const [first, ...rest] = words()
    expect([first, ...rest.slice(0, -1)]).toEqual(['-t', '-p', '22', 'me@host', '-v'])
    expect(rest.at(-1)).toMatch(
      /^exec sh -c '[^'!\n]*' vibeflow [0-9a-f]{24} '[A-Za-z0-9+/=]+' '' 1$/,
    )
    expect(rest.at(-1)).not.toContain('\\\\')
  })
})

const withServer = noServer === null ? describe : describe.skip
withServer(`with sshd${noServer === null ? '' : `: ${noServer}`}`, () => {
  let server: SshServer
  beforeAll(async () => {
    server = await startSshServer()
  })
  afterAll(() => server.close())

  const login = (variables: Readonly<Record<string, string>> = {}, ...more: readonly string[]) =>
    new PtyRun([...command, ...server.words(variables), ...more, 'box'], environment)
  const left = () => readdirSync(server.temporary).filter((name) => name.startsWith('vibeflow.'))
  async function cleaned(): Promise<void> {
    for (let turn = 0; turn < 200 && left().length > 0; turn += 1)
      await new Promise((resolve) => setTimeout(resolve, 50))
    expect(left()).toEqual([])
  }

  for (const shell of ['/bin/bash', '/usr/bin/zsh', '/usr/bin/fish'])
    test(
      `a login with ${shell} is marked, reports, and leaves nothing`,
      shell === '/bin/bash' ? {} : slow,
      async () => {
        mkdirSync(join(server.home, '.config'), { recursive: true })
        for (const file of ['.bashrc', '.zshrc']) writeFileSync(join(server.home, file), '# mine\n')
        const run = login({ LC_SHELL: shell })
        const prompt = await run.shows('\x1b]133;B')
        expect(run.output).toMatch(/\x1b\]7;file:\/\/[^/]+\//)
        expect(run.output).not.toContain('_vibeflow')
        expect(left()).toHaveLength(1)
        run.type('vibeflow-emit working --tool=claude; echo $TERM_PROGRAM.$COLORTERM\r')
        await run.shows('\x1b]1338;state=working;tool=claude\x07', prompt)
        await run.shows('vibeflow.truecolor', prompt)
        run.pty.resize(101, 31)
        run.type('stty size\r')
        await run.shows('31 101', prompt)
        run.type('exit 7\r')
        expect(await run.exit()).toBe(7)
        await cleaned()
        for (const file of ['.bashrc', '.zshrc'])
          expect(readFileSync(join(server.home, file), 'utf8')).toBe('# mine\n')
        expect(readdirSync(server.home).filter((name) => name.includes('vibeflow'))).toEqual([])
      },
    )

  test('a login with dash is a login', slow, async () => {
    writeFileSync(join(server.home, '.profile'), 'echo profile is read\n')
    const run = login({ LC_SHELL: '/bin/dash' })
    await run.shows('profile is read')
    run.type('exit 3\r')
    expect(await run.exit()).toBe(3)
    rmSync(join(server.home, '.profile'))
    await cleaned()
  })

  test.each([
    ['busybox alone', ['busybox']],
    ['no mktemp', ['sh', 'cat', 'gzip', 'base64', 'rm']],
    ['no base64', ['sh', 'cat', 'gzip', 'mktemp', 'rm']],
    ['nothing but sh', ['sh']],
  ])('%s: a shell all the same', slow, async (name, programs) => {
    const bin = join(folder, name.replaceAll(' ', '-'))
    mkdirSync(bin)
    if (programs[0] === 'busybox') {
      if (!existsSync('/bin/busybox')) return
      const { stdout } = spawnSync('busybox', ['--list'], { encoding: 'utf8' })
      for (const one of stdout.trim().split('\n')) symlinkSync('/bin/busybox', join(bin, one))
    } else for (const one of programs) symlinkSync(`/bin/${one}`, join(bin, one))
    const run = login({ LC_SHELL: join(bin, 'sh'), LC_PATH: bin })
    await run.shows(/[#$] /)
    run.type('echo and $((40+2)); exit 9\r')
    await run.shows('and 42')
    expect(await run.exit()).toBe(9)
    expect(run.output).not.toContain('Reconnecting')
    await cleaned()
  })

  test('a shell without exec: again, plainly, and its complaint is not shown', slow, async () => {
    const shell = script(
      'windows',
      `[ "$1" = -c ] && { echo "'exec' is not recognized"; exit 1; }
       echo ready; read answer; echo "got $answer"; exit 5`,
    )
    const run = login({ LC_SHELL: shell })
    await run.shows('ready')
    run.type('hello\r')
    await run.shows('got hello')
    expect(await run.exit()).toBe(5)
    expect(run.output).toContain('Reconnecting with ordinary ssh')
    expect(run.output).not.toContain('not recognized')
  })

  test('a forced command runs once', slow, async () => {
    const count = join(folder, 'count')
    const forced = script('forced', `echo once >>'${count}'; echo menu; read choice; exit $choice`)
    const run = login({ LC_FORCED: forced })
    await run.shows('menu')
    run.type('6\r')
    expect(await run.exit()).toBe(6)
    expect(readFileSync(count, 'utf8')).toBe('once\n')
  })

  test('a command with -t has its words, its exit code and its environment', slow, async () => {
    const given = ['printf', '"<%s>"', "'a b'", '"it\'s"', "'\"'", '\\$HOME', '"$((6*7))"', '";"']
    const plain = new PtyRun(
      ['ssh', ...server.words(), '-t', 'box', ...given, '; exit 11'],
      environment,
    )
    expect(await plain.exit()).toBe(11)
    const ours = new PtyRun(
      [...command, ...server.words(), '-t', 'box', ...given, '; exit 11'],
      environment,
    )
    expect(await ours.exit()).toBe(11)
    expect(ours.output).toBe(plain.output)
    expect(ours.output).toContain('<a b><it\'s><"><$HOME><42><;>')
    const emits = new PtyRun(
      [...command, ...server.words(), '-t', 'box', 'vibeflow-emit waiting'],
      environment,
    )
    expect(await emits.exit()).toBe(0)
    expect(emits.output).toBe('\x1b]1338;state=waiting\x07')
    await cleaned()
  })

  test('a connection that is cut removes its folder', slow, async () => {
    const run = login()
    await run.shows('\x1b]133;B')
    expect(left()).toHaveLength(1)
    const { stdout } = spawnSync('pgrep', ['-P', String(run.pty.pid)], { encoding: 'utf8' })
    process.kill(Number(stdout.trim().split('\n')[0]), 'SIGKILL')
    expect(await run.exit()).toBe(137)
    await cleaned()
  })

  test('ssh that is stopped by its escape returns to the shell', slow, async () => {
    const shell = new PtyRun(['bash', '--norc', '-i'], { ...environment, PS1: 'outside$ ' })
    await shell.shows('outside$ ')
    const words = [...command, ...server.words(), 'box'].map((word) => `'${word}'`).join(' ')
    shell.type(`${words}\r`)
    const prompt = await shell.shows('\x1b]133;B')
    shell.type('\r')
    await shell.shows('\x1b]133;B', prompt)
    shell.type('~\x1a')
    await shell.shows('Stopped', prompt)
    shell.type('fg\r')
    const again = shell.output.length
    shell.type('\recho and $((40+2))\r')
    await shell.shows('and 42', again)
    shell.type('exit 5\r')
    await shell.shows('outside$ ', again)
    shell.type('echo code $?\r')
    await shell.shows('code 5', again)
    shell.type('exit\r')
    await shell.exit()
  })

  test('terminfo that the other side lacks is copied', slow, async () => {
    const terminfo = join(folder, 'terminfo')
    const source = join(folder, 'test.ti')
    writeFileSync(source, 'vf-test|a terminal nobody knows,\n\tuse=xterm-256color,\n')
    expect(spawnSync('tic', ['-x', '-o', terminfo, source]).status).toBe(0)
    const run = new PtyRun([...command, ...server.words(), '-t', 'box', 'tput', 'longname'], {
      ...environment,
      TERM: 'vf-test',
      TERMINFO: terminfo,
    })
    expect(await run.exit()).toBe(0)
    expect(run.output).toBe('a terminal nobody knows')
    await cleaned()
  })

  test('scp, sftp and git take it for ssh', slow, () => {
    const wrapper = script('wrapper', `exec ${command.map((word) => `'${word}'`).join(' ')} "$@"`)
    const file = join(folder, 'a file')
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256))
    writeFileSync(file, bytes)
    for (const more of [[], ['-O']]) {
      const target = join(server.home, `copy${more.join('')}`)
      const copied = spawnSync(
        'scp',
        [...server.words(), ...more, '-S', wrapper, file, `box:${target}`],
        { env: environment, encoding: 'utf8' },
      )
      expect([copied.status, copied.stderr]).toEqual([0, ''])
      expect(readFileSync(target).equals(bytes)).toBe(true)
    }
    spawnSync('git', ['init', '-q', '--bare', join(server.home, 'repo')])
    const listed = spawnSync('git', ['ls-remote', `box:${server.home}/repo`], {
      env: { ...environment, GIT_SSH_COMMAND: `'${wrapper}' ${server.words().join(' ')}` },
      encoding: 'utf8',
    })
    expect([listed.status, listed.stdout, listed.stderr]).toEqual([0, '', ''])
  })

  describe('a hostile other side', () => {
    test('an endless beginning is shown as it comes', slow, async () => {
      const run = login({ LC_FORCED: 'yes flood' })
      await run.shows('flood\r\nflood')
      run.type('\x03')
      await run.exit()
      expect(run.output).not.toContain('Reconnecting')
    })

    test('a forged beginning wins it nothing', slow, async () => {
      const forged = script(
        'forged',
        String.raw`printf '\033_vibeflow;%s\033\134' 0123456789abcdef01234567; exit 4`,
      )
      const run = login({ LC_FORCED: forged })
      expect(await run.exit()).toBe(4)
      // neither its start nor its end was taken for vibeflow's marks
      expect(run.output).toContain('Reconnecting')
    })

    test('a server that echoes what it was sent has not started', slow, async () => {
      const echo = script('echo', 'echo "unknown: $SSH_ORIGINAL_COMMAND"; exit 4')
      const run = login({ LC_FORCED: echo })
      expect(await run.exit()).toBe(4)
      expect(run.output).toContain('Reconnecting')
    })
  })
})
