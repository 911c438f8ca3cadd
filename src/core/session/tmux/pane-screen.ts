/**
 * The screen of a tmux pane, for the rules of its foreground agent: a shadow terminal without
 * history that exists only while rules read it. It starts with the pane's rows in tmux and
 * continues with its output.
 */
import type { Rule } from '../../../agents/rules/rules.ts'
import type { RuleOff } from '../../../agents/rules/limited.ts'
import type { Clock } from '../../../base/clock.ts'
import { RecentOutput } from '../flow/recent-output.ts'
import { Meter } from '../flow/meter.ts'
import type { ScreenFound, ScreenWatch } from '../../../agents/screen-rules/screen-reader.ts'
import type { DialogSeen } from '../../worker/messages.ts'
import type { ShadowPort } from '../../worker/ports.ts'
import { Shadow } from '../../worker/shadow.ts'
import type { Size } from '../../../base/sizes/size.ts'
import { unknownFacts } from '../../../terminal/replies/facts.ts'
import type { ScreenPort } from '../agent/screen-rule-watcher.ts'

export interface PaneScreenPorts {
  readonly clock: Clock
  /** Absent without shadow terminals. */
  readonly shadow: ShadowPort | undefined
  readonly size: () => Size
  /** Requests the pane's rows, which `begin` receives. */
  readonly ask: () => void
  readonly read: (found: ScreenFound) => void
  readonly ruleOff: (off: RuleOff) => void
  readonly readerGone: () => void
}

interface MadeShadow {
  readonly shadow: Shadow
  readonly history: RecentOutput
  readonly meter: Meter
}

export class PaneScreen implements ScreenPort {
  readonly #ports: PaneScreenPorts
  #watch: ScreenWatch | null = null
  #made: MadeShadow | null = null
  /** It started with the pane's rows, so it equals the pane's screen. */
  #isWhole = false
  /** Number of the shadow. An offset of one shadow is not valid in the next. */
  #generation = 0
  /** It is read from outside the tab, whether rules watch it or not. */
  #isAsked = false
  readonly #waiting: (() => void)[] = []

  constructor(ports: PaneScreenPorts) {
    this.#ports = ports
  }

  get on(): boolean {
    return this.#ports.shadow !== undefined && (this.#made?.shadow.on ?? true)
  }

  /** Whether the shadow has too much to parse, so that output should be skipped. */
  get isBehind(): boolean {
    return this.#made?.meter.paused ?? false
  }

  mark(): void {
    this.#made?.shadow.mark()
  }

  watch(watch: ScreenWatch | null): void {
    this.#watch = watch
    if (watch === null && this.#isAsked) this.#made?.shadow.watch(null)
    else if (watch === null) this.#end()
    else if (this.#made !== null) this.#made.shadow.watch(watch)
    else this.renew()
  }

  judge(rules: readonly Rule[], text: string): ReturnType<ScreenPort['judge']> {
    if (!this.on) return Promise.resolve('lost')
    return (this.#made ?? this.#make()).shadow.questions.judge(rules, text)
  }

  /** Restarts from tmux's rows: the shadow no longer matches the pane. */
  renew(): void {
    if (this.#isWanted) this.#ports.ask()
  }

  /** Reads the dialog on the screen, which is kept current until `ignore`. */
  async dialog(rules: readonly Rule[], prompt: Rule | null): Promise<DialogSeen | null> {
    if (!this.on) return null
    this.#isAsked = true
    if (!this.#isWhole)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
        this.renew()
      })
    const generation = this.#generation
    const seen = (await this.#made?.shadow.questions.dialog(rules, prompt)) ?? null
    if (seen?.dialog == null) return seen
    const { dialog } = seen
    return { ...seen, dialog: { ...dialog, instance: `${generation}.${dialog.instance}` } }
  }

  /** Bytes in the current shadow, comparable with its `DialogSeen.at`. */
  get end(): number {
    return this.#made?.history.end ?? -1
  }

  ignore(): void {
    this.#isAsked = false
    if (this.#watch === null) this.#end()
  }

  /** Starts the shadow with tmux's rows, as written by `screenBytes`. */
  begin(bytes: Uint8Array): void {
    if (!this.#isWanted) return
    this.#end()
    const { shadow } = this.#make()
    if (this.#watch !== null) shadow.watch(this.#watch)
    this.#isWhole = true
    this.output(bytes)
    this.#wake()
  }

  get #isWanted(): boolean {
    return (this.#watch !== null || this.#isAsked) && this.on
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  /** Takes output, which is ignored before the rows. */
  output(bytes: Uint8Array): void {
    if (this.#made === null) return
    this.#made.history.push(bytes)
    this.#made.meter.add(bytes.length)
    this.#made.shadow.printed()
  }

  dispose(): void {
    this.#watch = null
    this.#isAsked = false
    this.#end()
    this.#wake()
  }

  #make(): MadeShadow {
    const { clock, shadow: port, size, read, ruleOff, readerGone } = this.#ports
    const history = new RecentOutput()
    // the owner checks whether the pane lags
    const meter = new Meter({ pause: () => undefined, resume: () => undefined })
    const shadow = new Shadow(() => 0, unknownFacts, {
      clock,
      port,
      history,
      size,
      read,
      ruleOff,
      readerGone,
      changed: () => undefined,
      watched: () => undefined,
      asked: () => undefined, // tmux replies to its panes' queries
      gone: () => undefined,
      joined: (at) => meter.join(at),
      left: () => meter.leave(),
      parsed: (upTo) => meter.acknowledge(upTo),
    })
    this.#made = { shadow, history, meter }
    this.#generation += 1
    return this.#made
  }

  #end(): void {
    this.#made?.shadow.dispose()
    this.#made = null
    this.#isWhole = false
  }
}
