/**
 * The parts of the test run that a filter selects. The rings are the folders of `test/`; `check` is
 * types and lint.
 * @typedef {{ build: boolean, check: boolean, slow: boolean, vitest: readonly string[] | undefined,
 * app: readonly string[] | undefined }} Plan
 *   slow: also the tests that are tagged as slow; vitest, app: the runner's filters (none:
 *   everything), undefined if the runner is not needed
 */

/** Rings of vitest, and those of Playwright. `shim` has both kinds. */
export const vitestRings = [
  'base',
  'agents',
  'terminal',
  'core',
  'protocol',
  'host',
  'main',
  'cli',
  'renderer',
  'shim',
  'tidy',
  'build',
  'fuzz',
  'attack',
]
export const appRings = ['app', 'shim', 'attack']

/** Rings whose tests need the build. */
const builtRings = ['app', 'shim', 'build', 'host', 'cli', 'attack']

/**
 * @param {readonly string[]} words ring names, `ring/part-of-a-file-name`, or part of a path
 * @param {boolean} all slow tests too; a path selects them without it
 * @returns {Plan}
 */
export function plan(words, all = false) {
  if (words.length === 0) return { build: true, check: true, slow: all, vitest: [], app: [] }
  const rings = words.map((word) => word.replace(/^test\//, '').split('/')[0] ?? '')
  const known = (/** @type {string} */ ring) =>
    vitestRings.includes(ring) || appRings.includes(ring) || ring === 'check'
  const filters = (/** @type {readonly string[]} */ own) => {
    const chosen = words.flatMap((word, index) => {
      const ring = rings[index] ?? ''
      if (own.includes(ring))
        return [`test/${word.replace(/^test\//, '')}${word.includes('/') ? '' : '/'}`]
      return known(ring) ? [] : [word]
    })
    return chosen.length > 0 ? chosen : undefined
  }
  const app = filters(appRings)
  return {
    build: app !== undefined || rings.some((ring) => builtRings.includes(ring)),
    check: rings.includes('check'),
    slow: all || !words.every(known),
    vitest: filters(vitestRings),
    app,
  }
}
