/**
 * `npm run desktops [-- WORD...]`: runs vibeflow on X servers and compositors of its own, with real
 * layouts, input methods, scales and window managers, and prints a table of what works. Words
 * select cells by their names. Needs a build, and the programs that a cell names; a cell without
 * its programs is "not run". docs/contributing/reports/desktops.md has the last results.
 */
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findProgram, root, script } from '../project.mjs'
import { chooseEngine, engineLine } from '../setup/engine.mjs'

/** A busy machine takes this long to open a window, ms. */
const openMs = 90_000
/** Time for an input method or window manager to react, ms. */
const reactMs = 20_000

/**
 * A desktop with the app, whose program writes what is typed into a file.
 * @typedef {{ run: (program: string, ...args: string[]) => string, typed: () => string, size: () =>
 * number[], print: (text: string) => void }} Desktop
 */
/**
 * `needs`: programs. `flags`: of the engine. `before`: runs before the app. `see`: returns what is
 * wrong, or an empty text.
 * @typedef {{ area: string, name: string, how: string, needs: readonly string[], manager?:
 * readonly string[], flags?: readonly string[], env?: Readonly<Record<string, string>>, before?:
 * (desktop: Desktop) => Promise<void>, see: (desktop: Desktop) => Promise<string> }} Cell
 */

const openbox = ['openbox', '--sm-disable']

/**
 * @param {() => boolean} holds
 * @param {number} [ms]
 */
async function until(holds, ms = reactMs) {
  for (const end = performance.now() + ms; performance.now() < end; await delay(100))
    if (holds()) return true
  return false
}

/**
 * Presses keys, ends the line, and compares what the program has read.
 * @param {Desktop} desktop
 * @param {string} expected
 * @param {() => void | Promise<void>} press
 */
async function types(desktop, expected, press) {
  const before = desktop.typed().length
  await press()
  desktop.run('xdotool', 'key', 'Return')
  await until(() => desktop.typed().slice(before).includes('\n'))
  const got = desktop.typed().slice(before).trim()
  return got === expected ? '' : `typed ${JSON.stringify(got)}, expected ${expected}`
}

/**
 * A cell that presses keys by their codes in a keyboard layout.
 * @param {string} name
 * @param {readonly string[]} layout arguments of setxkbmap
 * @param {readonly string[]} keys
 * @param {string} expected
 * @returns {Cell}
 */
const layoutCell = (name, layout, keys, expected) => ({
  area: 'keyboard',
  name,
  how: `xdotool presses keys ${keys.join(' ')}; the program reads \`${expected}\``,
  needs: ['Xvfb', 'openbox', 'xdotool', 'setxkbmap'],
  before: async (desktop) => void desktop.run('setxkbmap', ...layout),
  see: (desktop) =>
    types(desktop, expected, () => void desktop.run('xdotool', 'key', '--delay', '60', ...keys)),
})

/**
 * A cell that types with an engine of ibus.
 * @param {string} engine
 * @param {readonly string[]} steps keys of each step
 * @param {string} expected
 * @returns {Cell}
 */
const ibusCell = (engine, steps, expected) => ({
  area: 'input method',
  name: `ibus, \`${engine}\``,
  how: `xdotool types ${steps.join(', ')}; the program reads \`${expected}\``,
  needs: ['Xvfb', 'openbox', 'xdotool', 'ibus', 'ibus-daemon'],
  env: { GTK_IM_MODULE: 'ibus', XMODIFIERS: '@im=ibus' },
  before: async (desktop) => {
    // engines in Python need the modules of the system
    const system = `PATH=/usr/bin:${process.env['PATH'] ?? ''}`
    desktop.run('env', system, 'ibus-daemon', '-drx', '--panel', 'disable')
    await until(() => desktop.run('ibus', 'list-engine').includes(engine))
  },
  see: async (desktop) => {
    desktop.run('ibus', 'engine', engine)
    if (desktop.run('ibus', 'engine').trim() !== engine)
      return `not run: ibus has no engine ${engine}`
    return types(desktop, expected, () => composes(desktop, steps))
  },
})

/**
 * @param {Desktop} desktop
 * @param {readonly string[]} steps
 */
async function composes(desktop, steps) {
  for (const keys of steps) {
    desktop.run('xdotool', 'key', ...keys.split(' '))
    await delay(700) // an input method has no sign that it is ready
  }
}

