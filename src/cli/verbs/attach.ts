/** `vibeflow attach`: restores a session's screen, then forwards output and keys. */
import { spawnSync } from 'node:child_process'
import type { WriteStream } from 'node:tty'
import { NoSession, SessionRefusal, type SessionClient } from '../client/session-client.ts'
import type { Exited, Mode, TextSnapshot, Welcome } from '../../core/clients/socket/messages.ts'
import { noneOf } from '../../base/numbers/nearest.ts'
import {
  CommandError,
  exitOfSignal,
  failure,
  sessionExits,
  usageError,
} from '../command/exit-codes.ts'
import { columnsMax, columnsMin, gridRowsMax, gridRowsMin } from '../../core/ipc/limits.ts'
import { signalName, signalNumber } from '../../core/clients/socket/signals.ts'
import {
  connectionLost,
  ownTarget,
  reach,
  targetOf,
  type SessionTarget,
} from '../sessions/target.ts'
import { reset, selectUtf8 } from '../terminal/reset.ts'
import { cropped } from '../terminal/cropped.ts'
import { DetachKeys, defaultDetachKeys, parseDetachKeys } from '../terminal/detach-keys.ts'
import type { OutputFilter } from '../terminal/output-filter.ts'
import { isOn, sessionOptions, optionText, type VerbContext, type Verb } from '../command/verb.ts'

/** When the session takes this terminal's size. */
const sizes = ['active', 'take', 'keep'] as const

export const attach: Verb = {
  name: 'attach',
  words: 'SESSION',
  summary: 'Attach this terminal to a session.',
  description: [
    'Shows the screen of the session and sends your keys to it. To detach, press Ctrl+\\ twice. ' +
      'The session keeps running and gets the size of its window again.',
    'If this terminal is smaller than the session, the screen is cropped at the right and the ' +
      'bottom when you attach. Later output is laid out for the larger size until your first ' +
      'key, when the session takes the size of this terminal. With --size keep or --read-only, ' +
      'it keeps its own size.',
  ],
  options: {
    ...sessionOptions,
    'detach-keys': {
      type: 'string',
      value: 'KEYS',
      text: `Keys that detach, pressed one after the other (default: ${defaultDetachKeys}).`,
    },
    'read-only': { type: 'boolean', text: 'Watch only. No key is sent to the session.' },
    size: {
      type: 'string',
      value: 'WHEN',
      choices: sizes,
      text:
        "When the session takes this terminal's size: at the first key and when this terminal " +
        'is resized (active, default), immediately (take), or never (keep).',
    },
  },
  examples: [
    ['vibeflow attach 3nqj', 'Attach to the session whose ID starts with 3nqj.'],
    ['vibeflow attach @claude --read-only', 'Watch the only session that runs claude.'],
    ['vibeflow attach 1 --detach-keys ctrl+a,d', 'Detach with Ctrl+A, then D, as in screen.'],
  ],
  exits: sessionExits({
    done: 'You detached, or the session ended.',
    signal: 'Ended by signal n (SIGHUP or SIGTERM).',
  }),
  async run(context) {
    const keys = parseDetachKeys(optionText(context, 'detach-keys') ?? defaultDetachKeys)
    const asked = optionText(context, 'size') ?? 'active'
    const size = sizes.find((one) => one === asked)
    if (size === undefined) throw usageError(noneOf(asked, '--size', sizes))
    const target = await targetOf(context, context.positionals[0])
    if (
      ownTarget(context.environment)?.path === target.path ||
      context.environment['VIBEFLOW_SESSION_ID'] === target.id
    ) {
      throw usageError(
        `this terminal shows session ${target.id} already. A session can't be attached to itself.`,
      )
    }
    if (!process.stdin.isTTY || !process.stdout.isTTY)
      throw failure(
        'attach requires a terminal. To print the screen without one, run `vibeflow snapshot`.',
      )
    // loaded only here: other verbs start faster
    const { OutputFilter } = await import('../terminal/output-filter.ts')
    const left = await new Attachment(context, target, {
      OutputFilter,
      keys,
      size,
      readOnly: isOn(context, 'read-only'),
    }).run()
    if (left.why === 'lost') throw new CommandError('no-session', connectionLost(target.id))
    const { code, signal } = left.why === 'ended' ? left.exit : { code: 0, signal: 0 }
    context.complain(
      left.why === 'ended'
        ? `session ${target.id} ended` +
            `${signal === 0 ? ` (exit ${code ?? 'unknown'})` : ` (${signalName(signal)})`}`
        : `detached from ${target.id}`,
    )
    context.document({
      id: target.id,
      ended: left.why === 'ended',
      ...(left.why === 'ended' ? { code, signal } : {}),
    })
    return left.why === 'signal' ? exitOfSignal(left.signal) : 0
  },
}

