/**
 * The options of `ai.` and `ui.seen_after_ms` that the state machine obeys, with their defaults and
 * clamps (docs/agent-state.md, "Constants").
 */
import type { Millis } from '../clock.ts'

export interface Configuration {
  readonly debounceMs: Millis
  readonly silenceMs: Millis
  readonly staleMs: Millis
  /** `ai.explicit_stale_state_s`; 0: off. */
  readonly fuseMs: Millis
  readonly doneHoldMs: Millis
  /** `ai.heuristic_busy_s`; 0: off. */
  readonly busyHoldMs: Millis
  readonly seenAfterMs: Millis
  /** `ai.foreground_check_interval_ms`. */
  readonly pollMs: Millis
  readonly explicitScope: 'protocol' | 'session' | 'tool'
  readonly acknowledge: 'never' | 'focus' | 'input'
  readonly turnEnd: 'done' | 'waiting'
  readonly commands: 'working' | 'neutral'
  /** Output and silence may guess. */
  readonly heuristic: boolean
  /** Reported name -> name shown and merged under. */
  readonly aliases: ReadonlyMap<string, string>
}

export const defaults: Configuration = {
  debounceMs: 100,
  silenceMs: 4_000,
  staleMs: 30_000,
  fuseMs: 300_000,
  doneHoldMs: 3_000,
  busyHoldMs: 120_000,
  seenAfterMs: 1_000,
  pollMs: 250,
  explicitScope: 'protocol',
  acknowledge: 'never',
  turnEnd: 'done',
  commands: 'working',
  heuristic: true,
  aliases: new Map([['claude-code', 'claude']]),
}

export type Duration = {
  [Name in keyof Configuration]: Configuration[Name] extends number ? Name : never
}[keyof Configuration]

/** In milliseconds. `off`: 0 stands for "never", below the least. */
export const clamps: Readonly<
  Record<Duration, { readonly least: Millis; readonly most: Millis; readonly off?: true }>
> = {
  debounceMs: { least: 50, most: 10_000 },
  silenceMs: { least: 100, most: 60_000 },
  staleMs: { least: 5_000, most: 3_600_000 },
  fuseMs: { least: 10_000, most: 3_600_000, off: true },
  doneHoldMs: { least: 0, most: 600_000 },
  busyHoldMs: { least: 0, most: 3_600_000 },
  seenAfterMs: { least: 0, most: 60_000 },
  pollMs: { least: 100, most: 30_000 },
}

/**
 * What the file said, within bounds. The machine itself takes any duration from 0 to a year, so
 * that tests need not wait.
 */
export function clamp(configuration: Configuration): Configuration {
  return eachDuration(configuration, (value, name) => {
    const { least, most, off } = clamps[name]
    return off === true && value === 0 ? 0 : Math.min(most, Math.max(least, value))
  })
}

const durationMsMax = 366 * 86_400_000

/** Whatever came: numbers that can be reckoned with. */
export function sane(configuration: Configuration): Configuration {
  return eachDuration(configuration, (value, name) =>
    Number.isFinite(value) ? Math.min(durationMsMax, Math.max(0, value)) : defaults[name],
  )
}

function eachDuration(
  configuration: Configuration,
  change: (value: number, name: Duration) => number,
): Configuration {
  const names = Object.keys(clamps) as Duration[] // the keys of the table above
  return {
    ...configuration,
    ...Object.fromEntries(names.map((name) => [name, change(configuration[name], name)])),
  }
}
