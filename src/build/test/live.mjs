/**
 * `npm run live [-- AGENT...]`: measures real agents from the npm registry, each in a tab with a
 * simulated model (test/live). `--fresh` installs the newest versions, `--tmux` runs each in tmux,
 * `--hooks` integrates them first, `--write` updates the table in docs, `--record FOLDER` saves
 * their output, `--answers` tests each answer to their dialogs instead, `--hard` runs the hard
 * cases, `--case NAME` one of them. `--busy MINUTES` runs all at the same time and counts false
 * alarms. `--reply FILE` with `--record FOLDER` and `--columns N` records how each draws this
 * answer of its model. `--day` plays a day with five agents in the built app; `--record FOLDER`
 * saves an animated picture of it. `--conversations` searches and resumes old conversations there.
 */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { root, script } from '../project.mjs'
import { runInApp } from '../setup/run-in-app.mjs'
import { inProjectNode, setUpWithoutEngine } from '../setup/setup.mjs'

await script(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      fresh: { type: 'boolean', default: false },
      tmux: { type: 'boolean', default: false },
      hooks: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      answers: { type: 'boolean', default: false },
      conversations: { type: 'boolean', default: false },
      day: { type: 'boolean', default: false },
      hard: { type: 'boolean', default: false },
      busy: { type: 'string' },
      case: { type: 'string', multiple: true, default: [] },
      record: { type: 'string' },
      reply: { type: 'string' },
      columns: { type: 'string', default: '80' },
    },
  })
  if (values.day)
    return runInApp('test/live/day.ts', values.record === undefined ? [] : [values.record])
  if (values.conversations) {
    const how = /** @type {const} */ (['fresh', 'write']).filter((name) => values[name])
    const flags = [...how.map((name) => `--${name}`), ...values.case.map((one) => `--case=${one}`)]
    return runInApp('test/live/conversations.ts', [...positionals, ...flags])
  }
  await setUpWithoutEngine()
  const elsewhere = await inProjectNode(import.meta.url)
  if (elsewhere !== undefined) return elsewhere
  const { live } = await import(pathToFileURL(path.join(root, 'test/live/live.ts')).href)
  const right = await live(
    {
      ids: positionals,
      ...values,
      only: values.case,
      busy: values.busy === undefined ? null : Number(values.busy),
      record: values.record ?? null,
      reply: values.reply ?? null,
      columns: Number(values.columns),
    },
    (/** @type {string} */ line) => process.stdout.write(`${line}\n`),
  )
  process.exit(right ? 0 : 1) // agents may leave connections open
})
