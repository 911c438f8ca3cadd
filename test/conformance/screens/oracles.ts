/**
 * Terminals whose screens are compared. Each runs once, on a display of its own, and shows one
 * stream after the other.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Size } from '../../../src/base/sizes/size.ts'
import { columnsOf } from '../../../src/terminal/screen/width.ts'
import { environment } from '../../bench/parts/contestants.ts'
import { missing, waylandCompositor, xServer } from '../../bench/parts/other-terminals.ts'

/** A screen as far as it is compared. */
export interface Seen {
  /** Rows without trailing spaces. `null` if the terminal does not report them. */
  readonly rows: readonly string[] | null
  /** Column and row of the cursor from 1, as CPR reports them. */
  readonly cursor: string
}

export interface Oracle {
  readonly name: string
  readonly show: (bytes: Uint8Array) => Promise<Seen>
  /** Returns the replies to a stream that ends with a device status request. */
  readonly ask: (bytes: Uint8Array) => Promise<string>
  readonly stop: () => void
}

interface Inside {
  readonly folder: string
  readonly child: ChildProcess
  readonly size: Size
  readonly ask: Oracle['ask']
}

interface Kind {
  readonly name: string
  /** Debian's packages by their programs. */
  readonly needs: Readonly<Record<string, string>>
  readonly wayland?: true
  readonly command: (size: Size, folder: string, inside: readonly string[]) => readonly string[]
  /** Printed before the screen is read. */
  readonly prepare?: string
  readonly rows?: (inside: Inside) => Promise<readonly string[]>
}

const x11 = { Xvfb: 'xvfb' }
const python = '/usr/bin/python3'

const kinds: readonly Kind[] = [
  {
    name: 'xterm',
    needs: { xterm: 'xterm', ...x11 },
    command: ({ cols, rows }, folder, inside) => [
      ...['xterm', '-u8', '-geometry', `${cols}x${rows}`],
      ...['-xrm', `XTerm*printerCommand: cat > ${join(folder, 'page')}`],
      ...['-xrm', 'XTerm*printerAutoClose: true', '-xrm', 'XTerm*printAttributes: 0'],
      ...['-e', ...inside],
    ],
    prepare: '\x1b[?19h\x1b[i', // the screen, not only the scroll region
    rows: async ({ folder, size }) => {
      const page = join(folder, 'page')
      for (let began = performance.now(); ; await setTimeout(1)) {
        const lines = existsSync(page) ? readFileSync(page, 'utf8').split('\n') : []
        if (lines.length <= size.rows && performance.now() - began < 10_000) continue
        rmSync(page)
        return lines.map((line) => line.replaceAll('\uffff', '')) // second halves
      }
    },
  },
  {
    name: 'kitty',
    needs: { kitty: 'kitty', ...x11 },
    command: ({ cols, rows }, folder, inside) => [
      ...['kitty', '-o', 'remember_window_size=no', '-o', `initial_window_width=${cols}c`],
      ...['-o', `initial_window_height=${rows}c`, '-o', 'allow_remote_control=socket-only'],
      ...[
        '-o',
        'input_delay=0',
        '-o',
        'enabled_layouts=stack',
        '-o',
        'placement_strategy=top-left',
      ],
      ...['--listen-on', `unix:${join(folder, 'kitty')}`, ...inside],
    ],
    rows: ({ folder }) => kittyRows(join(folder, 'kitty')),
  },
  {
    name: 'VTE',
    needs: { [python]: 'python3-gi gir1.2-vte-2.91', ...x11 },
    command: ({ cols, rows }, _, inside) => [
      ...[python, join(import.meta.dirname, 'vte.py'), `${cols}`, `${rows}`, ...inside],
    ],
    rows: async ({ child, ask }) => {
      await ask(Buffer.from('\x1b[?6l\x1b[H\x1b[5n')) // its rows are counted from the first line
      child.stdin!.write('\n')
      const [line] = (await once(linesOf(child), 'line')) as [string]
      return JSON.parse(line) as string[]
    },
  },
  {
    name: 'tmux',
    needs: { tmux: 'tmux', script: 'bsdutils' },
    command: ({ cols, rows }, folder, inside) => {
      writeFileSync(join(folder, 'tmux.conf'), 'set -g status off\nset -g escape-time 0\n')
      const quoted = inside.map((word) => `'${word}'`).join(' ')
      const socket = join(folder, 'tmux')
      return [
        ...['script', '-qec'],
        `stty cols ${cols} rows ${rows}; tmux -S '${socket}' -f '${folder}/tmux.conf' ` +
          `new-session ${quoted}`,
        '/dev/null',
      ]
    },
    rows: async ({ folder }) => {
      const { stdout } = await promisify(execFile)('tmux', [
        ...['-S', join(folder, 'tmux'), 'capture-pane', '-p'],
      ])
      return stdout.split('\n')
    },
  },
  {
    name: 'alacritty',
    needs: { alacritty: 'alacritty', ...x11 },
    command: ({ cols, rows }, _, inside) => [
      ...['alacritty', '-o', `window.dimensions.columns=${cols}`],
      ...['-o', `window.dimensions.lines=${rows}`, '-e', ...inside],
    ],
  },
  {
    name: 'foot',
    needs: { foot: 'foot', sway: 'sway' },
    wayland: true,
    command: ({ cols, rows }, _, inside) => ['foot', '-W', `${cols}x${rows}`, ...inside],
  },
]

