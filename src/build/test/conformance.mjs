/**
 * `npm run conformance [-- NAME...]`: tests installed terminals and vibeflow with the protocol
 * package's runner (test/conformance), and prints the scoreboard. `--write` updates
 * docs/reference/conformance.md, or the page of the part that runs. `--esctest FOLDER [WORD...]`
 * runs esctest2 instead. `--screens [COUNT]` compares the screens of installed terminals and of the
 * core; `--widths FOLDER` compares widths.
 */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from '../build.mjs'
import { root, script } from '../project.mjs'
import { inProjectNode, setUp } from '../setup/setup.mjs'

await script(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      write: { type: 'boolean', default: false },
      esctest: { type: 'string' },
      screens: { type: 'boolean', default: false },
      widths: { type: 'string' },
    },
  })
  const engine = await setUp()
  await build()
  const elsewhere = await inProjectNode(import.meta.url)
  if (elsewhere !== undefined) return elsewhere
  const log = (/** @type {string} */ line) => process.stdout.write(`${line}\n`)
  const part = (/** @type {string} */ name) =>
    import(pathToFileURL(path.join(root, `test/conformance/${name}.ts`)).href)
  if (values.esctest !== undefined) {
    const { esctest } = await part('esctest')
    const { write: writes, esctest: suite } = values
    await esctest(engine, suite, { words: positionals, writes }, log)
    process.exit(0)
  }
  if (values.screens) {
    const { screens } = await part('screens/screens')
    await screens({ count: Number(positionals[0] ?? 2_000), write: values.write }, log)
    process.exit(0)
  }
  if (values.widths !== undefined) {
    const { compareWidths, widthGroups } = await part('screens/widths')
    for (const group of widthGroups(await compareWidths(values.widths, log))) log(group)
    process.exit(0)
  }
  const { scoreboard } = await part('scoreboard')
  const all = await scoreboard(engine, { names: positionals, write: values.write }, log)
  process.exit(all ? 0 : 1) // terminals may leave connections open
})
