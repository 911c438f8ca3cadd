/**
 * Runs vibeflow-emit in the place that a test chooses: in a terminal, next to a terminal, or
 * without any, not even an ancestor's. Standard input and output are pipes, as in an agent's hook.
 * Uses real ptys, sessions and processes.
 */
import { spawn } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { spawn as spawnPty } from 'node-pty'

const bin = join(import.meta.dirname, '../../src/protocol/bin')

/** The two versions, as a command line. */
export const programs = {
  node: [process.execPath, join(bin, 'vibeflow-emit.mjs')],
  sh: ['/bin/sh', join(bin, 'vibeflow-emit.sh')],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type Program = keyof typeof programs

export interface Place {
  /**
   * `own`: the program has a controlling terminal. `ancestor`: only its parent has one. `none`: no
   * process has one.
   */
  readonly terminal: 'own' | 'ancestor' | 'none'
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  /** The shell's redirection of standard output. Default: a pipe that is read. */
  readonly stdout?: 'closed' | 'unread' | '/dev/full' | 'terminal'
  /** Shell text to be run before, in the same session. */
  readonly before?: string
  /** Ctrl+S has been pressed in the terminal. */
  readonly stopped?: true
  /** Reported what the terminal has got so far, whenever that is more. */
  readonly shown?: (screen: string) => void
}

export interface Outcome {
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
  /** The text that the terminal of `own` and `ancestor` received. */
  readonly screen: string
  readonly ms: number
  /**
   * Start times that hooks reported, in clock ticks. The texts above omit them, because they differ
   * from run to run.
   */
  readonly begun: readonly number[]
}

/** A report without the time at which its hook began. */
export const withoutBegun = (text: string): string => text.replace(hookTime, '')
const hookTime = /[:;]hook=(\d+)/g

// builtins alone, where they do: it runs some five hundred times
const script = String.raw`
while kill -0 "$CUT_FROM" 2>/dev/null; do :; done
folder=$FOLDER before=$BEFORE stdout=$STDOUT
unset FOLDER BEFORE STDOUT CUT_FROM OLDPWD
eval "$before"
now() { IFS=' .' read -r seconds hundredths rest </proc/uptime; now=$seconds$hundredths; }
now; began=$now
case $stdout in
  closed) "$@" <"$folder/in" 2>"$folder/err" >&-; echo $? >"$folder/code" ;;
  unread) {
      while [ ! -e "$folder/left" ]; do sleep 0.01; done
      "$@" <"$folder/in" 2>"$folder/err"; echo $? >"$folder/code"
    } | { exec <&-; : >"$folder/left"; } ;;
  terminal) "$@" 2>"$folder/err"; echo $? >"$folder/code" ;;
  /dev/full) "$@" <"$folder/in" 2>"$folder/err" >/dev/full; echo $? >"$folder/code" ;;
  *) cat "$folder/in" | { "$@" 2>"$folder/err"; echo $? >"$folder/code"; } | cat >"$folder/out" ;;
esac
now; echo $(( (now - began) * 10 )) >"$folder/time"
: >"$folder/ended"
`

/** A clean environment, without a multiplexer or vibeflow of the person who runs the tests. */
const plainEnv = {
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
  PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
  HOME: tmpdir(),
  TERM: 'xterm-256color',
  LANG: 'C.UTF-8',
}

export async function runEmit(
  command: readonly string[],
  argv: readonly string[],
  place: Place,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-emit-'))
  try {
    writeFileSync(join(folder, 'in'), place.stdin ?? '')
    const env = {
      ...plainEnv,
      ...place.env,
      FOLDER: folder,
      BEFORE: place.before ?? (place.stopped ? waitForStop : ''),
      STDOUT: place.stdout ?? '',
    }
    const words = ['-c', script, 'sh', ...command, ...argv]
    let screen = ''
    if (place.terminal === 'none') {
      // Its parent ends first, so that it has no ancestor but the system's.
      spawn(
        'setsid',
        ['/bin/sh', '-c', 'CUT_FROM=$$; export CUT_FROM; "$@" &', 'sh', '/bin/sh', ...words],
        { env, stdio: 'ignore' },
      )
      await until(() => existsSync(join(folder, 'ended')), 'the exit code')
    } else {
      const pty = spawnPty(
        '/bin/sh',
        [
          '-c',
          `${place.terminal === 'own' ? '' : 'setsid -w '}"$@"; printf "${mark}"`,
          'sh',
          '/bin/sh',
          ...words,
        ],
        { env, cols: 5_000 },
      )
      pty.onData((text) => {
        screen += text
        place.shown?.(screen)
      })
      if (place.stopped) {
        await until(() => existsSync(join(folder, 'ready')), 'the program to be ready')
        pty.write('\x13')
        await stopped(readFileSync(join(folder, 'ready'), 'utf8').trim())
        writeFileSync(join(folder, 'go'), '')
        await until(() => existsSync(join(folder, 'ended')), 'the exit code')
        pty.write('\x11')
      }
      await until(() => screen.endsWith(mark), 'the end of the program')
      screen = screen.slice(0, -mark.length).replace(probes, '')
    }
    const text = (name: string) =>
      existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : ''
    const out = text('out')
    return {
      exit: Number(text('code')),
      stdout: withoutBegun(out),
      stderr: text('err'),
      screen: withoutBegun(screen),
      ms: Number(text('time')),
      begun: [...`${out}${screen}`.matchAll(hookTime)].map(([, ticks]) => Number(ticks)),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

const mark = '<end>'

const waitForStop =
  'tty >"$folder/name"; mv "$folder/name" "$folder/ready"; while [ ! -e "$folder/go" ]; do ' +
  'sleep 0.01; done'

/** Bytes written to find out whether a terminal accepts input. */
const probes = /^\0+/

/** Ctrl+S has arrived: the terminal takes nothing more. */
async function stopped(path: string): Promise<void> {
  const file = openSync(path, constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK)
  try {
    for (;;) {
      writeSync(file, '\0')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
  } finally {
    closeSync(file)
  }
}

async function until(condition: () => boolean, what: string): Promise<void> {
  const end = performance.now() + 40_000
  while (!condition()) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Another user's terminal in the same account: its path, and the text sent to it. */
export interface OtherTerminal {
  readonly path: string
  readonly text: () => Promise<string>
  readonly close: () => void
}

export async function otherTerminal(): Promise<OtherTerminal> {
  let seen = ''
  let kept = ''
  const pty = spawnPty('/bin/sh', ['-c', 'stty raw -echo; tty; exec sleep 1000'], { env: plainEnv })
  pty.onData((text) => {
    seen += text
  })
  await until(() => seen.includes('\n'), 'the name of the terminal')
  const [path = ''] = seen.split('\n')
  seen = ''
  return {
    path: path.trim(),
    // Text written before the mark precedes it.
    text: async () => {
      appendFileSync(path.trim(), mark)
      await until(() => seen.includes(mark), 'the mark in the other terminal')
      const [text = ''] = seen.split(mark)
      seen = seen.slice(text.length + mark.length)
      kept += text
      return kept
    },
    close: () => pty.kill('SIGKILL'),
  }
}

/**
 * A session's socket as an emitter sees it. `answer` is called for each frame and returns the
 * reply.
 */
export interface FakeSession {
  readonly path: string
  readonly frames: { readonly type: number; readonly payload: string }[]
  readonly close: () => void
}

export type Answer = (frame: {
  readonly type: number
  readonly payload: string
}) => Uint8Array | null

export const socketFrame = (type: number, payload: string | Uint8Array): Uint8Array => {
  const bytes = Buffer.from(payload as string) // either is fine for it
  const header = Buffer.alloc(5)
  header.writeUInt8(type, 0)
  header.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([header, bytes])
}

/** As session-socket.md wants it: the heartbeat comes back, nothing else does. */
export const echo: Answer = ({ type }) => (type === 0x04 ? socketFrame(0x04, '') : null)

export async function fakeSession({
  answer = echo,
  greeting,
}: {
  readonly answer?: Answer
  readonly greeting?: Uint8Array
} = {}): Promise<FakeSession> {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-socket-'))
  const path = join(folder, 'ipc.sock')
  const frames: { type: number; payload: string }[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    if (greeting !== undefined) socket.write(greeting)
    let waiting = Buffer.alloc(0)
    socket.on('error', () => undefined) // the emitter leaves as soon as it knows enough
    socket.on('data', (chunk) => {
      waiting = Buffer.concat([waiting, chunk])
      while (waiting.length >= 5 && waiting.length >= 5 + waiting.readUInt32BE(1)) {
        const length = waiting.readUInt32BE(1)
        const frame = {
          type: waiting.readUInt8(0),
          payload: waiting.subarray(5, 5 + length).toString('utf8'),
        }
        waiting = waiting.subarray(5 + length)
        frames.push(frame)
        const back = answer(frame)
        // cut everywhere
        if (back !== null) for (const byte of back) socket.write(Uint8Array.of(byte))
      }
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(path, resolve)
  })
  return {
    path,
    frames,
    close: () => {
      for (const socket of open) socket.destroy()
      server.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
