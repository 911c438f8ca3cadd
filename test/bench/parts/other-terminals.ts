/**
 * Other terminals that Debian packages, at 120x40 with 10,000 lines of history and otherwise
 * default settings. Each has its own display server that draws on the CPU.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { columns, environment, rows, startDisplay } from './contestants.ts'

export interface DisplayServer {
  /** Environment variables that a program needs to be shown there. */
  readonly variables: Readonly<Record<string, string>>
  readonly pid: number
  readonly stop: () => void
}

export interface OtherTerminal {
  readonly name: string
  /** Debian's packages without which it cannot be had, by their programs. */
  readonly needs: Readonly<Record<string, string>>
  readonly args: readonly string[]
  readonly display: (folder: string) => Promise<DisplayServer>
}

const x11 = { Xvfb: 'xvfb' }

export const otherTerminals: readonly OtherTerminal[] = [
  {
    name: 'alacritty',
    needs: { alacritty: 'alacritty', ...x11 },
    display: xServer,
    args: [
      '-o',
      `window.dimensions.columns=${columns}`,
      '-o',
      `window.dimensions.lines=${rows}`,
      '-o',
      'scrolling.history=10000',
      '-e',
    ],
  },
  {
    name: 'kitty',
    needs: { kitty: 'kitty', ...x11 },
    display: xServer,
    args: [
      '-o',
      'remember_window_size=no',
      '-o',
      `initial_window_width=${columns}c`,
      '-o',
      `initial_window_height=${rows}c`,
      '-o',
      'scrollback_lines=10000',
    ],
  },
  {
    name: 'xterm',
    needs: { xterm: 'xterm', ...x11 },
    display: xServer,
    args: ['-u8', '-geometry', `${columns}x${rows}`, '-sl', '10000', '-e'],
  },
  {
    name: 'foot',
    needs: { foot: 'foot', sway: 'sway' },
    display: waylandCompositor,
    args: ['-W', `${columns}x${rows}`, '-o', 'scrollback.lines=10000'],
  },
]

/** @returns Debian's packages of what is missing */
export function missing(needs: OtherTerminal['needs']): string[] {
  return Object.entries(needs).flatMap(([program, name]) =>
    spawnSync('sh', ['-c', `command -v ${program}`]).status === 0 ? [] : [name],
  )
}

/** Returns its name and version, as it prints them. */
export function versionOf({ name }: OtherTerminal): string {
  const { stdout, stderr } = spawnSync(name, [name === 'xterm' ? '-version' : '--version'], {
    encoding: 'utf8',
  })
  return `${name} ${/\d+(?:\.\d+)*/.exec(stdout + stderr)?.[0] ?? ''}`
}

export function startOther(
  { name, args }: OtherTerminal,
  command: readonly string[],
  folder: string,
  display: DisplayServer,
): { readonly pid: number; readonly isOver: () => boolean; readonly stop: () => Promise<void> } {
  // Mesa draws on the CPU even if there is a graphics card. The page's Chromium does this as well
  // on such a display.
  const child = spawn(name, [...args, ...command], {
    env: environment(folder, { ...display.variables, LIBGL_ALWAYS_SOFTWARE: '1' }),
    cwd: folder,
    stdio: 'ignore',
  })
  return { pid: child.pid ?? 0, isOver: () => isOver(child), stop: () => ended(child) }
}

/** Xvfb. It must be installed. */
export async function xServer(): Promise<DisplayServer> {
  const display = await startDisplay()
  if (display === null) throw new Error('Xvfb did not start')
  return {
    variables: { DISPLAY: display.name, WAYLAND_DISPLAY: '', VIBEFLOW_HEADLESS: '' },
    pid: display.pid,
    stop: display.stop,
  }
}

const swayConfig =
  'xwayland disable\noutput HEADLESS-1 resolution 1400x900\ndefault_floating_border ' +
  'none\nfor_window [app_id="foot"] floating enable\n'

/**
 * sway without a screen: weston has no seat there, without which foot does not start, and cage
 * gives windows its own size.
 */
export async function waylandCompositor(folder: string): Promise<DisplayServer> {
  const config = join(folder, 'sway.conf')
  writeFileSync(config, swayConfig)
  // It refuses to run as root, so root runs it in a user namespace as another user.
  const [program = '', ...args] = [
    ...(process.getuid?.() === 0 ? ['unshare', '--map-user=1000', '--map-group=1000'] : []),
    'sway',
    '-c',
    config,
  ]
  const child = spawn(program, args, {
    env: environment(folder, {
      DISPLAY: '',
      WAYLAND_DISPLAY: '',
      WLR_BACKENDS: 'headless',
      WLR_RENDERER: 'pixman',
      WLR_LIBINPUT_NO_DEVICES: '1',
    }),
    cwd: folder,
    stdio: 'ignore',
  })
  for (const began = performance.now(); ; ) {
    const socket = readdirSync(join(folder, 'run')).find((name) => /^wayland-\d+$/.test(name))
    if (socket !== undefined)
      return {
        variables: { DISPLAY: '', WAYLAND_DISPLAY: socket },
        pid: child.pid ?? 0,
        stop: () => {
          child.kill()
        },
      }
    if (isOver(child) || performance.now() - began > 20_000) throw new Error('sway did not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function isOver({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

async function ended(child: ChildProcess): Promise<void> {
  if (isOver(child)) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill()
  await gone
}
