/**
 * Tests the `vibeflow` command as a process: attached in another terminal, in the scripts of
 * docs/guides/script-sessions.md, and together with vibeflow-emit.
 */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import xterm from '@xterm/headless'
import { spawn as spawnPty, type IPty } from 'node-pty'
import { expect, test } from 'vitest'
import { defaults } from '../../src/core/config/table.ts'
import { runEmit } from '../support/emit-places.ts'
import { FrameTerminal } from '../support/frames/frame-terminal.ts'
import { OutsideClient } from '../support/socket/outside-client.ts'
import { root } from '../tidy/tree.ts'
import { asPane, asSession } from '../support/windows/ids.ts'
import { slow } from '../slow.ts'
import { bin, environment, instance, until, useInstance } from './live-command.ts'

useInstance()

/** Returns a terminal's rows without trailing spaces. */
function rows(terminal: xterm.Terminal): string[] {
  const { active } = terminal.buffer
  return Array.from(
    { length: terminal.rows },
    (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '',
  )
}

/** Returns a terminal's cells with colors and attributes, and the cursor. */
function picture(terminal: xterm.Terminal): string[] {
  const { active } = terminal.buffer
  return [
    `cursor ${active.cursorX},${active.cursorY}`,
    ...Array.from({ length: terminal.rows }, (_, row) => {
      const line = active.getLine(active.baseY + row)
      return Array.from({ length: terminal.cols }, (__, column) => {
        const cell = line?.getCell(column)
        if (cell === undefined) return ''
        const text = cell.getChars() === '' ? ' ' : cell.getChars()
        if (cell.isAttributeDefault()) return text
        const foreground = cell.getFgColorMode() | cell.getFgColor()
        const background = cell.getBgColorMode() | cell.getBgColor()
        const attributes = `${cell.isBold()}${cell.isInverse()}${cell.isUnderline()}`
        return `${text}{${foreground},${background},${attributes}}`
      })
        .join('')
        .trimEnd()
    }),
  ]
}

interface Attached {
  readonly pty: IPty
  readonly terminal: xterm.Terminal
  readonly text: () => string
  readonly exit: Promise<number>
}

/** `vibeflow attach` in a terminal of its own. */
function attach(id: string, ...options: string[]): Attached {
  return inTerminal(process.execPath, bin, 'attach', id, ...options)
}

function inTerminal(program: string, ...args: string[]): Attached {
  const pty = spawnPty(program, args, {
    cols: 100,
    rows: 30,
    cwd: instance.home,
    env: environment,
    encoding: 'utf8',
  })
  const terminal = new xterm.Terminal({ cols: 100, rows: 30, allowProposedApi: true })
  let text = ''
  pty.onData((data) => {
    text += data
    terminal.write(data)
  })
  // a terminal answers questions; none may come through
  terminal.onData((answer) => pty.write(answer))
  return {
    pty,
    terminal,
    text: () => text,
    exit: new Promise((resolve) => {
      pty.onExit(({ exitCode }) => resolve(exitCode))
    }),
  }
}

/** Returns the terminal that the window shows. */
function windowOf(id: string): xterm.Terminal {
  const window = new FrameTerminal(80, 24)
  for (const message of instance.sent)
    if (message.kind === 'session/cells' && message.session === id) window.view.take(message.bytes)
  return window.terminal
}

test('attach shows a full-screen program, detaches, and shows the same screen again', async () => {
  const lines = Array.from(
    { length: 60 },
    (_, line) => `line ${line + 1} ${'é你'.repeat(line % 7)}.`,
  )
  writeFileSync(join(instance.home, 'text'), `${lines.join('\n')}\n`)
  const program = spawnSync('sh', ['-c', 'command -v vim || command -v vi || command -v less'], {
    encoding: 'utf8',
  }).stdout.trim()
  const isVim = program.includes('vi')
  const { id } = instance.open(
    program,
    ...(isVim ? ['-u', 'NONE', '-Nn', '--cmd', 'set laststatus=2 hlsearch'] : []),
    join(instance.home, 'text'),
  )
  const first = attach(id, '--size', 'take')
  await until(
    () =>
      rows(first.terminal)[0] === lines[0] && rows(first.terminal).includes(lines[26] as string),
    () => `the screen: ${rows(first.terminal).join('\n')} ${JSON.stringify(first.text())}`,
  )
  first.pty.write(isVim ? '10Gx:' : '10')
  await until(() => /^:/.test(rows(first.terminal)[29] ?? ''))
  if (isVim) {
    first.pty.write('\x1b')
    await until(() => !/^:/.test(rows(first.terminal)[29] ?? ''))
  }
  if (isVim) {
    expect(rows(first.terminal)[9]).toBe(lines[9]?.slice(1))
    first.pty.write('/line 1\r') // matches are colored
    await until(
      () => /^l\{.*\}i\{.*\}n\{/.test(picture(first.terminal)[11] ?? ''),
      () => picture(first.terminal).join('\n'),
    )
    first.pty.write(':') // and its last line is empty again: vim clears it with every size
    await until(() => /^:/.test(rows(first.terminal)[29] ?? ''))
    first.pty.write('\x1b')
    await until(() => rows(first.terminal)[29] === '')
  }

  const second = attach(id, '--size', 'keep', '--read-only')
  await until(
    () => JSON.stringify(picture(second.terminal)) === JSON.stringify(picture(first.terminal)),
    () =>
      `the second shows\n${picture(second.terminal)
        .map((row) => row.slice(0, 80))
        .join('\n')}\nand not\n${picture(first.terminal)
        .map((row) => row.slice(0, 80))
        .join('\n')}`,
  )
  const before = picture(first.terminal)
  second.pty.write('dd') // reaches no program
  second.pty.write('\x1c\x1c')
  expect(await second.exit).toBe(0)
  await until(() => JSON.stringify(picture(windowOf(id))) === JSON.stringify(before))
  expect([windowOf(id).cols, windowOf(id).rows]).toEqual([100, 30])

  first.pty.write('\x1c\x1c')
  expect(await first.exit).toBe(0)
  expect(first.text()).toContain(`detached from ${id}`)
  // xterm.js reads what came in turns of its own
  await until(() => first.terminal.buffer.active.type === 'normal') // the main screen is restored
  await until(() =>
    instance.sent.some(
      (message) =>
        message.kind === 'session/size' && message.session === id && message.size === null,
    ),
  )

  const third = attach(id, '--size', 'take')
  await until(
    () => JSON.stringify(picture(third.terminal)) === JSON.stringify(before),
    () =>
      `after coming back\n${picture(third.terminal)
        .map((row) => row.slice(0, 80))
        .join('\n')}\nand not\n${before.map((row) => row.slice(0, 80)).join('\n')}`,
  )
  third.pty.write(isVim ? ':q!\r' : 'q')
  expect(await third.exit).toBe(0)
  expect(third.text()).toContain(`session ${id} ended (exit 0)`)
})

test("attach keeps the terminal's earlier text in its scrollback", slow, async () => {
  const { id } = instance.open('/bin/sh', '-c', 'echo of the session; read -r line')
  const attached = inTerminal(
    '/bin/sh',
    '-c',
    `echo keep; echo me; exec ${process.execPath} ${bin} attach ${id}`,
  )
  await until(
    () => rows(attached.terminal)[0] === 'of the session',
    () => rows(attached.terminal).join('\n'),
  )
  const { active } = attached.terminal.buffer
  const past = Array.from({ length: active.baseY }, (_, row) =>
    active.getLine(row)?.translateToString(true),
  )
  expect(past).toEqual(['keep', 'me'])
  attached.pty.write('\x1c\x1c')
  expect(await attached.exit).toBe(0)
})

test(
  'an attached terminal shows blanks for an image, and text after it in place',
  slow,
  async () => {
    const sixel = `\x1bP0;1q#1;2;100;0;0#1${'!80~-'.repeat(8)}\x1b\\`
    const kitty = `\x1b_Ga=T,q=2,s=1,v=1,c=6,r=3;AQID/w==\x1b\\`
    writeFileSync(join(instance.home, 'images'), `${sixel}${kitty}|\n`)
    const { id } = instance.open(
      '/bin/sh',
      '-c',
      'stty -echo; while read -r line; do cat images; done',
    )
    const attached = attach(id, '--size', 'take')
    await until(() => attached.text().includes('\x1b[2J'))
    attached.pty.write('\r')
    await until(() => rows(windowOf(id)).some((row) => row === '      |'))
    await until(
      () => JSON.stringify(rows(attached.terminal)) === JSON.stringify(rows(windowOf(id))),
      () => `${rows(attached.terminal).join('\n')}\nand not\n${rows(windowOf(id)).join('\n')}`,
    )
    expect(rows(attached.terminal).indexOf('      |')).toBeGreaterThan(3)
    expect(attached.text()).not.toMatch(/\x1bP|\x1b_/)
    attached.pty.write('\x1c\x1c')
    expect(await attached.exit).toBe(0)
  },
)

test(
  'attach without a known size shrinks nothing, and reports a broken connection',
  slow,
  async () => {
    const { id } = instance.open(
      '/bin/sh',
      '-c',
      'stty -echo; while read -r line; do stty size; printf "%0110d|\\n" 0; done',
    )
    const attached = inTerminal(
      '/bin/sh',
      '-c',
      `stty cols 0 rows 0; exec ${process.execPath} ${bin} attach ${id} --size take`,
    )
    await until(() => attached.text().includes('\x1b[2J'))
    attached.pty.write('go\r')
    await until(() => attached.text().includes('24 80'))
    instance.workspace.configure({ ...defaults, socket: { ...defaults.socket, enabled: false } })
    expect(await attached.exit).toBe(4)
    expect(attached.text()).toContain(`lost the connection to session ${id}`)
    instance.workspace.configure(defaults)

    instance.workspace.receive({
      kind: 'session/resize',
      session: asSession(id),
      cols: 120,
      rows: 40,
    })
    // its terminal has 100 columns: what is longer is cut, until a key takes its size
    const again = attach(id)
    await until(
      () => rows(again.terminal)[1] === '0'.repeat(100),
      () => rows(again.terminal).join('\n'),
    )
    expect(rows(again.terminal).slice(0, 4)).toEqual(['24 80', '0'.repeat(100), '', ''])
    again.pty.kill('SIGTERM')
    expect(await again.exit).toBe(143)
    instance.workspace.receive({ kind: 'pane/close', pane: asPane(id), force: true })
  },
)

/** Waits until another client is connected to the session. */
async function watched(path: string): Promise<void> {
  for (let clients = 0; clients < 2; ) {
    const client = await OutsideClient.connect(path)
    client.send(0x40, { v: 1 })
    await client.until(() => client.json(0x41).length === 1)
    clients = (client.json(0x41)[0]?.['session'] as { clients: number }).clients
    client.close()
  }
}

test('the documented recipes work as written', slow, async () => {
  const work = join(instance.home, 'work')
  for (const task of ['one', 'two', 'three']) {
    mkdirSync(join(work, task), { recursive: true })
    // The second asks; the others work on.
    const script =
      task === 'two'
        ? '#!/bin/sh\nvibeflow status --set waiting --app two --text "may I?"\nread -r ' +
          'answer\necho "$answer" > answer\nvibeflow status --set done --app two --text "was ' +
          'reported $answer"\nexec cat\n'
        : '#!/bin/sh\nexec cat\n'
    writeFileSync(join(work, task, 'task'), script)
    chmodSync(join(work, task, 'task'), 0o755)
  }
  const build = instance.open('/bin/sh', '-c', 'echo built; exec cat')
  const [, recipes = ''] = readFileSync(join(root, 'docs/guides/script-sessions.md'), 'utf8').split(
    '\n## Recipes\n',
  )
  const [three = '', over = '', recording = ''] = [
    ...recipes.matchAll(/^```sh\n([^]*?)^```/gm),
  ].map((match) => match[1] ?? '')
  expect(three.trim().split('\n').length).toBe(10)
  const run = (script: string) =>
    new Promise<{ readonly code: number | null; readonly out: string }>((resolve) => {
      const child = spawn('/bin/sh', ['-eu', '-c', script], {
        cwd: work,
        env: { ...environment, WORK: work, BUILD: build.id },
      })
      let out = ''
      child.stdout.on('data', (chunk) => {
        out += String(chunk)
      })
      child.stderr.on('data', (chunk) => {
        out += String(chunk)
      })
      child.on('close', (code) => resolve({ code, out }))
    })
  const reported = await run(three)
  expect(reported).toEqual({
    code: 0,
    out: expect.stringMatching(/^[a-z2-7]{12} done\n[^]*\.\/task\nyes\n/) as string,
  }) // the screen: command, answer
  expect(readFileSync(join(work, 'two/answer'), 'utf8')).toBe('yes\n')
  const stand =
    // no session needs the user in time
    'vibeflow() { echo "$1" >> reported; case $1 in new) echo abcdefghijkl;; wait) return 124;; ' +
    'esac; }\n'
  expect([
    await run(`${stand}${three}`),
    readFileSync(join(work, 'reported'), 'utf8').split('\n'),
  ]).toEqual([{ code: 124, out: '' }, ['new', 'send', 'new', 'send', 'new', 'send', 'wait', '']])
  const recorded = await run(recording)
  expect(recorded).toEqual({ code: 0, out: expect.stringContaining('built') as string })
  const waits = run(over)
  await watched(build.path)
  instance.workspace.receive({ kind: 'pane/close', pane: asPane(build.id), force: true })
  expect(await waits).toEqual({ code: 0, out: `${build.id} exit\nthe build is over\n` })
})

test('a hook without a terminal reports over the socket', async () => {
  const { id, path } = instance.open('/bin/cat')
  const program = [process.execPath, join(root, 'src/protocol/bin/vibeflow-emit.mjs')]
  const outcome = await runEmit(program, ['waiting', '--tool=codex', '--project=api'], {
    terminal: 'none',
    env: { VIBEFLOW_SOCKET: path },
  })
  expect([outcome.exit, outcome.stderr]).toEqual([0, ''])
  const client = await OutsideClient.connect(path)
  client.send(0x40, { v: 1 })
  await client.until(() => client.json(0x41).length === 1)
  client.close()
  expect({ id, ...(client.json(0x41)[0]?.['state'] as object) }).toMatchObject({
    id,
    state: 'waiting',
    tool: 'codex',
    project: 'api',
    source: 'socket',
  })
})

test('the command keeps its cache for its user alone', () => {
  const caches = join(instance.home, 'caches')
  const words = ['-c', 'umask 022; exec "$0" "$@"', process.execPath, bin, 'help']
  spawnSync('sh', words, { env: { ...environment, XDG_CACHE_HOME: caches } })
  expect(
    ['', 'vibeflow', 'vibeflow/command'].map(
      (folder) => statSync(join(caches, folder)).mode & 0o777,
    ),
  ).toEqual([0o700, 0o700, 0o700])
})