/**
 * A cell that types with an engine of fcitx5.
 * @param {string} engine
 * @param {readonly string[]} steps keys of each step
 * @param {string} expected
 * @returns {Cell}
 */
const fcitxCell = (engine, steps, expected) => ({
  area: 'input method',
  name: `fcitx5, \`${engine}\``,
  how: `xdotool types \`${steps.join(', ')}\`; the program reads \`${expected}\``,
  needs: ['Xvfb', 'openbox', 'xdotool', 'fcitx5', 'fcitx5-remote'],
  env: { GTK_IM_MODULE: 'fcitx', XMODIFIERS: '@im=fcitx' },
  before: async (desktop) => {
    const profile = [
      ...['[Groups/0]', 'Name=Default', 'Default Layout=us', `DefaultIM=${engine}`],
      ...['[Groups/0/Items/0]', 'Name=keyboard-us', '[Groups/0/Items/1]', `Name=${engine}`],
      ...['[GroupOrder]', '0=Default', ''],
    ].join('\n')
    const write = 'mkdir -p "$HOME/fcitx5" && printf %s "$1" >"$HOME/fcitx5/profile"'
    desktop.run('sh', '-c', write, 'sh', profile)
    desktop.run('sh', '-c', 'fcitx5 -rd >"$HOME/fcitx5.log" 2>&1')
    await until(() => desktop.run('fcitx5-remote').trim() !== '')
  },
  see: async (desktop) => {
    const isActive = () => {
      desktop.run('fcitx5-remote', '-s', engine)
      return desktop.run('fcitx5-remote', '-n').trim() === engine
    }
    if (!(await until(isActive))) return `not run: fcitx5 has no engine ${engine}`
    return types(desktop, expected, () => composes(desktop, steps))
  },
})

/**
 * A cell that compares the size that the program sees with the window's.
 * @param {string} scale
 * @returns {Cell}
 */
const scaleCell = (scale) => ({
  area: 'scale',
  name: `X11, ${scale}`,
  how: 'the width of the window, divided by the columns of `stty size`, is that of a cell',
  needs: ['Xvfb', 'openbox', 'xdotool', 'xwininfo'],
  flags: [`--force-device-scale-factor=${scale}`],
  see: async (desktop) => {
    const [, columns = 0] = desktop.size()
    const window = desktop.run('xdotool', 'search', '--onlyvisible', '--class', '^vibeflow$').trim()
    const width = /Width: (\d+)/.exec(desktop.run('xwininfo', '-id', window.split('\n')[0] ?? ''))
    const perCell = Number(width?.[1] ?? 0) / Number(scale) / columns
    return perCell > 7.5 && perCell < 12 ? '' : `${columns} columns of ${perCell.toFixed(2)} px`
  },
})

/**
 * A cell that types under a window manager.
 * @param {string} name
 * @param {readonly string[]} manager
 * @returns {Cell}
 */
const managerCell = (name, manager) => ({
  area: 'window manager',
  name,
  how: 'the window has the focus: the program reads `abc`',
  needs: ['Xvfb', 'xdotool', manager[0] ?? ''],
  manager,
  see: (desktop) => types(desktop, 'abc', () => void desktop.run('xdotool', 'key', 'a', 'b', 'c')),
})

