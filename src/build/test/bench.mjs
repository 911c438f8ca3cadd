/**
 * `npm run bench [-- NAME...]`: runs the cases of `test/bench` and its folders `agents` and `kitty`
 * one after the other, prints a table and writes artifacts/bench.json. A case is a module that
 * Node 24 runs unbuilt (imports end in `.ts`):
 *
 *   export const name = 'scanner, plain text'
 *   export async function run(ctx: { engine, log(line), measure(name, value, unit) }) { ... }
 *
 * `ctx.engine` comes from engine.mjs (executable, app folder). `measure` records one number and may
 * be called often. Files whose names begin with `_` are not cases. `--write=FILE` also writes the
 * table to FILE as Markdown.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from '../build.mjs'
import { engineLine } from '../setup/engine.mjs'
import { markdown, valueText } from './bench-report.mjs'
import { root, say, script, Stop, writeJson } from '../project.mjs'
import { inProjectNode, setUp } from '../setup/setup.mjs'

/** @typedef {import('./bench-report.mjs').Measure} Measure */

await script(async () => {
  const engine = await setUp()
  await build()
  const elsewhere = await inProjectNode(import.meta.url)
  if (elsewhere !== undefined) return elsewhere
  say(engineLine(engine))
  const folder = path.join(root, 'test/bench')
  const files = fs.existsSync(folder)
    ? ['', 'agents/', 'kitty/']
        .flatMap((part) => fs.readdirSync(path.join(folder, part)).map((name) => part + name))
        .filter((name) => /^((agents|kitty)\/)?[^_/][^/]*\.ts$/.test(name))
        .sort()
    : []
  const option = '--write='
  const words = process.argv.slice(2)
  const names = words.filter((word) => !word.startsWith(option))
  const report = words.find((word) => word.startsWith(option))?.slice(option.length)
  /** @type {Measure[]} */
  const measures = []
  let failed = 0
  let ran = 0
  for (const file of files) {
    const bench = await import(pathToFileURL(path.join(folder, file)).href)
    if (
      names.length > 0 &&
      !names.some((name) => file.includes(name) || String(bench.name).includes(name))
    )
      continue
    ran += 1
    say(`--- ${bench.name}`)
    try {
      await bench.run({
        engine,
        log: say,
        measure: (
          /** @type {string} */ name,
          /** @type {number} */ value,
          /** @type {string} */ unit,
        ) => measures.push({ bench: bench.name, name, value, unit }),
      })
    } catch (error) {
      failed += 1
      say(String(error instanceof Error ? error.stack : error))
    }
  }
  if (ran === 0)
    throw new Stop(`no bench ${names.length > 0 ? `matches ${names.join(' ')}` : 'in test/bench'}`)
  process.stdout.write(table(measures))
  const machine = {
    cpu: os.cpus()[0]?.model,
    cores: os.cpus().length,
    memoryBytes: os.totalmem(),
    node: process.versions.node,
    engine: engineLine(engine),
  }
  writeJson(path.join(root, 'artifacts/bench.json'), {
    at: new Date().toISOString(),
    machine,
    measures,
  })
  if (report !== undefined)
    fs.writeFileSync(path.resolve(root, report), markdown({ engine: engineLine(engine), measures }))
  return failed > 0 ? 1 : 0
})

/** @param {readonly Measure[]} measures */
function table(measures) {
  const rows = measures.map(({ bench, name, value, unit }) => [bench, name, valueText(value), unit])
  const width = (/** @type {number} */ column) =>
    Math.max(0, ...rows.map((row) => row[column]?.length ?? 0))
  const [first, second, third] = [width(0), width(1), width(2)]
  return rows
    .map(
      ([bench = '', name = '', value = '', unit = '']) =>
        `${bench.padEnd(first)}  ${name.padEnd(second)}  ${value.padStart(third)} ${unit}\n`,
    )
    .join('')
}
