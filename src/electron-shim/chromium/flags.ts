/**
 * The flags that Chromium is started with, the app's switches merged in (docs/electron.md).
 */
import { existsSync, readdirSync } from 'node:fs'

/** Chromium takes only the last of these, so all lists are merged into one. */
const LISTS: ReadonlySet<string> = new Set(['disable-features', 'enable-features'])

const FEATURES_OFF = ['Translate', 'MediaRouter', 'LocalNetworkAccessChecksWebSockets']

/** Electron notifies a port when its other end closes; the web does not yet. */
const FEATURES_ON = ['MessagePortCloseEvent']

/** Ours alone: the app or a driver must not move the profile, the pipe or the port. */
const NOT_FROM_APP: ReadonlySet<string> = new Set([
  'inspect',
  'inspect-brk',
  'remote-debugging-port',
  'remote-debugging-pipe',
  'user-data-dir',
  'app',
  'headless',
  'no-startup-window',
  'no-sandbox',
])

/**
 * WebGL on the processor, for which the app itself asks, and nothing else by it: neither the rest
 * of the page's drawing, which Debian's `chromium` asks for as well, nor the window as a whole. A
 * key was on the screen in 22 to 30 ms instead of 47, and beside a flood in a window of four panes
 * in 22 to 36 instead of 97 (docs/performance.md). Chromium without these flags does the same.
 */
const WITHOUT_GPU = [
  '--use-angle=swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-compositing',
]

/** The screen that headless windows stand on. */
export const HEADLESS_SCREEN = { width: 1920, height: 1080 } as const

export interface FlagOptions {
  readonly profile: string
  readonly headless: boolean
  readonly driven: boolean
  readonly sandbox: boolean
  /** From the command line and `app.commandLine`, in order. */
  readonly switches: ReadonlyMap<string, readonly string[]>
}

export function chromiumFlags(options: FlagOptions): string[] {
  const lists = new Map<string, string[]>([
    ['disable-features', [...FEATURES_OFF]],
    ['enable-features', [...FEATURES_ON]],
  ])
  const app: string[] = []
  for (const [name, values] of options.switches) {
    const last = values.at(-1)
    if (LISTS.has(name))
      lists.set(name, [
        ...(lists.get(name) ?? []),
        ...values.flatMap((value) => value.split(',')).filter(Boolean),
      ])
    else if (!NOT_FROM_APP.has(name)) app.push(last ? `--${name}=${last}` : `--${name}`)
  }
  return [
    '--remote-debugging-pipe',
    ...(options.driven ? ['--remote-debugging-port=0'] : []),
    `--user-data-dir=${options.profile}`,
    '--no-startup-window',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--password-store=basic',
    '--disable-default-apps',
    '--disable-extensions',
    '--disable-breakpad',
    '--disable-session-crashed-bubble',
    '--hide-crash-restore-bubble',
    // As Electron: the app's own page may play sound before the user has pressed a key in it.
    '--autoplay-policy=no-user-gesture-required',
    // Hidden grids must keep parsing; decided for all windows, which are made later.
    '--disable-background-timer-throttling',
    '--disable-renderer-backgrounding',
    '--disable-backgrounding-occluded-windows',
    ...(options.headless
      ? [
          '--headless',
          `--screen-info={${HEADLESS_SCREEN.width}x${HEADLESS_SCREEN.height}}`,
          '--force-device-scale-factor=1',
        ]
      : []),
    // Without the sandbox Chromium would show a bar on top of the page; the shim says it.
    ...(options.sandbox ? [] : ['--no-sandbox', '--test-type']),
    ...(hasGpu() ? [] : WITHOUT_GPU),
    ...[...lists].map(([name, values]) => `--${name}=${[...new Set(values)].join(',')}`),
    ...app,
  ]
}

function hasGpu(): boolean {
  return (
    existsSync('/dev/dri') && readdirSync('/dev/dri').some((name) => name.startsWith('renderD'))
  )
}