export function oracleNames(): readonly string[] {
  return kinds.map(({ name }) => name)
}

/** Starts a terminal, or returns why it cannot be started. */
export async function startOracle(
  name: string,
  size: Size,
  folder: string,
): Promise<Oracle | string> {
  const kind = kinds.find((one) => one.name === name)!
  const lacking = missing(kind.needs)
  if (lacking.length > 0) return `not installed: apt-get install ${lacking.join(' ')}`
  const display = await (kind.wayland ? waylandCompositor(folder) : xServer())
  const socketFile = join(folder, 'tty')
  const server = createServer().listen(socketFile)
  const [program = '', ...words] = kind.command(size, folder, [
    process.execPath,
    join(import.meta.dirname, 'tty-pipe.ts'),
    socketFile,
  ])
  const child = spawn(program, words, {
    env: environment(folder, { ...display.variables, LIBGL_ALWAYS_SOFTWARE: '1' }),
    cwd: folder,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const stop = (): void => {
    child.kill()
    display.stop()
    server.close()
    rmSync(socketFile, { force: true })
  }
  try {
    const tty = await ttyOf(server, size)
    return {
      ...shownBy(kind, tty, folder, child, size),
      stop: () => {
        tty.end()
        stop()
      },
    }
  } catch (error) {
    stop()
    return String(error)
  }
}

/** Waits for the program in the terminal, and until the terminal has its size. */
async function ttyOf(server: Server, { cols, rows }: Size): Promise<Socket> {
  const [tty] = (await once(server, 'connection', {
    signal: AbortSignal.timeout(30_000),
  })) as [Socket]
  let sizes = ''
  const wanted = `${cols} ${rows}\n`
  while (!sizes.endsWith(wanted)) {
    const [bytes] = (await once(tty, 'data', { signal: AbortSignal.timeout(10_000) }).catch(() => {
      throw new Error(`it has the size ${sizes.trim()} instead of ${wanted.trim()}`)
    })) as [Buffer]
    sizes += bytes.toString('latin1')
  }
  return tty
}

function shownBy(
  kind: Kind,
  tty: Socket,
  folder: string,
  child: ChildProcess,
  size: Size,
): Omit<Oracle, 'stop'> {
  const ask = async (bytes: Uint8Array): Promise<string> => {
    tty.write(bytes)
    let replies = ''
    while (!replies.endsWith('\x1b[0n')) {
      const [more] = (await once(tty, 'data', { signal: AbortSignal.timeout(20_000) })) as [Buffer]
      replies += more.toString('latin1')
    }
    return replies
  }
  const request = Buffer.from(`${kind.prepare ?? ''}\x1b[6n\x1b[5n`)
  return {
    name: kind.name,
    ask,
    show: async (bytes) => {
      const replies = await ask(Buffer.concat([fresh, bytes, request]))
      const [, row = '', col = ''] = /\x1b\[(\d+);(\d+)R\x1b\[0n$/.exec(replies) ?? []
      const rows = (await kind.rows?.({ folder, child, size, ask })) ?? null
      return { rows: rows === null ? null : trimmed(rows), cursor: cursorOf(col, row, size) }
    },
  }
}

/** Clears both screens and the cursors that they save, which RIS leaves in some terminals. */
const fresh = Buffer.from('\x1b[?1049l\x1b[r\x1b[H\x1b[?1049h\x1b[2J\x1b[?1049l\x1bc')

/** Some report a column beyond the last one while a wrap is pending. */
export function cursorOf(col: string, row: string, { cols }: Size): string {
  return `${Math.min(Number(col), cols)},${row}`
}

/**
 * Removes spaces at the ends of rows, and empty rows at the end; composes characters as xterm, and
 * replaces the tabs that kitty and VTE keep.
 */
export function trimmed(rows: readonly string[]): string[] {
  const lines = rows.map((row) =>
    row
      .replaceAll('\0', ' ')
      .replace(
        /[^\t]*\t/g,
        (text) => text.slice(0, -1) + ' '.repeat(8 - ((columnsOf(text) - 1) % 8)),
      )
      .trimEnd()
      .normalize('NFC'),
  )
  while (lines.at(-1) === '') lines.pop()
  return lines
}

const readers = new WeakMap<ChildProcess, ReturnType<typeof createInterface>>()

function linesOf(child: ChildProcess): ReturnType<typeof createInterface> {
  const reader = readers.get(child) ?? createInterface({ input: child.stdout! })
  readers.set(child, reader)
  return reader
}

/** Asks over kitty's remote control socket. */
async function kittyRows(socketFile: string): Promise<readonly string[]> {
  const socket = connect(socketFile)
  const payload = { match: '', extent: 'screen', ansi: false, cursor: false, wrap_markers: true }
  const command = { cmd: 'get-text', version: [0, 26, 0], no_response: false, payload }
  socket.write(`\x1bP@kitty-cmd${JSON.stringify(command)}\x1b\\`)
  let answer = ''
  while (!answer.endsWith('\x1b\\')) {
    const [bytes] = (await once(socket, 'data', { signal: AbortSignal.timeout(10_000) })) as [
      Buffer,
    ]
    answer += bytes.toString('utf8')
  }
  socket.destroy()
  const { data } = JSON.parse(answer.slice('\x1bP@kitty-cmd'.length, -2)) as { data: string }
  return data.split(/\r?\n|\r/)
}
