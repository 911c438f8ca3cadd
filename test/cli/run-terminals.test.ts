/**
 * `vibeflow run` in terminals of others, where they are installed: bytes, reports, sizes, keys that
 * are signals, exit code and the terminal's settings afterwards. xterm and kitty run under Xvfb.
 * @module-tag slow
 */
import { createHash } from 'node:crypto'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { vibeflowRun } from '../support/outer-terminal.ts'

const installed = (program: string) =>
  spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0
const tmuxSocket = `vibeflow-run-${process.pid}`

let folder: string
let display: ChildProcess | null = null
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vibeflow-terminals-'))
  if (!installed('Xvfb')) return
  // Xvfb chooses a free display and prints its number
  display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1000x700x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const number = await new Promise<string>((resolve) => {
    display?.stdout?.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()))
  })
  process.env['VIBEFLOW_TEST_DISPLAY'] = `:${number}`
})
afterAll(() => {
  display?.kill()
  spawnSync('tmux', ['-L', tmuxSocket, 'kill-server'], { stdio: 'ignore' })
  rmSync(folder, { recursive: true, force: true })
})

const starts: readonly (readonly [
  name: string,
  needs: readonly string[],
  words: (script: string) => readonly string[],
])[] = [
  ['xterm', ['xterm', 'Xvfb'], (script) => ['xterm', '-e', script]],
  [
    'kitty',
    ['kitty', 'Xvfb'],
    (script) => ['kitty', '--config', 'NONE', '-o', 'remember_window_size=no', script],
  ],
  [
    'tmux',
    ['tmux'],
    (script) => [
      ...['tmux', '-L', tmuxSocket, '-f', '/dev/null'],
      ...['new-session', '-d', '-x', '90', '-y', '25', script],
    ],
  ],
]

test.each(starts.filter(([, needs]) => needs.every(installed)))(
  'in %s',
  async (name, _needs, words) => {
    const at = (file: string) => join(folder, `${name}-${file}`)
    const agent = join(folder, 'claude')
    writeFileSync(
      agent,
      '#!/bin/sh\nsleep 0.6\n' +
        String.raw`printf '\033]0;\342\240\220 Task\007'; ` +
        `until grep -q '"source":"title"' ${at('states')}; do sleep 0.1; done; stty size; exit 4\n`,
    )
    const run = vibeflowRun('--log', at('states'), agent).join(' ')
    const script = at('script')
    writeFileSync(
      script,
      `#!/bin/sh\nstty -a > ${at('before')}; stty size > ${at('size')}\n` +
        // script(1) writes what reaches the terminal
        `script -q -e -c '${run}' ${at('bytes')} > /dev/tty; echo $? > ${at('status')}\n` +
        `stty -a > ${at('after')}; : > ${at('done')}\n`,
    )
    chmodSync(agent, 0o755)
    chmodSync(script, 0o755)
    const [program = '', ...args] = words(script)
    const child = spawn(program, args, {
      stdio: 'ignore',
      cwd: folder,
      env: {
        ...process.env,
        DISPLAY: process.env['VIBEFLOW_TEST_DISPLAY'],
        LIBGL_ALWAYS_SOFTWARE: '1',
        XDG_CONFIG_HOME: join(folder, 'config'),
        XDG_CACHE_HOME: join(folder, 'cache'), // kitty remembers the size of its window
      },
    })
    await expect.poll(() => existsSync(at('done')), { timeout: 40_000 }).toBe(true)
    child.kill()
    const read = (file: string) => readFileSync(at(file), 'latin1')
    expect(read('status')).toBe('4\n')
    expect(read('after')).toBe(read('before'))
    expect(read('states')).toMatch(/"state":"working","agent":"claude","source":"title"/)
    expect(read('bytes')).toContain(read('size').trim())
    expect(read('bytes')).toContain(
      name === 'tmux'
        ? '\x1bPtmux;\x1b\x1b]7501;state=working:app=claude\x1b\x1b\\\x1b\\'
        : '\x1b]7501;state=working:app=claude\x1b\\',
    )
  },
  60_000,
)

/** A shell in the terminal, driven from outside as by hand. */
interface Driven {
  readonly type: (text: string) => void
  readonly key: (name: 'c' | 'z') => void
  readonly resize: () => void
}

const xdotool = (...words: readonly string[]) =>
  spawnSync('xdotool', words, {
    env: { ...process.env, DISPLAY: process.env['VIBEFLOW_TEST_DISPLAY'] },
  })
const tmux = (...words: readonly string[]) => spawnSync('tmux', ['-L', tmuxSocket, ...words])