/** @type {readonly Cell[]} */
const cells = [
  layoutCell('layout us', ['us'], ['29', '24'], 'yq'),
  layoutCell('layout de', ['de'], ['29', '24'], 'zq'),
  layoutCell('layout fr', ['fr'], ['29', '24'], 'ya'),
  layoutCell('layout ru', ['ru'], ['29', '24'], 'нй'),
  layoutCell('dead keys of layout de', ['de'], ['21', '26'], 'é'),
  layoutCell('dead keys of us intl', ['us', 'intl'], ['48', '26'], 'é'),
  layoutCell('AltGr of layout de', ['de'], ['ISO_Level3_Shift+q'], '@'),
  layoutCell('Compose', ['us', '-option', 'compose:ralt'], ['108', 'o', 'c'], '©'),
  ibusCell('hangul', ['Hangul', 'd k s s u d', 'Return'], '안녕'),
  ibusCell('libpinyin', ['n i h a o', 'space'], '你好'),
  ibusCell('anthy', ['Zenkaku_Hankaku', 'n i h o n g o', 'space', 'Return'], '日本語'),
  ibusCell('mozc-jp', ['Zenkaku_Hankaku', 'n i h o n g o', 'space', 'Return'], '日本語'),
  fcitxCell('pinyin', ['n i h a o', 'space'], '你好'),
  fcitxCell('anthy', ['n i h o n g o', 'space', 'Return'], '日本語'),
  fcitxCell('mozc', ['n i h o n g o', 'space', 'Return'], '日本語'),
  ...['1', '1.25', '1.5', '1.75', '2'].map(scaleCell),
  managerCell('openbox', openbox),
  managerCell('i3', ['i3', '-c', '/dev/null']),
  {
    area: 'window manager',
    name: 'openbox, another workspace',
    how: '`vibeflow next` goes to the workspace of the window',
    needs: ['Xvfb', 'openbox', 'xdotool'],
    see: async (desktop) => {
      desktop.run('xdotool', 'set_desktop', '1')
      await until(() => desktop.run('xdotool', 'get_desktop').trim() === '1')
      desktop.run(process.execPath, path.join(root, 'src/cli/bin/vibeflow.mjs'), 'next')
      const isThere = await until(() => desktop.run('xdotool', 'get_desktop').trim() === '0')
      return isThere ? '' : 'the workspace stays'
    },
  },
  {
    area: 'notification',
    name: 'dunst, a click',
    how: 'the middle button, pressed on the notification, goes to the workspace of the window',
    needs: ['Xvfb', 'openbox', 'xdotool', 'dunst', 'dunstctl'],
    before: async (desktop) => void desktop.run('sh', '-c', 'dunst >/dev/null 2>&1 &'),
    see: async (desktop) => {
      desktop.run('xdotool', 'set_desktop', '1')
      await until(() => desktop.run('xdotool', 'get_desktop').trim() === '1')
      await delay(1_500) // the page learns that its window is hidden
      desktop.print('\u001b]777;notify;Deploy;It is done\u001b\\')
      const isShown = () => desktop.run('dunstctl', 'count', 'displayed').trim() !== '0'
      if (!(await until(isShown))) return 'dunst shows no notification'
      const popup = desktop.run('xdotool', 'search', '--onlyvisible', '--class', '^Dunst$').trim()
      desktop.run('xdotool', 'mousemove', '--window', popup, '20', '20', 'click', '2')
      const isThere = await until(() => desktop.run('xdotool', 'get_desktop').trim() === '0')
      return isThere ? '' : 'the workspace stays'
    },
  },
  {
    area: 'screen reader',
    name: 'AT-SPI, with `ACCESSIBILITY_ENABLED=1`',
    how: 'a client of AT-SPI finds the window and its tab bar by their roles',
    needs: ['Xvfb', 'openbox', 'python3', 'busctl'],
    flags: ['--force-renderer-accessibility'],
    env: { ACCESSIBILITY_ENABLED: '1' },
    see: async (desktop) => {
      const found = () => desktop.run('/usr/bin/python3', '-c', readTree)
      await until(() => found().includes('page tab list'))
      const roles = found()
      if (roles === '') return "not run: Python has no Atspi (Debian's gir1.2-atspi-2.0)"
      return roles.includes('page tab list') ? '' : `roles: ${roles.trim().slice(0, 80)}`
    },
  },
]

/** Prints the roles of up to 2,000 accessible objects. */
const readTree = `
import gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi
waiting = [Atspi.get_desktop(0)]
seen = set()
for _ in range(2000):
    if not waiting:
        break
    one = waiting.pop(0)
    if not one:
        continue
    seen.add(one.get_role_name())
    waiting += [one.get_child_at_index(at) for at in range(one.get_child_count())]
print(' '.join(sorted(seen)))
`

/**
 * Starts a screen with a window manager and the app, looks, and ends everything.
 * @param {Cell} cell
 * @param {import('../setup/engine.mjs').Engine} engine
 */
