/** Objects that the runner (src/build/test/bench.mjs) passes to a case. */

export interface Bench {
  readonly engine: {
    readonly engine: 'electron' | 'shim'
    readonly electron: string
    readonly app: string
  }
  readonly log: (line: string) => void
  /** Notes one number, as often as wanted. */
  readonly measure: (name: string, value: number, unit: string) => void
}
