/**
 * A global shortcut from an option (`drop_down.key`, `attention.key`): through the desktop's
 * portal, else on X11 through Electron.
 */
import type { LiveOptions } from '../../core/config/settings.ts'
import type { Options } from '../../core/config/table.ts'
import {
  accelerator,
  chordLabel,
  chordText,
  parseChord,
  type Chord,
} from '../../core/config/keys/chords.ts'
import { desktopTrigger } from '../../core/config/keys/desktop-trigger.ts'
import { lineCharactersMax, safeText } from '../../base/text/safe-text.ts'
import { systemClock } from '../../host/clock.ts'
import type { BoundShortcut, ShortcutProblem } from '../../host/desktop/global-shortcuts.ts'
import { sessionBusAddress } from '../../host/desktop/session-bus/address.ts'
import { globalShortcut } from '../electron.ts'
import { recordCall } from '../test-hook.ts'
import { ownEnvironment } from '../process.ts'

/** A held key repeats faster than this; repeats count as one press. */
const repeatMs = 120

/** Time until the owner of a key is known. */
const grabbedMs = 1_000

/** Delay and number of retries after a portal has ended, for example for an update. */
const againMs = 5_000
const againMax = 3

const sentences: Readonly<Record<ShortcutProblem, string>> = {
  gone: "can't connect to the session bus.",
  late: "the desktop didn't respond.",
  refused: "this desktop doesn't support global shortcuts.",
  busy: 'the session bus is overloaded.',
  declined: 'you declined it.',
}

/** Purpose of a global shortcut. */
interface KeyUse {
  /** Option with the key binding: table and key. */
  readonly option: string
  readonly chord: (options: Options) => string
  /** The desktop remembers the user's choice under this ID. */
  readonly id: string
  /** Text that the desktop shows when it asks. */
  readonly description: string
  /** Command with the same effect, for desktops without global shortcuts. */
  readonly command: string
}

export const dropDownKey: KeyUse = {
  option: 'drop_down.key',
  chord: ({ drop_down }) => drop_down.key,
  id: 'drop-down',
  description: 'Show or hide the drop-down terminal',
  command: 'vibeflow --drop-down',
}

export const nextAttentionKey: KeyUse = {
  option: 'attention.key',
  chord: ({ attention }) => attention.key,
  id: 'next-attention',
  description: 'Go to the tab that has been waiting for you longest',
  command: 'vibeflow next',
}

interface KeyPorts {
  readonly settings: LiveOptions
  readonly log: (level: 'info' | 'warn', line: string) => void
  readonly notice: (text: string) => void
  readonly pressed: () => void
}

export class DesktopKey {
  readonly #use: KeyUse
  readonly #ports: KeyPorts
  readonly #stop: () => void
  #close: (() => void) | null = null
  /** Answers for an earlier key are ignored. */
  #turn = 0
  #pressedAt = Number.NEGATIVE_INFINITY

  constructor(use: KeyUse, ports: KeyPorts) {
    this.#use = use
    this.#ports = ports
    this.#stop = ports.settings.subscribe(use.chord, (key) => this.#follow(key))
    this.#follow(use.chord(ports.settings.options))
  }

  dispose(): void {
    this.#stop()
    this.#release()
  }

  #follow(key: string, again = againMax): void {
    this.#release()
    const chord = parseChord(key)
    if ('ok' in chord) void this.#bind(chord.ok, again)
  }

  #release(): void {
    this.#turn += 1
    this.#close?.()
    this.#close = null
  }

  async #bind(chord: Chord, again: number): Promise<void> {
    const turn = this.#turn
    const label = chordLabel(chordText(chord))
    const trigger = desktopTrigger(chord)
    if (trigger === null) {
      this.#say(`${label} isn't supported as a global shortcut. Choose another.`)
      return
    }
    const bound = await this.#portal(trigger, () => {
      if (turn !== this.#turn) return
      const next =
        again > 0 ? systemClock.after(againMs, () => this.#rebind(chord, again - 1)) : null
      this.#close = next
      this.#ports.log('warn', `${this.#use.option}: the desktop revoked ${label}`)
    })
    if (turn !== this.#turn) {
      if (typeof bound !== 'string') bound.close()
      return
    }
    recordCall(this.#use.option, typeof bound === 'string' ? bound : bound.trigger)
    if (typeof bound !== 'string') this.#hasPortal(bound)
    else if (bound === 'declined' || !this.#grab(chord, label)) this.#refused(label, bound)
  }

  #rebind(chord: Chord, again: number): void {
    this.#release()
    void this.#bind(chord, again)
  }

  #hasPortal(bound: BoundShortcut): void {
    this.#close = bound.close
    const trigger = safeText(bound.trigger, lineCharactersMax)
    this.#ports.log('info', `${this.#use.option}: the desktop registered ${trigger || 'no key'}`)
    if (trigger === '')
      this.#say('the desktop registered the shortcut without a key. Choose one in its settings.')
  }

  async #portal(trigger: string, gone: () => void): Promise<BoundShortcut | ShortcutProblem> {
    const address = sessionBusAddress(ownEnvironment)
    if (address === undefined) return 'gone'
    try {
      const { bindShortcut } = await import('../../host/desktop/global-shortcuts.ts')
      return await bindShortcut(
        address,
        { id: this.#use.id, description: this.#use.description, trigger, appId: 'vibeflow' },
        { pressed: () => this.#pressed(), gone },
      )
    } catch (problem) {
      if (typeof problem === 'string' && Object.hasOwn(sentences, problem))
        return problem as ShortcutProblem
      throw problem
    }
  }

  /** Grabs a key on X11. Wayland's display server has no keys for programs, and XWayland few. */
  #grab(chord: Chord, label: string): boolean {
    const keys = accelerator(chordText(chord))
    if (!ownEnvironment['DISPLAY'] || ownEnvironment['WAYLAND_DISPLAY'] || keys === null)
      return false
    if (!globalShortcut.register(keys, () => this.#pressed())) return false
    // The shim learns a moment later whether another program has the key.
    const cancel = systemClock.after(grabbedMs, () => {
      const isOurs = globalShortcut.isRegistered(keys)
      recordCall(`${this.#use.option} grabbed`, isOurs)
      if (!isOurs) this.#refused(label, 'refused')
    })
    this.#close = () => {
      cancel()
      globalShortcut.unregister(keys)
    }
    return true
  }

  #refused(label: string, problem: ShortcutProblem): void {
    const taken =
      ownEnvironment['DISPLAY'] && !ownEnvironment['WAYLAND_DISPLAY'] && problem !== 'declined'
    const why = taken ? 'another program may be using it.' : sentences[problem]
    this.#say(
      `couldn't register ${label} as a global shortcut: ${why} ` +
        `Bind "${this.#use.command}" in your desktop's keyboard settings instead.`,
    )
  }

  #say(text: string): void {
    this.#ports.log('warn', `${this.#use.option}: ${text}`)
    this.#ports.notice(`${this.#use.option}: ${text}`)
  }

  #pressed(): void {
    const now = systemClock.now()
    const held = now - this.#pressedAt < repeatMs
    this.#pressedAt = now
    if (!held) this.#ports.pressed()
  }
}
