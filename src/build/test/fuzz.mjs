/**
 * `npm run fuzz [-- NAME...] [--seconds 60] [--iterations N] [--seed N] [--until N]`: runs the
 * targets of `fuzz/*.fuzz.ts` and prints each seed; the same seed gives the same inputs. A target
 * is a module that Node 24 runs unbuilt (imports end in `.ts`):
 *
 *   export const name = 'scanner'
 *   export function run({ random, iterations, deadlineMs, corpusDir, attempt }) { // may be async
 *     for (let i = 0; i < iterations && performance.now() < deadlineMs; i += 1) {
 *       const input = someBytes(random)
 *       attempt(input, () => replay(input)) // a throw is a finding: `input` goes to the corpus
 *     }
 *   }
 *   export function replay(input: Uint8Array) { ... } // throws if the property does not hold
 *
 * `random()` returns a number in [0, 1) and is the only randomness. `attempt` also counts. A
 * finding is written to `fuzz/corpus/<name>/<hash>` and replayed by test/fuzz in every test run.
 *
 * `--until N` continues earlier runs: targets take turns of a minute, each with a new seed, until
 * each has had N inputs. `fuzz/support/ledger.json` holds seeds and counts. It is written after
 * each turn, so a run may be stopped at any time.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadTargets, runTarget } from './fuzz-target.mjs'
import { readJson, root, say, script, startedDirectly, Stop } from '../project.mjs'
import { inProjectNode, setUpWithoutEngine } from '../setup/setup.mjs'

/** Time per target: enough to warm up, and little is lost if the run is stopped. */
const turnSeconds = 60
const ledgerFile = path.join(root, 'fuzz/support/ledger.json')

if (startedDirectly(import.meta.url)) await script(fuzz)

async function fuzz() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string' },
      iterations: { type: 'string' },
      seed: { type: 'string' },
      until: { type: 'string' },
    },
  })
  const until = values.until === undefined ? undefined : number('until', values.until)
  if (until !== undefined && (values.seed ?? values.iterations) !== undefined)
    throw new Stop('--until chooses seeds and counts itself: leave --seed and --iterations away')
  const seed = values.seed === undefined ? newSeed() : number('seed', values.seed)
  const iterations =
    values.iterations === undefined ? Infinity : number('iterations', values.iterations)
  const seconds =
    values.seconds === undefined
      ? iterations === Infinity && until === undefined
        ? 60
        : Infinity
      : number('seconds', values.seconds)

  await setUpWithoutEngine()
  const elsewhere = await inProjectNode(import.meta.url)
  if (elsewhere !== undefined) return elsewhere
  const targets = (await loadTargets(path.join(root, 'fuzz'))).filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  )
  if (targets.length === 0)
    throw new Stop(
      positionals.length > 0
        ? `no fuzz target is called ${positionals.join(', ')}`
        : 'there are no fuzz targets in fuzz/',
    )

  if (until !== undefined) return await goOn(targets, until, seconds)
  let findings = 0
  for (const target of targets)
    findings += (await tryTarget(target, { seed, iterations, seconds })).found ? 1 : 0
  return findings > 0 ? 1 : 0
}

/**
 * Runs one target, prints the result and saves a finding.
 * @param {import('./fuzz-target.mjs').Target} target
 * @param {{ seed: number, iterations: number, seconds: number }} limits
 */
async function tryTarget(target, limits) {
  const corpusDir = path.join(root, 'fuzz/corpus', target.name)
  const { error, input, ...result } = await runTarget(target, { ...limits, corpusDir })
  say(
    `${target.name}: ${result.count} inputs in ${result.seconds.toFixed(1)} s, seed ` +
      `${limits.seed}${error === undefined ? '' : ': FINDING'}`,
  )
  if (error !== undefined) {
    say(String(error instanceof Error ? error.stack : error))
    if (input !== undefined)
      say(`input kept: ${path.relative(root, keep(corpusDir, input, result.hash ?? 'input'))}`)
  }
  return { count: result.count, found: error !== undefined }
}

/**
 * @param {readonly import('./fuzz-target.mjs').Target[]} targets
 * @param {number} until inputs that each target must have had
 * @param {number} seconds for all of it
 */
async function goOn(targets, until, seconds) {
  const end = performance.now() + seconds * 1000
  const finding = new Set()
  for (;;) {
    const due = targets.filter(({ name }) => !finding.has(name) && inputsOf(name) < until)
    if (due.length === 0 || performance.now() >= end) break
    for (const target of due) {
      const left = (end - performance.now()) / 1000
      if (left <= 0) break
      const seed = newSeed()
      const { count, found } = await tryTarget(target, {
        seed,
        iterations: until - inputsOf(target.name),
        seconds: Math.min(turnSeconds, left),
      })
      if (found)
        finding.add(target.name) // fix it first
      else note(target.name, seed, count)
    }
  }
  for (const { name } of targets)
    say(
      `${name}: ${inputsOf(name).toLocaleString('en')} of ${until.toLocaleString('en')} ` +
        `inputs so far${finding.has(name) ? ', stopped by a finding' : ''}`,
    )
  return finding.size > 0 ? 1 : 0
}

/**
 * @typedef {Record<string, { inputs: number, seeds: number[] }>} Ledger inputs and seeds tried
 * without a finding
 */

/** Read each time: two runs with other targets may share it. @returns {Ledger} */
function ledger() {
  return readJson(ledgerFile) ?? {}
}

/** @param {string} name */
function inputsOf(name) {
  return ledger()[name]?.inputs ?? 0
}

/** @param {string} name @param {number} seed @param {number} count */
function note(name, seed, count) {
  const noted = ledger()
  const before = noted[name] ?? { inputs: 0, seeds: [] }
  noted[name] = { inputs: before.inputs + count, seeds: [...before.seeds, seed] }
  const rows = Object.entries(noted)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([target, entry]) => `  ${JSON.stringify(target)}: ${JSON.stringify(entry)}`)
  const draft = `${ledgerFile}.${process.pid}`
  fs.writeFileSync(draft, `{\n${rows.join(',\n')}\n}\n`)
  fs.renameSync(draft, ledgerFile)
}

function newSeed() {
  return Math.floor(Math.random() * 2 ** 32)
}

/** @param {string} folder @param {Uint8Array} input @param {string} hash */
function keep(folder, input, hash) {
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, hash)
  fs.writeFileSync(file, input)
  return file
}

/** @param {string} option @param {string} text */
function number(option, text) {
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0)
    throw new Stop(`--${option} takes a number, not "${text}"`)
  return value
}