type Left =
  | { readonly why: 'detached' | 'lost' }
  | { readonly why: 'ended'; readonly exit: Exited }
  | { readonly why: 'signal'; readonly signal: number }

interface Wishes {
  readonly OutputFilter: typeof OutputFilter
  readonly keys: readonly (readonly string[])[]
  readonly size: (typeof sizes)[number]
  readonly readOnly: boolean
}

interface Size {
  readonly cols: number
  readonly rows: number
}

/** Delay of the redraw after an image, in ms, shared by many in a row. */
const redrawMs = 500

/** Switches the screen to the session; this terminal's history stays. */
const [begin, clear] = [`${selectUtf8}\x1b[!p\x1b[m`, '\x1b[H\x1b[2J']

class Attachment {
  readonly #context: VerbContext
  readonly #target: SessionTarget
  readonly #wishes: Wishes
  readonly #screen: WriteStream = process.stdout
  /** New for each screen, which may end within a sequence that output continues. */
  #filter: OutputFilter
  readonly #detach: DetachKeys
  #client: SessionClient | null = null
  #exit: Exited | null = null
  /** Loaded if the session is larger than this terminal. */
  #terminals: typeof import('../../terminal/index.ts') | null = null
  #typed = false
  /** A size was sent and another one follows. The latest size counts. */
  #resizing = false
  #again = false
  /** Size of the session when last sent. */
  #size = ''
  #finish: ((left: Left) => void) | null = null
  #redraw: NodeJS.Timeout | null = null

  constructor(context: VerbContext, target: SessionTarget, wishes: Wishes) {
    this.#context = context
    this.#target = target
    this.#wishes = wishes
    this.#filter = new wishes.OutputFilter()
    this.#detach = new DetachKeys(wishes.keys)
  }

  /** Resolves when the user detaches or the session ends. */
  async run(): Promise<Left> {
    const over = new Promise<Left>((resolve) => {
      this.#finish = resolve
    })
    const client = await reach(this.#context, this.#target, {
      events: {
        snapshot: (snapshot) => this.#restore(snapshot),
        output: (bytes) => {
          this.#write(this.#filter.feed(bytes))
          if (this.#filter.takeDrawn()) this.#redrawSoon()
        },
        mode: (mode) => this.#resized(mode),
        exit: (exit) => {
          this.#exit = exit
        },
        closed: () =>
          this.#finish?.(
            this.#exit === null ? { why: 'lost' } : { why: 'ended', exit: this.#exit },
          ),
      },
    })
    this.#client = client
    const { stdin } = process
    const keys = (typed: Buffer) => this.#keys(typed)
    const resized = () => this.#takeSize()
    const stop = (name: NodeJS.Signals) =>
      this.#finish?.({ why: 'signal', signal: signalNumber(name) })
    stdin.setRawMode(true)
    // Node's raw mode still turns LF into CR LF
    spawnSync('stty', ['-opost'], { stdio: ['inherit', 'ignore', 'ignore'] })
    stdin.on('data', keys)
    this.#screen.on('resize', resized)
    process.on('SIGTERM', stop)
    process.on('SIGHUP', stop)
    try {
      if (this.#isTooSmallFor(client.welcome?.session))
        // large, and not needed otherwise
        this.#terminals = await import('../../terminal/index.ts')
      if (this.#wishes.size === 'take') this.#takeSize()
      await client.subscribe({ output: true })
      return await over
    } catch (error) {
      if (error instanceof SessionRefusal && error.reason === 'no-shadow')
        throw new CommandError(
          'refused',
          `can't show the screen of session ${this.#target.id}: its terminal is not running.`,
        )
      if (error instanceof NoSession) return await over
      throw error
    } finally {
      stdin.off('data', keys)
      this.#screen.off('resize', resized)
      process.off('SIGTERM', stop)
      process.off('SIGHUP', stop)
      if (this.#redraw !== null) clearTimeout(this.#redraw)
      stdin.setRawMode(false)
      stdin.pause()
      client.close()
      if (this.#size !== '')
        await new Promise<void>((resolve) => {
          this.#screen.write(`${reset}\r\n`, () => resolve())
          // Otherwise nothing was shown.
        })
    }
  }

  /** Redraws the screen after a dropped drawing: the cursors may differ. Spaces replace images. */
  #redrawSoon(): void {
    this.#redraw ??= setTimeout(() => {
      this.#redraw = null
      const client = this.#client
      void client
        ?.subscribe({})
        .then(() => client.subscribe({ output: true }))
        .catch(() => undefined) // the connection was closed, which is handled elsewhere
    }, redrawMs)
  }

