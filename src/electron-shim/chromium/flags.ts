/** Chromium's flags, merged with the app's switches (docs/contributing/internals/electron.md). */
import { existsSync, readdirSync } from 'node:fs'

/** Lists are merged, since Chromium uses only the last of each. */
const LISTS: ReadonlySet<string> = new Set(['disable-features', 'enable-features'])

const FEATURES_OFF = ['Translate', 'MediaRouter', 'LocalNetworkAccessChecksWebSockets']

/** Electron notifies a port when its other end closes; the web does not yet. */
const FEATURES_ON = ['MessagePortCloseEvent']

/** Not for the app or a test driver: profile, pipe and port. */
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
 * WebGL on the CPU, as the app requests, and nothing else on it, unlike Debian's `chromium`. A key
 * is then on the screen in 22 to 30 ms instead of 47, and next to heavy output in four panes in 22
 * to 36 ms instead of 97 (docs/contributing/reports/performance.md). Chromium without these flags
 * behaves the same.
 */
const WITHOUT_GPU = [
  '--use-angle=swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-compositing',
]

/** Screen of headless windows. */
export const HEADLESS_SCREEN = { width: 1920, height: 1080 } as const

/**
 * Size of a new window on Wayland, before the app's size is set. A window of another size is in a
 * tile, whose size the compositor chooses.
 */
export const WAYLAND_SIZE = { width: 801, height: 601 } as const

/** Returns whether windows are on Wayland. */
export function onWayland(headless: boolean): boolean {
  return !headless && Boolean(process.env['WAYLAND_DISPLAY'])
}

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
    // The app's page may play sounds before the first key, as in Electron.
    '--autoplay-policy=no-user-gesture-required',
    // Hidden grids must keep parsing. Set here for all windows, which are created later.
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
    ...(onWayland(options.headless)
      ? [`--window-size=${WAYLAND_SIZE.width},${WAYLAND_SIZE.height}`]
      : []),
    // Without the sandbox Chromium would show a bar above the page; the shim warns instead.
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

/**
 * Returns the address of a new window's first document. On Wayland the part before `?` is in the
 * app id, so it is the same for all windows. On X11, Chromium would position a window as the last
 * one with the same part.
 */
export function windowAddress(
  mark: string,
  title: string,
  background: string,
  isWayland: boolean,
): string {
  const text = `<title>${encodeURIComponent(title.replace(/[&<>"'%#]/g, ' '))}</title>`
  const style = /^#[0-9a-f]{6}$/i.test(background)
    ? `<style>*{background:%23${background.slice(1)}}</style>`
    : ''
  const marked = `name=window content=${mark}>`
  return isWayland
    ? `data:text/html,<vibeflow?${marked}${text}${style}`
    : `data:text/html,${text}<meta ${marked}${style}`
}
