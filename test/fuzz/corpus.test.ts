/**
 * The fuzz targets inside the ordinary test run: every finding ever kept in fuzz/corpus is
 * replayed, and each target runs for its share of four seconds. The seed is fixed so that
 * the run is repeatable; VIBEFLOW_FUZZ_SEED tries another. Long runs: `npm run fuzz`.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadTargets, runTarget } from '../../src/build/test/fuzz-target.mjs'
import { root } from '../tidy/tree.ts'

const seed = Number(process.env['VIBEFLOW_FUZZ_SEED'] ?? '1')
/** All targets together, s: `npm run fuzz` and the scheduled workflow run longer. */
const allSeconds = 4
const corpus = (name: string) => join(root, 'fuzz/corpus', name)

const targets = await loadTargets(join(root, 'fuzz'))
const seconds = allSeconds / targets.length
const kept = existsSync(corpus('')) ? readdirSync(corpus('')) : []

test('every folder of findings has its target', () => {
  expect(
    kept.filter(
      (name) => !targets.some((target) => target.name === name && target.replay !== undefined),
    ),
  ).toEqual([])
})

for (const target of targets) {
  const files = kept.includes(target.name) ? readdirSync(corpus(target.name)) : []
  for (const file of files) {
    test(`${target.name}: ${file} is not a finding any more`, async () => {
      await target.replay?.(readFileSync(join(corpus(target.name), file)))
    })
  }

  test(`${target.name}: finds nothing in its share with seed ${seed}`, async () => {
    const result = await runTarget(target, {
      seed,
      iterations: Infinity,
      seconds,
      corpusDir: corpus(target.name),
    })
    if (result.error !== undefined) throw result.error
    expect(result.count).toBeGreaterThan(0)
  })
}