  #restore({ ansi = '', cols, rows }: TextSnapshot): void {
    // Move lines above the cursor into the scrollback.
    const past =
      this.#size === ''
        ? '\n'.repeat(Math.min(gridRowsMax, Math.max(1, this.#screen.rows)) - 1)
        : ''
    this.#size = `${cols}x${rows}`
    this.#filter = new this.#wishes.OutputFilter()
    const shown = this.#filter.feed(Buffer.from(this.#fitting(ansi, { cols, rows })))
    this.#filter.takeDrawn() // this is the redraw
    this.#write(Buffer.concat([Buffer.from(`${begin}${past}${clear}`), shown]))
  }

  /** Crops rows too long for this terminal, which would wrap. */
  #fitting(ansi: string, size: Size): string {
    if (this.#terminals === null || !this.#isTooSmallFor(size)) return ansi
    const { Terminal, snapshotOf, toAnsi } = this.#terminals
    const terminal = new Terminal({ ...size, scrollback: 0 })
    terminal.write(Buffer.from(ansi))
    return (
      toAnsi(
        cropped(snapshotOf(terminal.screen, { epoch: 0, rev: 0, at: 0 }), {
          cols: this.#screen.columns,
          rows: this.#screen.rows,
        }),
      ) + terminal.opener
    )
  }

  /** A terminal of 0x0 does not know its size. */
  #isTooSmallFor(size: Size | undefined): boolean {
    const { columns, rows } = this.#screen
    return (
      size !== undefined &&
      columns >= columnsMin &&
      rows >= gridRowsMin &&
      (columns < size.cols || rows < size.rows)
    )
  }

  /** Resets the margins, as a resize does and programs expect: this terminal was not resized. */
  #resized({ cols, rows }: Mode): void {
    const size = `${cols}x${rows}`
    if (size !== this.#size) this.#write(Buffer.from('\x1b7\x1b[r\x1b8'))
    this.#size = size
  }

  /** Pauses reading while this terminal is full: further output waits in the session's ring. */
  #write(bytes: Uint8Array): void {
    if (this.#screen.write(bytes)) return
    this.#client?.pause()
    this.#screen.once('drain', () => this.#client?.resume())
  }

  #keys(typed: Buffer): void {
    const { passed, detach } = this.#detach.feed(typed.toString('latin1'))
    if (passed !== '' && !this.#wishes.readOnly) {
      if (!this.#typed && this.#wishes.size === 'active') this.#takeSize()
      this.#typed = true
      this.#client?.type(Buffer.from(passed, 'latin1'))
    }
    if (detach) this.#finish?.({ why: 'detached' })
  }

  #takeSize(): void {
    if (this.#wishes.size === 'keep' || this.#wishes.readOnly) return
    const { columns, rows } = this.#screen
    const { session } = (this.#client as SessionClient).welcome as Welcome // HELLO was answered
    // Terminals that do not know their size (a serial line, some containers) report 0x0.
    if (session.access !== 'full' || !(columns >= columnsMin && rows >= gridRowsMin)) return
    if (this.#resizing) {
      this.#again = true
      return
    }
    this.#resizing = true
    const done = () => {
      this.#resizing = false
      if (this.#again) {
        this.#again = false
        this.#takeSize()
      }
    }
    this.#client
      ?.resize({ cols: Math.min(columnsMax, columns), rows: Math.min(gridRowsMax, rows) })
      .then(done, done) // a refused size is ignored
  }
}
