/**
 * Compares vibeflow with kitty in five things that a user of kitty notices: a zoom, a dropped file,
 * a click at the prompt, the contrast of mc, and what is left after `kill -9`. Each has a display
 * server of its own. They take turns, and draw on the CPU (docs/contributing/reports/kitty.md).
 * VIBEFLOW_BENCH_ROUNDS (3), VIBEFLOW_BENCH_ONLY (cases, separated by commas).
 */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Bench } from '../parts/bench.ts'
import { environment, makeFolder, startContestant } from '../parts/contestants.ts'
import { median, setting, table } from '../parts/numbers.ts'
import {
  missing,
  otherTerminals,
  startOther,
  versionOf,
  xServer,
  type DisplayServer,
} from '../parts/other-terminals.ts'

export const name = 'kitty'

type Terminal = 'vibeflow' | 'kitty'
type Row = readonly [name: string, value: number | null, unit: string]

interface Place {
  readonly folder: string
  readonly display: DisplayServer
  readonly engine: Bench['engine']
}

type Case = (terminal: Terminal, place: Place) => Promise<Row[]>

/** Height of the tab bar, px. */
const barPx = '52'

/** Full of letters that differ, and narrower than the window after each zoom. */
const page =
  'printf "\\033[?25l"; for row in $(seq 30); do for style in 0 1 3 31 44; do ' +
  'printf "\\033[${style}mThe quick $row\\033[m "; done; echo; done; sleep 600'

/**
 * Prints the pairs of mc's default skin, underlined. Each fills the screen until Enter: files,
 * marked files, programs, the selected file, the menu, dialogs, errors and the bar of keys.
 */
const pairs = ['37;44', '33;1;44', '32;1;44', '35;1;44', '30;46', '37;1;46', '33;1;46'].concat(
  ...['30;47', '34;47', '37;1;41', '37;40'],
)
const mcPairs = [
  'stty -echo; printf "\\033[?25l"',
  `for pair in ${pairs.map((one) => `'${one}'`).join(' ')}; do printf "\\033[H"`,
  'for row in $(seq 40); do printf "\\033[${pair};4m%0120d" 8 | tr 0 M; done',
  'read -r line; done',
].join('; ')

const cases: Readonly<Record<string, Case>> = {
  zoom: async (terminal, place) => {
    const times = (await inWindow(terminal, place, ['sh', '-c', page], ['zoom', '4'])) as number[][]
    return [
      ['zoom: first frame', median(times.map(([first]) => first ?? NaN)), 'ms'],
      ['zoom: last change', median(times.map(([, last]) => last ?? NaN)), 'ms'],
    ]
  },
  drop: async (terminal, place) => {
    const file = join(place.folder, 'a b.txt')
    writeFileSync(file, 'text\n')
    const took = (await inWindow(terminal, place, [], ['drop', file])) as number | null
    return [['drop of a file', took, 'ms']]
  },
  click: async (terminal, place) => {
    const result = join(place.folder, 'out')
    const took = await inWindow(terminal, place, [], ['click', '>out echo 0123456789', '5'])
    const isRight = existsSync(result) && readFileSync(result, 'utf8') === '01234Z56789\n'
    return [
      ['click at the prompt', took as number | null, 'ms'],
      ['click at the prompt: right place', isRight ? 1 : 0, 'of 1'],
    ]
  },
  contrast: async (terminal, place) => {
    const times = String(pairs.length - 1)
    const found = await inWindow(terminal, place, ['sh', '-c', mcPairs], ['contrast', times])
    return [['contrast of mc: worst pair', Math.min(...(found as number[])), ': 1']]
  },
  restore: async (terminal, place) => [
    ['kill -9: the program runs on', (await outlives(terminal, place)) ? 1 : 0, 'of 1'],
  ],
}

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const packages = missing({ Xvfb: 'xvfb', python3: 'python3', kitty: 'kitty' })
  if (packages.length > 0) {
    log(`left out: not installed (Debian: ${packages.join(', ')})`)
    return
  }
  log(versionOf(kitty()))
  const only = process.env['VIBEFLOW_BENCH_ONLY']?.split(',')
  const found = new Map<string, Record<Terminal, (number | null)[]>>()
  for (let round = setting('VIBEFLOW_BENCH_ROUNDS', 3); round > 0; round -= 1)
    for (const [name, measured] of Object.entries(cases))
      for (const terminal of ['vibeflow', 'kitty'] as const) {
        if (!(only?.includes(name) ?? true)) continue
        const { folder, remove } = makeFolder()
        const display = await xServer()
        try {
          for (const [row, value, unit] of await measured(terminal, { folder, display, engine })) {
            const key = `${row}, ${unit}`
            const values = found.get(key) ?? { vibeflow: [], kitty: [] }
            values[terminal].push(value)
            found.set(key, values)
            log(`${terminal}: ${row}: ${value ?? 'nothing happened'} ${unit}`)
            if (value !== null) measure(`${terminal}, ${row}`, value, unit)
          }
        } finally {
          display.stop()
          remove()
        }
      }
  const shown = (values: readonly (number | null)[]): string => {
    const numbers = values.filter((value) => value !== null)
    return numbers.length < values.length || numbers.length === 0 ? '-' : String(median(numbers))
  }
  log(
    table([
      ['median', 'vibeflow', 'kitty'],
      ...[...found].map(([row, one]) => [row, shown(one.vibeflow), shown(one.kitty)]),
    ]),
  )
}

