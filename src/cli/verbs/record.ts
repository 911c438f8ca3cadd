/** `vibeflow record` and `replay`: a session's output as asciicast, never its input. */
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Exited, Mode, TextSnapshot, Welcome } from '../../core/clients/socket/messages.ts'
import { exitMeanings } from '../../core/clients/exit-codes.ts'
import {
  commonExits,
  exitOfSignal,
  failure,
  sessionExits,
  usageError,
} from '../command/exit-codes.ts'
import { defined } from '../../base/objects/defined.ts'
import { unreadable, unwritable } from '../command/file-problem.ts'
import { signalNumber } from '../../core/clients/socket/signals.ts'
import { ownTarget, targetOf } from '../sessions/target.ts'
import { reset, selectUtf8 } from '../terminal/reset.ts'
import {
  CastProblem,
  CastWriter,
  readCast,
  type Event,
  type AsciicastHeader,
} from '../terminal/asciicast.ts'
import { isOn, sessionOptions, optionText, type Verb } from '../command/verb.ts'
import { withSession } from './input.ts'

export const record: Verb = {
  name: 'record',
  words: '[SESSION] FILE',
  summary: "Record a session's output (asciicast).",
  description: [
    'Writes what the session prints to FILE until it ends or you press Ctrl+C. Your input is ' +
      'not recorded. FILE must not exist, and only you can read it.',
  ],
  options: {
    ...sessionOptions,
    v2: { type: 'boolean', text: 'Write asciicast version 2 (default: 3).' },
  },
  examples: [
    ['vibeflow record 3nqj demo.cast', 'Record a session.'],
    ['vibeflow record demo.cast --v2', 'Record this session for players that need version 2.'],
  ],
  exits: sessionExits({
    done: 'The session ended.',
    signal: 'Stopped by signal n, for example 130 after Ctrl+C. The recording is complete.',
  }),
  async run(context) {
    const words = [...context.positionals]
    const name = words.pop()
    if (name === undefined) throw usageError('missing argument: FILE.')
    if (
      words.length === 0 &&
      optionText(context, 'socket') === null &&
      ownTarget(context.environment) === null
    ) {
      throw usageError(
        `missing argument: SESSION or FILE. There is only "${name}". Usage: ` +
          'vibeflow record [SESSION] FILE',
      )
    }
    const target = await targetOf(context, words[0])
    const v2 = isOn(context, 'v2')
    const recording = new Recording(v2 ? 2 : 3)
    let exited: Exited | null = null
    let finish: (signal: number | null) => void = () => undefined
    const over = new Promise<number | null>((settle) => {
      finish = settle
    })
    return withSession(
      context,
      target,
      {
        events: {
          snapshot: (snapshot: TextSnapshot) => recording.snapshot(snapshot),
          output: (bytes) => recording.output(bytes),
          mode: (mode) => recording.resize(mode),
          exit: (exit) => {
            exited = exit
          },
          closed: () => finish(null),
        },
      },
      async (client) => {
        recording.create(resolve(context.directory, name), client.welcome?.session ?? {})
        const stop = (signal: NodeJS.Signals) => finish(signalNumber(signal))
        for (const signal of endings) process.on(signal, stop)
        try {
          await client.subscribe({ output: true })
          const signal = await over
          const code = (exited as Exited | null)?.code ?? undefined
          recording.end(v2 ? undefined : code)
          const { events } = recording
          context.document({ id: target.id, file: name, events, ended: exited !== null })
          return signal === null ? 0 : exitOfSignal(signal)
        } finally {
          for (const signal of endings) process.off(signal, stop)
          recording.close()
        }
      },
    )
  },
}

/** Writes an asciicast file. Events before `create` are dropped. */
class Recording {
  readonly #writer: CastWriter
  readonly #decoder = new TextDecoder()
  readonly #began = performance.now()
  #file: number | null = null
  #size = ''
  events = 0

  constructor(version: 2 | 3) {
    this.#writer = new CastWriter(version)
  }

  /** Creates the file, which must not exist, with its header. */
  create(path: string, session: Partial<Welcome['session']>): void {
    const { cols = 80, rows = 24, title, command } = session
    this.#size = `${cols}x${rows}`
    this.#file = create(path)
    this.#write(
      this.#writer.header({
        cols,
        rows,
        timestamp: Math.floor(Date.now() / 1_000),
        term: 'xterm-256color',
        ...defined({ title, command }),
      }),
    )
  }

  snapshot(snapshot: TextSnapshot): void {
    this.resize(snapshot)
    this.#event('o', snapshot.ansi ?? '')
  }

  output(bytes: Uint8Array): void {
    this.#event('o', this.#decoder.decode(bytes, { stream: true }))
  }

  resize({ cols, rows }: Pick<Mode, 'cols' | 'rows'>): void {
    if (this.#size === `${cols}x${rows}`) return
    this.#size = `${cols}x${rows}`
    this.#event('r', this.#size)
  }

  /** @param code exit code, or undefined while running or without such an event */
  end(code: number | undefined): void {
    this.#event('o', this.#decoder.decode())
    if (code !== undefined) this.#event('x', String(code))
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
  }

  #event(code: string, data: string): void {
    for (let at = 0; at < data.length; ) {
      const more = at + eventLengthMax < data.length
      // keep a surrogate pair together
      const part = data.slice(at, at + eventLengthMax).replace(more ? /[\ud800-\udbff]$/ : '', '')
      at += part.length
      this.events += 1
      this.#write(this.#writer.event(performance.now() - this.#began, code, part))
    }
  }

  #write(line: string): void {
    if (this.#file !== null) writeAll(this.#file, line)
  }
}

