/** Runs a pattern in a worker and ends the worker when the pattern's time is over. */
import { patternMsMax, workerStartMsMax } from './limits.ts'
import type { TextMatch, TextMatcher } from './matcher.ts'
import type { PatternAnswer, PatternJob } from './pattern-job.ts'

export const patternTooSlow =
  'The search pattern took too long and was stopped. Showing the matches found so far.'

type Found = PatternAnswer['found']
type Said = (PatternAnswer & { readonly ms: number }) | 'ready'

/** One per search. The worker is reused as long as its patterns end in time. */
export class PatternTimeouts {
  static #idle: Worker | null = null
  /** Workers that have started, which on a busy machine takes longer than a pattern may. */
  static readonly #ready = new WeakSet<Worker>()
  readonly #matcher: Pick<TextMatcher, 'source' | 'flags' | 'wholeWord'>
  /** Time for all calls, ms. */
  readonly #msMax: number
  #worker: Worker | null = null
  #spentMs = 0
  #nextId = 1

  constructor(matcher: Pick<TextMatcher, 'source' | 'flags' | 'wholeWord'>, msMax = patternMsMax) {
    this.#matcher = matcher
    this.#msMax = msMax
  }

  /** Returns matches by line, or null if the time is over, which ends it. */
  async try(lines: readonly string[], max: number): Promise<Found | null> {
    const worker =
      this.#worker ??
      PatternTimeouts.#idle ??
      new Worker(new URL('./pattern-worker.ts', import.meta.url), { type: 'module' })
    PatternTimeouts.#idle = null
    this.#worker = worker
    const { source, flags, wholeWord } = this.#matcher
    const job: PatternJob = { id: this.#nextId++, source, flags, wholeWord, lines, max }
    const answer = await new Promise<Exclude<Said, 'ready'> | null>((resolve) => {
      const within = (ms: number): number => window.setTimeout(() => resolve(null), ms)
      const leftMs = Math.max(1, this.#msMax - this.#spentMs)
      let timer = within(PatternTimeouts.#ready.has(worker) ? leftMs : workerStartMsMax)
      worker.onmessage = ({ data }: MessageEvent<Said>) => {
        if (data === 'ready') {
          PatternTimeouts.#ready.add(worker)
          window.clearTimeout(timer)
          timer = within(leftMs)
          return
        }
        if (data.id !== job.id) return
        window.clearTimeout(timer)
        resolve(data)
      }
      worker.onerror = () => {
        window.clearTimeout(timer)
        resolve(null)
      }
      worker.postMessage(job satisfies PatternJob)
    })
    if (answer === null) {
      worker.terminate()
      this.#worker = null
      return null
    }
    this.#spentMs += answer.ms
    if (this.#spentMs >= this.#msMax) return null
    return answer.found satisfies readonly { readonly matches: readonly TextMatch[] }[]
  }

  /** Ends the search. @param working whether the worker is busy, and so cannot be reused */
  end(working: boolean): void {
    const worker = this.#worker
    this.#worker = null
    if (worker === null) return
    if (working || PatternTimeouts.#idle !== null) worker.terminate()
    else PatternTimeouts.#idle = worker
  }
}
