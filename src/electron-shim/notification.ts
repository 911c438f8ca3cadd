/** `Notification`: shown by `notify-send` where it is installed and there is a display; recorded in any case. */
import { spawn, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { beforeLeaving } from './closing.ts'
import { ShimEvent } from './event.ts'
import { findProgram } from './programs.ts'
import { expected } from './problem.ts'
import { record } from './recorded.ts'
import { theEngine } from './run.ts'

interface NotificationOptions { readonly title?: string, readonly body?: string, readonly silent?: boolean, readonly urgency?: 'normal' | 'critical' | 'low' }

export class Notification extends EventEmitter {
  title: string
  body: string
  readonly silent: boolean
  readonly urgency: string
  #child: ChildProcess | undefined

  constructor({ title = '', body = '', silent = false, urgency = 'normal' }: NotificationOptions = {}) {
    super()
    this.title = title
    this.body = body
    this.silent = silent
    this.urgency = urgency
  }

  static isSupported(): boolean {
    return program() !== undefined
  }

  show(): void {
    record('Notification.show', this)
    const file = program()
    if (file !== undefined) {
      // `--` ends the options: a title may begin with a dash. An action's name on its output means a click.
      this.#child = spawn(file, ['--wait', '--action=default=Open', `--urgency=${this.urgency}`, '--app-name=vibeflow', '--', this.title, this.body], { stdio: ['ignore', 'pipe', 'ignore'] })
      this.#child.on('error', expected)
      this.#child.stdout?.once('data', () => this.emit('click', new ShimEvent()))
      this.#child.on('exit', () => this.emit('close', new ShimEvent()))
      beforeLeaving(() => this.#child?.kill())
    }
    setImmediate(() => this.emit('show', new ShimEvent()))
  }

  close(): void {
    record('Notification.close', this)
    this.#child?.kill()
  }
}

function program(): string | undefined {
  return theEngine().options.headless ? undefined : findProgram('notify-send')
}
