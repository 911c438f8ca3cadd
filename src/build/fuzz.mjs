/**
 * `npm run fuzz [-- NAME...] [--seconds 60] [--iterations N] [--seed N]`: runs the targets of `fuzz/*.fuzz.ts` and prints each
 * seed; the same seed gives the same inputs. A target is a module, run by Node 24 as it stands (imports carry `.ts`):
 *
 *   export const name = 'scanner'
 *   export function run({ random, iterations, deadlineMs, corpusDir, attempt }) {      // may be async
 *     for (let i = 0; i < iterations && performance.now() < deadlineMs; i += 1) {
 *       const input = someBytes(random)                 // random(): a number in [0, 1), the only source of chance
 *       attempt(input, () => replay(input))             // a throw in here is a finding; `input` goes to the corpus
 *     }
 *   }
 *   export function replay(input: Uint8Array) { ... }   // throws when the property does not hold
 *
 * `attempt` also counts. A finding is written to `fuzz/corpus/<name>/<hash>` and replayed by test/fuzz in every test run for ever.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadTargets, runTarget } from './fuzz-target.mjs'
import { inProjectNode, root, say, script, startedDirectly, Stop } from './project.mjs'
import { setUpWithoutEngine } from './setup.mjs'

if (startedDirectly(import.meta.url)) await script(fuzz)

async function fuzz() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seconds: { type: 'string' }, iterations: { type: 'string' }, seed: { type: 'string' } },
  })
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : number('seed', values.seed)
  const iterations = values.iterations === undefined ? Infinity : number('iterations', values.iterations)
  const seconds = values.seconds === undefined ? (iterations === Infinity ? 60 : Infinity) : number('seconds', values.seconds)

  await setUpWithoutEngine()
  const elsewhere = await inProjectNode(import.meta.url)
  if (elsewhere !== undefined) return elsewhere
  const targets = (await loadTargets(path.join(root, 'fuzz'))).filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  if (targets.length === 0) throw new Stop(positionals.length > 0 ? `no fuzz target is called ${positionals.join(', ')}` : 'there are no fuzz targets in fuzz/')

  let findings = 0
  for (const target of targets) {
    const corpusDir = path.join(root, 'fuzz/corpus', target.name)
    const result = await runTarget(target, { seed, iterations, seconds, corpusDir })
    say(`${target.name}: ${result.count} inputs in ${result.seconds.toFixed(1)} s, seed ${seed}${result.error === undefined ? '' : ': FINDING'}`)
    if (result.error === undefined) continue
    findings += 1
    say(String(result.error instanceof Error ? result.error.stack : result.error))
    if (result.input !== undefined) say(`input kept: ${path.relative(root, keep(corpusDir, result.input, result.hash ?? 'input'))}`)
  }
  return findings > 0 ? 1 : 0
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
  if (!Number.isFinite(value) || value < 0) throw new Stop(`--${option} takes a number, not "${text}"`)
  return value
}
