/**
 * `vibeflow run` in terminals of others, where they are installed: bytes, reports, exit code and
 * the terminal's settings afterwards. xterm and kitty run under Xvfb.
 */
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
  // it chooses a free display, and says which
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
  ['kitty', ['kitty', 'Xvfb'], (script) => ['kitty', '--config', 'NONE', script]],
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
        String.raw`printf '\033]0;\342\240\220 Task\007'; sleep 0.6; stty size; exit 4` +
        '\n',
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