async function result({ needs, manager = openbox, flags = [], env = {}, before, see }, engine) {
  const lacking = needs.filter((program) => findProgram(program) === undefined)
  if (lacking.length > 0) return `not run: ${lacking.join(', ')} missing`
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'vibeflow-desktop-'))
  /** @type {import('node:child_process').ChildProcess[]} */
  const children = []
  running = children
  try {
    const runtime = path.join(home, 'run')
    fs.mkdirSync(runtime, { mode: 0o700 })
    const environment = {
      ...process.env,
      ...{ HOME: home, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, XDG_CACHE_HOME: home },
      ...{ XDG_RUNTIME_DIR: runtime, XDG_SESSION_TYPE: 'x11', WAYLAND_DISPLAY: '' },
      ...env,
    }
    const display = await startServer(children, environment)
    const all = { ...environment, DISPLAY: display }
    const begin = (/** @type {string} */ program, /** @type {readonly string[]} */ args) => {
      const child = spawn(program, args, { env: all, stdio: 'ignore', detached: true })
      child.on('error', () => undefined)
      children.push(child)
    }
    begin(manager[0] ?? '', manager.slice(1))
    const text = (/** @type {string} */ name) =>
      fs.existsSync(path.join(home, name)) ? fs.readFileSync(path.join(home, name), 'utf8') : ''
    /** @type {Desktop} */
    const desktop = {
      run: (program, ...args) =>
        spawnSync(program, args, { env: all, encoding: 'utf8', timeout: reactMs }).stdout ?? '',
      typed: () => text('typed'),
      size: () => text('size').trim().split(' ').map(Number),
      print: (words) => fs.writeFileSync(text('tty').trim(), words),
    }
    await before?.(desktop)
    const report = String.raw`printf '\033]7501;state=blocked:app=deploy\033\\'`
    begin(engine.electron, [
      ...['--ozone-platform=x11', ...flags, '--', engine.app, '-e', 'sh', '-c'],
      `tty >"$HOME/tty"; stty size >"$HOME/size"; ${report}; exec cat >"$HOME/typed"`,
    ])
    if (!(await until(() => text('size') !== '', openMs))) return 'no window opened'
    await until(() => desktop.run('xdotool', 'getactivewindow').trim() !== '')
    await delay(1_500) // the page takes keys once it has drawn
    const problem = await see(desktop)
    return problem === '' || problem.startsWith('not run') ? problem : `fails: ${problem}`
  } finally {
    for (const child of children.toReversed()) await end(child)
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 10 })
  }
}

/**
 * Starts an X server on a free display.
 * @param {import('node:child_process').ChildProcess[]} children
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<string>}
 */
async function startServer(children, environment) {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp', '-noreset'],
    { env: environment, stdio: ['ignore', 'ignore', 'ignore', 'pipe'], detached: true },
  )
  children.push(server)
  const number = await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', () => reject(new Error('Xvfb has ended')))
    server.stdio[3]?.once('data', (data) => resolve(String(data).trim()))
  })
  return `:${number}`
}

/** Ends a process group. @param {import('node:child_process').ChildProcess} child */
async function end({ pid }) {
  if (pid === undefined) return
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGKILL'])) {
    try {
      process.kill(-pid, signal)
    } catch {
      return // it has ended
    }
    await delay(signal === 'SIGTERM' ? 3_000 : 0)
  }
}

/** @type {import('node:child_process').ChildProcess[]} */
let running = []
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT']))
  process.once(signal, () => {
    void Promise.all(running.map(end)).then(() => process.exit(1))
  })

await script(async () => {
  const words = process.argv.slice(2)
  if (process.env['VIBEFLOW_TEST_SCREEN'] !== '1') {
    // The session bus belongs to the run, as input methods and AT-SPI use it.
    const { status } = spawnSync(
      'dbus-run-session',
      ['--', process.execPath, import.meta.filename, ...words],
      { stdio: 'inherit', env: { ...process.env, VIBEFLOW_TEST_SCREEN: '1' } },
    )
    return status ?? 1
  }
  const engine = await chooseEngine()
  process.stdout.write(`${engineLine(engine)}\n\n| area | cell | result | how it is seen |\n`)
  process.stdout.write('|---|---|---|---|\n')
  let isRight = true
  for (const cell of cells) {
    if (words.length > 0 && !words.some((word) => cell.name.includes(word))) continue
    const found = (await result(cell, engine)) || 'works'
    isRight &&= !found.startsWith('fails')
    process.stdout.write(`| ${cell.area} | ${cell.name} | ${found} | ${cell.how} |\n`)
  }
  return isRight ? 0 : 1
})
