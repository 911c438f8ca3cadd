/** Accepts calls over sockets, and global shortcuts. */
import { listenForCalls, type CallPorts } from './calls.ts'
import { DesktopKey, dropDownKey, nextAttentionKey } from '../desktop/desktop-key.ts'
import type { Log } from '../../host/files/log.ts'

export class Entrances {
  readonly #ports: CallPorts
  readonly #keys: readonly DesktopKey[]
  /** Stops the calls over sockets, or `null` before `listen`. */
  #stop: (() => void) | null = null

  constructor(ports: CallPorts, log: Log) {
    this.#ports = ports
    const { configuration, windows, requests } = ports
    const { settings } = configuration
    const keyPorts = {
      settings,
      log: (level: 'info' | 'warn', line: string) => log.write(level, line),
      notice: (text: string) => {
        for (const { page } of windows.all) page.notice('warning', text)
      },
    }
    const keys = () => [
      new DesktopKey(dropDownKey, { ...keyPorts, pressed: () => requests.toggleDropDown() }),
      new DesktopKey(nextAttentionKey, {
        ...keyPorts,
        // A global shortcut cannot show that nothing else needs the user. It starts over, as the
        // shortcut in a window does.
        pressed: () => void (windows.attention.next() ?? windows.attention.next()),
      }),
    ]
    // a process without windows leaves them to others
    this.#keys = ports.windowless ? [] : keys()
    this.#letIn(configuration.options.socket.enabled)
    settings.subscribe(
      ({ socket }) => socket.enabled,
      (enabled) => this.#letIn(enabled),
    )
  }

  dispose(): void {
    this.#letIn(false)
    for (const key of this.#keys) key.dispose()
  }

  #letIn(wanted: boolean): void {
    if (wanted) this.#stop ??= listenForCalls(this.#ports)
    else {
      this.#stop?.()
      this.#stop = null
    }
  }
}