function kitty() {
  const found = otherTerminals.find((one) => one.name === 'kitty')
  if (found === undefined) throw new Error('no kitty')
  const own = ['cursor_blink_interval=0', 'shell_integration=no-cursor', 'font_size=11.25']
  return { ...found, args: [...found.args, ...own.flatMap((option) => ['-o', option])] }
}

/** Starts a terminal with a command, or a shell, and uses it. Returns what the first use found. */
async function inWindow(
  terminal: Terminal,
  { folder, display, engine }: Place,
  command: readonly string[],
  ...uses: readonly (readonly string[])[]
): Promise<unknown> {
  const { stop } =
    terminal === 'kitty'
      ? startOther(kitty(), command, folder, display)
      : await ours(engine, folder, display, command)
  try {
    const found: unknown[] = []
    for (const use of uses)
      found.push(await onScreen([terminal === 'kitty' ? '0' : barPx, ...use], folder, display))
    return found[0]
  } finally {
    await stop()
  }
}

async function ours(
  engine: Bench['engine'],
  folder: string,
  { variables }: DisplayServer,
  command: readonly string[],
): Promise<{ readonly stop: () => Promise<void>; readonly pid: number }> {
  const { close, pid } = await startContestant(engine, 'vibeflow', {
    folder,
    command,
    options: ['cursor.blink_ms=0', 'shortcuts.preset=kitty', 'fonts.size=15'],
    display: variables,
  })
  return { stop: close, pid }
}

async function onScreen(
  use: readonly string[],
  folder: string,
  { variables }: DisplayServer,
): Promise<unknown> {
  const program = join(import.meta.dirname, 'on-screen.py')
  const { stdout } = await promisify(execFile)('python3', [program, ...use], {
    env: environment(folder, variables),
  })
  return JSON.parse(stdout)
}

/** Returns whether a program still runs after `kill -9` of its terminal and a new start. */
async function outlives(terminal: Terminal, { folder, display, engine }: Place): Promise<boolean> {
  writeFileSync(join(folder, 'config/vibeflow/config.toml'), '[ui]\nconfirm_on_close = false\n')
  const beats = join(folder, 'beats')
  const command = ['sh', '-c', `while :; do echo beat >> ${beats}; sleep 0.2; done`]
  const start = (words: readonly string[]) =>
    terminal === 'kitty'
      ? Promise.resolve(startOther(kitty(), words, folder, display))
      : ours(engine, folder, display, words)
  const size = () => (existsSync(beats) ? statSync(beats).size : 0)
  /** Returns whether the program has run since then. */
  const grows = async (ms: number) => {
    const before = size()
    for (const ends = performance.now() + ms; performance.now() < ends; await sleep(100))
      if (size() > before) return true
    return false
  }
  const { pid } = await start(command)
  if (!(await grows(60_000))) throw new Error('the program did not start')
  process.kill(pid, 'SIGKILL')
  const { stop } = await start([])
  try {
    await onScreen([terminal === 'kitty' ? '0' : barPx, 'type', ''], folder, display)
    return await grows(5_000)
  } finally {
    await stop()
    await promisify(execFile)('pkill', ['-f', beats]).catch(() => undefined)
  }
}