/** UTF-16 units per event, since players read by line. A first screen takes several. */
const eventLengthMax = 65_536

function create(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    throw unwritable(path, error)
  }
}

function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

export const replay: Verb = {
  name: 'replay',
  words: 'FILE',
  summary: 'Play a recording.',
  description: [
    'Plays an asciicast recording (version 2 or 3) in this terminal. With --json, it prints ' +
      'facts about the recording instead.',
  ],
  options: {
    speed: { type: 'string', value: 'FACTOR', text: 'Play this many times faster (default: 1).' },
    'idle-limit': {
      type: 'string',
      value: 'SECONDS',
      text: 'Shorten longer pauses to this time (default: the limit in the recording).',
    },
  },
  examples: [
    ['vibeflow replay demo.cast', 'Play a recording.'],
    ['vibeflow replay demo.cast --speed 2 --idle-limit 1', 'Play faster and shorten pauses.'],
  ],
  exits: commonExits({ signal: exitMeanings.signal }),
  async run(context) {
    const [name] = context.positionals
    if (name === undefined) throw usageError('missing argument: FILE.')
    const speed = numberOf(optionText(context, 'speed') ?? '1', 'speed')
    const idle = optionText(context, 'idle-limit')
    const idleLimit = idle === null ? null : numberOf(idle, 'idle-limit')
    const file = createReadStream(resolve(context.directory, name))
    try {
      const cast = readCast(file)
      const { value: first } = await cast.next()
      const header = first as AsciicastHeader // otherwise it has thrown
      if (context.json) {
        context.document({ ...header, ...(await counted(cast)) })
        return 0
      }
      return await play(cast as AsyncIterable<Event>, {
        speed,
        idleLimit: idleLimit ?? header.idleLimit ?? Infinity,
        close: () => {
          file.destroy()
        },
      })
    } catch (error) {
      if (error instanceof CastProblem) throw failure(`${name}: ${error.message}`)
      throw (error as NodeJS.ErrnoException).code === undefined
        ? error
        : unreadable(resolve(context.directory, name), error)
    } finally {
      file.destroy()
    }
  },
}

async function counted(
  cast: AsyncIterable<AsciicastHeader | Event>,
): Promise<{ readonly events: number; readonly durationMs: number }> {
  let [events, durationMs] = [0, 0]
  for await (const event of cast) {
    events += 1
    if ('at' in event) durationMs = Math.round(event.at * 1_000)
  }
  return { events, durationMs }
}

/** Longest delay of Node's timers. */
const timerMsMax = 2 ** 31 - 1

interface Playing {
  readonly speed: number
  /** In seconds. */
  readonly idleLimit: number
  /** Stops reading. */
  readonly close: () => void
}

/** @returns the exit code: 0, or that of the signal that ended it */
async function play(
  events: AsyncIterable<Event>,
  { speed, idleLimit, close }: Playing,
): Promise<number> {
  // loaded only here: other verbs start faster
  const { OutputFilter } = await import('../terminal/output-filter.ts')
  const filter = new OutputFilter({ replayed: true })
  const { stdout } = process
  let stopped: number | null = null
  let wake: () => void = () => undefined
  const stop = (signal: NodeJS.Signals) => {
    stopped = signalNumber(signal)
    wake()
    close()
  }
  for (const signal of endings) process.on(signal, stop)
  if (stdout.isTTY) stdout.write(selectUtf8)
  try {
    let before = 0
    for await (const { at, code, data } of events) {
      const waitMs = Math.min(timerMsMax, (Math.min(idleLimit, at - before) * 1_000) / speed)
      before = at
      if (waitMs >= 1)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, waitMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      if (stopped !== null) return exitOfSignal(stopped)
      if (code === 'o' && !stdout.write(filter.feed(Buffer.from(data))))
        await new Promise<void>((resolve) => {
          stdout.once('drain', resolve)
          wake = resolve
        })
    }
    return stopped === null ? 0 : exitOfSignal(stopped)
  } catch (error) {
    if (stopped !== null) return exitOfSignal(stopped) // the file was closed while reading
    throw error
  } finally {
    for (const signal of endings) process.off(signal, stop)
    if (stdout.isTTY) stdout.write(`${reset}\r\n`) // a recording may end anywhere
  }
}

/** Signals that end a recording or replay cleanly. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function numberOf(text: string, option: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value > 0))
    throw usageError(`invalid --${option} "${text}". Use a number greater than 0.`)
  return value
}
