/** Lets calls by sockets and keys of the desktop in. */
import { listenForCalls, type CallPorts } from '../calls.ts'
import { DesktopKey, dropDownKey, nextAttentionKey } from '../desktop/desktop-key.ts'
import type { Log } from '../../host/files/log.ts'

export class Entrances {
  readonly #ports: CallPorts
  readonly #keys: readonly DesktopKey[]
  /** Ends the calls by sockets. `null` while they are not let in. */
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
    this.#keys = [
      new DesktopKey(dropDownKey, { ...keyPorts, pressed: () => requests.toggleDropDown() }),
      new DesktopKey(nextAttentionKey, {
        ...keyPorts,
        // a key has no word for the end: it goes on with the first, as the one of the windows does
        pressed: () => void (windows.attention.next() ?? windows.attention.next()),
      }),
    ]
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
