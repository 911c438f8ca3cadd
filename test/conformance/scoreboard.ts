/**
 * `npm run conformance`: the runner of the protocol package with every terminal that is installed,
 * each in a home and on a display of its own.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../bench/parts/contestants.ts'
import {
  missing,
  waylandCompositor,
  xServer,
  type DisplayServer,
} from '../bench/parts/other-terminals.ts'
import { testTerminal } from '../../src/protocol/conformance/terminal.ts'
import { reportLines, type ConformanceReport } from '../../src/protocol/conformance/report.ts'
import { root } from '../tidy/tree.ts'
import { contenders, type Contender, type Engine } from './terminals.ts'
import { tableOf, withTable, type Result } from './table.ts'

export interface Wanted {
  /** Names; none: all. */
  readonly names: readonly string[]
  /** Puts the table into docs/reference/conformance.md. */
  readonly write: boolean
}

/** @returns whether all that were asked for could be tested */
export async function scoreboard(
  engine: Engine,
  { names, write }: Wanted,
  log: (line: string) => void,
): Promise<boolean> {
  const all = contenders(engine)
  const unknown = names.filter((name) => all.every((one) => one.name !== name))
  if (unknown.length > 0)
    throw new Error(
      `there is no ${unknown.join(', ')}; known are ${all.map(({ name }) => name).join(', ')}`,
    )
  if (write && names.length > 0)
    throw new Error('--write needs all terminals: leave the names away')
  const results: Result[] = []
  for (const one of all) {
    if (names.length > 0 && !names.includes(one.name)) continue
    log(`--- ${one.name}`)
    const result = await resultOf(one)
    log(typeof result.report === 'string' ? result.report : reportLines(result.report))
    results.push(result)
  }
  mkdirSync(join(root, 'artifacts'), { recursive: true })
  writeFileSync(join(root, 'artifacts/conformance.json'), JSON.stringify(results, null, 2))
  const table = tableOf(results, new Date().toISOString().slice(0, 10))
  log(table)
  if (write) {
    const file = join(root, 'docs/reference/conformance.md')
    writeFileSync(file, withTable(readFileSync(file, 'utf8'), table))
  }
  return results.every(({ report }) => typeof report !== 'string')
}

async function resultOf(one: Contender): Promise<Result> {
  const lacking = missing(one.needs)
  if (lacking.length > 0)
    return { name: one.name, report: `not installed: apt-get install ${lacking.join(' ')}` }
  const { folder, remove } = makeFolder()
  let display: DisplayServer | null = null
  try {
    if (one.where === 'x11') display = await xServer()
    if (one.where === 'wayland') display = await waylandCompositor(folder)
    return await inEnvironment(variablesOf(one, folder, display), async () => {
      const report = await testTerminal({
        command: one.command(folder),
        pty: one.where === 'pty',
        program: join(root, 'src/protocol/bin/vibeflow-protocol.mjs'),
        ...(one.outside === undefined ? {} : { outside: one.outside(folder) }),
      })
      return { name: `${one.name} ${versionOf(one, report)}`.trim(), report }
    })
  } finally {
    display?.stop()
    remove()
  }
}

function variablesOf(
  { where }: Contender,
  folder: string,
  display: DisplayServer | null,
): Readonly<Record<string, string>> {
  return {
    HOME: folder,
    SHELL: '/bin/sh',
    LANG: 'C.UTF-8',
    XDG_RUNTIME_DIR: join(folder, 'run'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_DATA_HOME: join(folder, 'data'),
    SCREENDIR: join(folder, 'run'),
    // none of them is on our own display, in our own multiplexer, or on a graphics card
    ...{ DISPLAY: '', WAYLAND_DISPLAY: '', TMUX: '', STY: '', LIBGL_ALWAYS_SOFTWARE: '1' },
    ...display?.variables,
    VIBEFLOW_HEADLESS: where === 'headless' ? '1' : '',
  }
}

/** The runner hands our own environment on; an empty value takes a variable away. */
async function inEnvironment<Value>(
  variables: Readonly<Record<string, string>>,
  run: () => Promise<Value>,
): Promise<Value> {
  const before = { ...process.env }
  for (const [name, value] of Object.entries(variables))
    if (value === '') delete process.env[name]
    else process.env[name] = value
  try {
    return await run()
  } finally {
    for (const name of Object.keys(variables))
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
  }
}

function versionOf(
  { name, needs, version }: Contender,
  report: ConformanceReport | string,
): string {
  const said = typeof report === 'string' ? undefined : report.about?.['version']
  const [program = name] = Object.keys(needs)
  const { stdout = '', stderr = '' } =
    version === undefined
      ? {}
      : spawnSync(program, version, {
          encoding: 'utf8',
        })
  const text = said ?? stdout + stderr
  return (/\d+(?:\.\d+)+[a-z]?/.exec(text) ?? /\b\d{1,4}\b/.exec(text))?.[0] ?? ''
}
