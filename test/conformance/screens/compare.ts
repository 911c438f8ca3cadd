/**
 * `npm run conformance -- --screens [COUNT]`: random streams in every terminal that is installed
 * and in vibeflow's core, whose screens are compared. A stream in which vibeflow is not with the
 * majority is reduced to the pieces that matter.
 */
import { makeFolder } from '../../bench/parts/contestants.ts'
import { seeded } from '../../support/random.ts'
import type { Size } from '../../../src/base/sizes/size.ts'
import { oracleNames, startOracle, type Seen } from './oracles.ts'
import { ownTerminal, xtermJs, type InProcess } from './own.ts'
import { bytesOf, randomPieces, type Piece } from './streams.ts'
import { dissent, type Shown } from './votes.ts'

/** Small, so that streams reach edges and margins often. */
const size: Size = { cols: 24, rows: 8 }

/** A terminal that is started again if it does not answer. */
export class Contestant {
  readonly name: string
  readonly #size: Size
  #running: InProcess | null = null
  #folder = { folder: '', remove: () => {} }

  constructor(name: string, size: Size) {
    this.name = name
    this.#size = size
  }

  /** Returns why it cannot be started, or `null`. */
  async start(): Promise<string | null> {
    this.#folder = makeFolder()
    const started =
      this.name === 'vibeflow'
        ? ownTerminal(this.#size)
        : this.name === 'xterm.js'
          ? xtermJs(this.#size)
          : await startOracle(this.name, this.#size, this.#folder.folder)
    if (typeof started === 'string') return started
    this.#running = started
    return null
  }

  async show(bytes: Uint8Array): Promise<Seen | null> {
    try {
      return (await this.#running?.show(bytes)) ?? null
    } catch {
      this.stop()
      await this.start()
      return null
    }
  }

  stop(): void {
    this.#running?.stop()
    this.#running = null
    this.#folder.remove()
  }
}

export async function startAll(
  size: Size,
  log: (line: string) => void,
): Promise<readonly Contestant[]> {
  const all = ['vibeflow', 'xterm.js', ...oracleNames()].map((name) => new Contestant(name, size))
  const reasons = await Promise.all(all.map((one) => one.start()))
  return all.filter((one, index) => {
    const reason = reasons[index] ?? null
    if (reason !== null) log(`${one.name}: ${reason}`)
    return reason === null
  })
}

/** Shows every stream in every terminal. Each terminal has its own pace. */
export async function showAll(
  contestants: readonly Contestant[],
  streams: readonly Uint8Array[],
): Promise<Shown[]> {
  const results = streams.map(() => new Map<string, Seen>())
  await Promise.all(
    contestants.map(async (one) => {
      for (const [index, bytes] of streams.entries()) {
        const seen = await one.show(bytes)
        if (seen !== null) results[index]!.set(one.name, seen)
      }
    }),
  )
  return results
}

export interface Disagreement {
  /** The terminal that is not with the majority. */
  readonly name: string
  readonly index: number
  readonly pieces: readonly Piece[]
  readonly shown: Shown
}

export interface Comparison {
  readonly count: number
  readonly seed: number
  /** Streams in which each terminal is not with the majority of the others. */
  readonly differing: ReadonlyMap<string, number>
  readonly disagreements: readonly Disagreement[]
}

/** @param most reduced streams per other terminal; all are reduced in which vibeflow differs */
export async function compareScreens(
  { count, seed, most }: { readonly count: number; readonly seed: number; readonly most: number },
  log: (line: string) => void,
): Promise<Comparison> {
  const contestants = await startAll(size, log)
  try {
    const random = seeded(seed)
    const streams = Array.from({ length: count }, () => randomPieces(random, size))
    const shown = await showAll(contestants, streams.map(bytesOf))
    const differing = new Map<string, number>()
    const disagreements: Disagreement[] = []
    for (const { name } of contestants) {
      const indices = [...shown.keys()].filter((index) => dissent(shown[index]!, name) !== null)
      const missing = shown.filter((one) => !one.has(name)).length
      differing.set(name, indices.length)
      log(`${name}: not with the majority in ${indices.length} of ${count}; silent in ${missing}`)
      const step = name === 'vibeflow' ? 1 : Math.ceil(indices.length / most)
      for (const index of indices.filter((_, at) => at % step === 0)) {
        const one = { name, index, pieces: streams[index]!, shown: shown[index]! }
        disagreements.push(await reduced(contestants, one))
        log(textOf(disagreements.at(-1)!))
      }
    }
    return { count, seed, differing, disagreements }
  } finally {
    for (const one of contestants) one.stop()
  }
}

/** Removes pieces until the terminal is with the majority without any one of them. */
async function reduced(
  contestants: readonly Contestant[],
  given: Disagreement,
): Promise<Disagreement> {
  let left = given
  let step = Math.ceil(given.pieces.length / 2)
  for (let isDone = false; !isDone; step = Math.max(1, Math.floor(step / 2))) {
    const before = left.pieces.length
    for (let at = 0; at < left.pieces.length; ) {
      const pieces = left.pieces.toSpliced(at, step)
      const [shown] = await showAll(contestants, [bytesOf(pieces)])
      if (dissent(shown!, given.name) === null) at += step
      else left = { ...left, pieces, shown: shown! }
    }
    isDone = step === 1 && left.pieces.length === before
  }
  return left
}

export function kindsOf(pieces: readonly Piece[]): string {
  return [...new Set(pieces.map(({ kind }) => kind))].toSorted().join(', ')
}

export function textOf({ name, index, pieces, shown }: Disagreement): string {
  return [
    `--- ${name}, ${index}: ${kindsOf(pieces)}`,
    JSON.stringify(pieces.map(({ text }) => text).join('')),
    ...groupsOf(shown).map(([names, seen]) => `${names.join(', ')}: ${seen}`),
  ].join('\n')
}

/** Returns the terminals that show the same, with what they show. */
export function groupsOf(shown: Shown): [names: string[], seen: string][] {
  const groups = new Map<string, string[]>()
  for (const [name, seen] of shown) {
    const key = JSON.stringify(seen)
    groups.set(key, [...(groups.get(key) ?? []), name])
  }
  return [...groups].map(([seen, names]) => [names, seen])
}