/** No window manager runs: keys go to the window under the pointer. */
const underX: Driven = {
  type: (text) => void xdotool('mousemove', '80', '80', 'type', '--delay', '4', text),
  key: (name) => void xdotool('mousemove', '80', '80', 'key', `ctrl+${name}`),
  resize: () => void xdotool('search', '--onlyvisible', '.', 'windowsize', '520', '330'),
}
const driven: Readonly<Record<string, Driven>> = {
  xterm: underX,
  kitty: underX,
  tmux: {
    type: (text) => void tmux('send-keys', '-l', text),
    key: (name) => void tmux('send-keys', `C-${name}`),
    resize: () => void tmux('resize-window', '-x', '61', '-y', '17'),
  },
}

/** Colors, wide characters, titles, links; no query that a terminal would answer. */
const colourful = Buffer.from(
  Array.from(
    { length: 2_000 },
    (_, n) =>
      `\x1b[3${n % 8}mrow ${n}\x1b[m €𝄞 \x1b]8;;https://a/${n}\x1b\\link\x1b]8;;\x1b\\ ` +
      `\x1b]2;title ${n}\x07\x1b[1K\tend\n`,
  ).join(''),
)

test.each(
  starts.filter(
    ([name, needs]) => needs.every(installed) && (name === 'tmux' || installed('xdotool')),
  ),
)(
  'in %s: bytes by md5, sizes, Ctrl+C, Ctrl+Z and fg, exit codes',
  async (name, _needs, words) => {
    const { type, key, resize } = driven[name]!
    const at = (file: string) => join(folder, `${name}-driven-${file}`)
    const read = (file: string) => (existsSync(at(file)) ? readFileSync(at(file), 'latin1') : '')
    const says = (file: string, wanted: string | RegExp) =>
      expect.poll(() => read(file)).toMatch(wanted)
    const executable = (file: string, text: string) => {
      writeFileSync(at(file), text)
      chmodSync(at(file), 0o755)
      return at(file)
    }
    writeFileSync(at('data'), colourful)
    const program = executable(
      'program',
      '#!/bin/bash\n' +
        `trap 'stty size >> ${at('sizes')}' WINCH\n` +
        `trap 'echo int >> ${at('signals')}; exit 7' INT\n` +
        `trap 'echo cont >> ${at('signals')}' CONT\n` +
        `stty size >> ${at('sizes')}\nwhile :; do sleep 0.1; done\n`,
    )
    const [run, cat] = [vibeflowRun(program), vibeflowRun('cat', at('data'))].map((command) =>
      command.join(' '),
    )
    // script(1) writes what reaches the terminal, between two lines of its own
    executable('direct', `script -q -e -c 'cat ${at('data')}' ${at('direct-bytes')}\n`)
    executable('wrapped', `script -q -e -c '${cat}' ${at('wrapped-bytes')}\n`)
    executable('run', `${run}\n`)
    const shell = executable(
      'shell',
      `#!/bin/sh\ncd ${folder}; : > ${at('begun')}\nexec bash --norc --noprofile -i\n`,
    )
    const [start = '', ...args] = words(shell)
    const child = spawn(start, args, {
      stdio: 'ignore',
      cwd: folder,
      env: {
        ...process.env,
        DISPLAY: process.env['VIBEFLOW_TEST_DISPLAY'],
        LIBGL_ALWAYS_SOFTWARE: '1',
        XDG_CONFIG_HOME: join(folder, 'config'),
        XDG_CACHE_HOME: join(folder, 'cache'), // kitty remembers the size of its window
        HISTFILE: '',
      },
    })
    try {
      await expect.poll(() => existsSync(at('begun'))).toBe(true)
      await new Promise((resolve) => setTimeout(resolve, 1_000)) // its window comes before its keys
      type(`sh ${at('direct')}; sh ${at('wrapped')}; echo $? > ${at('status')}\r`)
      await says('status', /^0\n/)
      const bytes = (file: string) =>
        read(file)
          .replace(/^Script started.*\n/, '')
          .replace(/\nScript done.*\n$/, '')
      const md5 = (file: string) =>
        createHash('md5')
          .update(Buffer.from(bytes(file), 'latin1'))
          .digest('hex')
      expect(bytes('wrapped-bytes').length).toBeGreaterThan(colourful.length)
      expect(md5('wrapped-bytes')).toBe(md5('direct-bytes'))

      type(`${run}; echo code $? > ${at('code')}\r`)
      await says('sizes', /\d+ \d+\n/)
      const [before] = read('sizes').split('\n')
      resize()
      await expect.poll(() => read('sizes').trim().split('\n').at(-1)).not.toBe(before)

      key('z')
      await says('code', 'code 148') // 128 and SIGTSTP: the shell has its terminal again
      type(`stty size > ${at('shell-size')}; fg; echo code $? > ${at('code')}\r`)
      await says('signals', 'cont')
      expect(read('shell-size').trim()).toBe(read('sizes').trim().split('\n').at(-1))

      key('c')
      await says('code', 'code 7')
      expect(read('signals')).toMatch(/int\n$/)
    } finally {
      child.kill()
      if (name === 'tmux') tmux('kill-server')
    }
  },
  120_000,
)
