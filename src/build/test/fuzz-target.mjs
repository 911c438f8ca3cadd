/**
 * Loads and runs one fuzz target, for `npm run fuzz` and the short run in `npm test`. fuzz.mjs
 * describes the convention.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * @typedef {(input: Uint8Array | string, check: () => unknown) => void} Attempt a check that
 * returns a promise is awaited by `run` itself, not here
 * @typedef {{ random: () => number, iterations: number, deadlineMs: number, corpusDir: string,
 * attempt: Attempt }} Context
 * @typedef {{ name: string, run: (context: Context) => unknown, replay?: (input: Uint8Array) =>
 * unknown }} Target
 */

/** @param {string} folder @returns {Promise<Target[]>} */
export async function loadTargets(folder) {
  if (!fs.existsSync(folder)) return []
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.fuzz.ts'))
    .sort()
  return Promise.all(files.map((file) => import(pathToFileURL(path.join(folder, file)).href)))
}

/**
 * @param {Target} target
 * @param {{ seed: number, iterations: number, seconds: number, corpusDir: string }} limits
 * @returns {Promise<{ count: number, seconds: number, error?: unknown, input?: Uint8Array, hash?:
 * string }>}
 */
export async function runTarget(target, { seed, iterations, seconds, corpusDir }) {
  const start = performance.now()
  let count = 0
  /** @type {Uint8Array | undefined} */
  let input
  /** @type {Attempt} */
  const attempt = (tried, check) => {
    count += 1
    try {
      check()
    } catch (error) {
      input = typeof tried === 'string' ? new TextEncoder().encode(tried) : tried.slice()
      throw error
    }
  }
  const elapsed = () => (performance.now() - start) / 1000
  try {
    await target.run({
      random: seeded(seed),
      iterations,
      deadlineMs: start + seconds * 1000,
      corpusDir,
      attempt,
    })
    return { count, seconds: elapsed() }
  } catch (error) {
    if (input === undefined) return { count, seconds: elapsed(), error }
    return {
      count,
      seconds: elapsed(),
      error,
      input,
      hash: createHash('sha256').update(input).digest('hex').slice(0, 16),
    }
  }
}

/**
 * Returns numbers in [0, 1) from a seed: mulberry32, good enough for inputs.
 * @param {number} seed
 */
export function seeded(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
