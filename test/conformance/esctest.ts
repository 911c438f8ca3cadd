/**
 * `npm run conformance -- --esctest FOLDER`: runs the esctest2 in that folder in a tab of the app,
 * and in xterm if that is installed. The repository contains nothing of the suite (it is under the
 * GPL).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { _electron, type Page } from '@playwright/test'
import type {} from '../../src/renderer/page/start/test-hook.ts' // window.vibeflowTest
import { environment, makeFolder } from '../bench/parts/contestants.ts'
import { missing, xServer } from '../bench/parts/other-terminals.ts'
import { root } from '../tidy/tree.ts'
import {
  esctestBegin,
  esctestEnd,
  esctestTable,
  resultOf,
  type SuiteResult,
} from './esctest-table.ts'
import { withTable } from './table.ts'
import type { Engine } from './terminals.ts'

/** As an xterm that allows everything, is a VT525, and sums up characters alone for DECRQCRA. */
const xtermResources = [
  ['allowWindowOps', 'true'],
  ['disallowedWindowOps', ''],
  ['decTerminalID', '525'],
  ['checksumExtension', '7'],
].flatMap(([name, value]) => ['-xrm', `XTerm*${name}: ${value}`])

/**
 * The size that the suite needs, xterm's colors, to which it resets some, and a tab that closes at
 * its end.
 */
const ourOptions = [
  ...['window.columns=80', 'window.rows=25', 'colors.foreground="#000000"'],
  ...['colors.background="#ffffff"', 'tabs.on_exit="close"'],
].flatMap((option) => ['-o', option])

/**
 * @param words more of the suite's own, such as `--include=DECSTBM`
 * @param writes whether the table of docs/contributing/reports/terminal-suites.md is updated
 */
export async function esctest(
  engine: Engine,
  suite: string,
  { words, writes }: { readonly words: readonly string[]; readonly writes: boolean },
  log: (line: string) => void,
): Promise<void> {
  const { folder, remove } = makeFolder()
  try {
    const command = (name: string) => [
      ...['sh', '-c', 'cd "$0" && exec python3 -B esctest.py "$@"', resolve(suite, 'esctest')],
      ...['--expected-terminal=xterm', '--xterm-checksum=334', '--xterm-reverse-wrap=379'],
      ...['--options', 'xtermWinopsEnabled', '--no-print-logs', `--logfile=${logOf(name)}`],
      ...words,
    ]
    mkdirSync(join(root, 'artifacts'), { recursive: true })
    await inTab(engine, folder, command('vibeflow'))
    const ours = resultIn('vibeflow')
    log(`vibeflow passes ${ours.passed.length}`)
    const hasXterm = missing({ xterm: 'xterm', Xvfb: 'xvfb' }).length === 0
    if (hasXterm) await inXterm(folder, command('xterm'))
    const date = new Date().toISOString().slice(0, 10)
    const table = esctestTable(ours, hasXterm ? resultIn('xterm') : null, date)
    log(table)
    const page = join(root, 'docs/contributing/reports/terminal-suites.md')
    const document = readFileSync(page, 'utf8')
    if (writes) writeFileSync(page, withTable(document, table, esctestBegin, esctestEnd))
  } finally {
    remove()
  }
}

const logOf = (name: string): string => join(root, `artifacts/esctest-${name}.log`)

function resultIn(name: string): SuiteResult {
  return resultOf(existsSync(logOf(name)) ? readFileSync(logOf(name), 'latin1') : '')
}

/**
 * Runs the suite in a tab. Its queries for cells are answered from the window's content
 * (suite-in-tab.ts).
 */
async function inTab(engine: Engine, folder: string, command: readonly string[]): Promise<void> {
  const pages: Page[] = []
  const server = createServer((socket) => {
    void (async () => {
      for await (const line of createInterface({ input: socket }))
        socket.write(`${JSON.stringify(await rowsAt(pages[0]!, Number(line)))}\n`)
    })()
  })
  const socketFile = join(folder, 'window')
  server.listen(socketFile)
  const program = join(import.meta.dirname, 'suite-in-tab.ts')
  const app = await _electron.launch({
    executablePath: engine.electron,
    args: [...[engine.app, ...ourOptions, '-e', process.execPath, program, socketFile, ...command]],
    env: environment(folder, { VIBEFLOW_TEST: '1', VIBEFLOW_HEADLESS: '1' }),
    cwd: folder,
  })
  const closed = app.waitForEvent('close', { timeout: 0 })
  pages.push(await app.firstWindow())
  await closed // with its only tab
  server.close()
}

/** The rows of the screen, once the window shows what was printed up to this byte. */
function rowsAt(page: Page, at: number): Promise<string[]> {
  return page.evaluate(async (at) => {
    const hook = window.vibeflowTest!
    while (hook.stats().parsed < at) await new Promise((resolve) => setTimeout(resolve, 2))
    return hook.screen()
  }, at)
}

async function inXterm(folder: string, command: readonly string[]): Promise<void> {
  const display = await xServer()
  try {
    const child = spawn(
      'xterm',
      ['-fa', 'monospace', '-geometry', '80x25', ...xtermResources, '-e', ...command],
      { env: environment(folder, display.variables), cwd: folder, stdio: 'ignore' },
    )
    await once(child, 'exit')
  } finally {
    display.stop()
  }
}
