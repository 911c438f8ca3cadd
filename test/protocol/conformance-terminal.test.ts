/**
 * Tests `--terminal`: the runner with correct terminals, and with terminals that print, type, hang,
 * flood, forge, die or never start. Real ptys, with test/support/scripted-terminal.ts.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { findProgram } from '../../src/build/project.mjs'
import { outsideByCommand } from '../../src/protocol/conformance/outside.ts'
import type { Check, ConformanceReport } from '../../src/protocol/conformance/report.ts'
import { startTerminal } from '../../src/protocol/conformance/start.ts'
import { testTerminal, type ConformanceOptions } from '../../src/protocol/conformance/terminal.ts'
import type { Mode } from '../support/scripted-terminal.ts'
import { root } from '../tidy/tree.ts'
import { slow } from '../slow.ts'

const home = mkdtempSync(join(tmpdir(), 'vibeflow-scripted-'))
// where the runner puts its own folders
vi.stubEnv('TMPDIR', home)
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true, force: true })
})

const program = join(root, 'src/protocol/bin/vibeflow-protocol.mjs')
const own = join(root, 'test/support/scripted-terminal.ts')
const view = join(home, 'view.json')
const scripted = (mode: Mode) => `'${process.execPath}' '${own}' ${mode} '${view}' {}`

const run = (command: string, more: Partial<ConformanceOptions> = {}) =>
  // long enough for a busy machine: only the terminals that do not answer make the runner wait
  testTerminal({ command, pty: false, program, answerMs: 5_000, ...more })

async function checksOf(
  mode: Mode,
  more: Partial<ConformanceOptions> = {},
): Promise<readonly Check[]> {
  const report = await run(scripted(mode), more)
  if (typeof report === 'string') throw new Error(report)
  return report.checks
}

const failures = (checks: readonly Check[]) => checks.filter(({ outcome }) => outcome === 'fail')
const named = (checks: readonly Check[], id: string) => checks.find((check) => check.id === id)

describe('a terminal', () => {
  it('that is correct passes, and its missing abilities are reported', slow, async () => {
    const checks = await checksOf('right', { outside: outsideByCommand(`cat '${view}'`) })
    expect(failures(checks)).toEqual([])
    expect(named(checks, '7501.query')).toEqual({ id: '7501.query', outcome: 'pass' })
    expect(named(checks, '7501.states')).toMatchObject({ outcome: 'pass', detail: '8 words' })
    for (const dialect of ['9;4', '777', '21337', '7501', '1338'])
      expect(named(checks, `${dialect}.survives`)).toMatchObject({ outcome: 'pass' })
    expect(named(checks, 'strings.quoted-query')).toMatchObject({ outcome: 'pass' })
    expect(named(checks, '26.states')).toMatchObject({ outcome: 'unsupported' })
    expect(named(checks, 'title.effect')).toMatchObject({ outcome: 'pass' })
    expect(named(checks, '7.effect')).toMatchObject({ outcome: 'unseen' })
    expect(named(checks, '99.query')).toMatchObject({ outcome: 'pass' })
    expect(named(checks, 'answers.xtversion')).toMatchObject({ outcome: 'unsupported' })
    // xterm.js takes U+009C for ST
    expect(named(checks, 'strings.c1')).toMatchObject({ outcome: 'unsupported' })
  })

  it('that prints frames of one dialect fails for that one', async () => {
    const wrong = failures(await checksOf('prints'))
    expect(wrong.map(({ id }) => id)).toEqual([
      ...['1338.bel', '1338.st', '1338.split', '1338.utf8', '1338.no-utf8', '1338.long'],
    ])
    expect(wrong[0]?.detail).toMatch(/^prints: the cursor moves by /)
  })

  it('that types what it read into the input of the program fails', slow, async () => {
    const wrong = failures(await checksOf('types'))
    expect(new Set(wrong.map(({ id }) => id.split('.')[0]))).toEqual(new Set(['777']))
    expect(wrong[0]?.detail).toMatch(/^types notify;.* into the program's input$/)
  })

  it('that hangs is given up, with the point from which it did', slow, async () => {
    const checks = await checksOf('hangs', { answerMs: 250 })
    // an answer that a busy machine has late is another failure
    const silent = failures(checks).find(
      ({ detail }) => detail === 'the terminal answers nothing any more',
    )
    expect(silent?.id).toMatch(/^26\./)
    expect(checks.at(-1)).toEqual({
      id: '1338.long',
      outcome: 'fail',
      detail: 'not tried: the terminal answers nothing any more',
    })
  })

  it('that floods the program in it is ended', slow, async () => {
    const checks = await checksOf('floods')
    expect(failures(checks).every(({ id }) => !/^(answers|strings|title|7)\./.test(id))).toBe(true)
    expect(checks.at(-1)?.detail).toBe(
      'not tried: the terminal floods the program in it with input',
    )
  })

  it('that forges its answers is believed in nothing', slow, async () => {
    const checks = await checksOf('forges', { answerMs: 100 })
    expect(
      checks.filter(({ id, outcome }) => outcome === 'pass' && id !== 'answers.no-title'),
    ).toEqual([])
  })

  it('that ends in the middle of it fails for the rest', slow, async () => {
    const checks = await checksOf('dies')
    expect(named(checks, '9;4.long')).toMatchObject({ outcome: 'pass' })
    expect(checks.at(-1)?.detail).toBe('not tried: the program in the terminal has ended')
  })
})

/**
 * Returns a command that connects instead of the probe and sends this, an expression of JavaScript.
 */
const says = (text: string) =>
  `'${process.execPath}' -e 'require("net").connect(process.argv[1]).on("error", () => 0)` +
  `.write(${text})' "$(dirname {})/socket"`

describe('a command that starts no terminal', () => {
  const isReported = async (_: string, command: string, sentence: RegExp) =>
    expect(await run(command, { startMs: 4_000 })).toMatch(sentence)

  it.each([
    [
      'ends',
      "printf 'no display\\033[31m'; exit 3; {}",
      /^ended \(3\) before.*no display\\x1b\[31m$/,
    ],
    ['is connected by another program', says('"{\\"rows\\":1}\\n"'), /^something else than/],
  ])('%s', isReported)
  it.each([
    ['hangs', 'sleep 60; {}', /^no program ran in the terminal within 4 s$/],
    ['ends with 0 and is silent', 'true {}', /^no program ran in the terminal within 4 s$/],
    ['is none', 'no-such-terminal', /^ended \(127\) before a program ran in it.*not found/],
    [
      'has no terminal inside',
      '{} </dev/null >/dev/null',
      /has no terminal as its input and output/,
    ],
    ['never says who connects', says('"x".repeat(1e6)'), /^something else than the probe/],
  ])('%s', slow, isReported)

  it('gives a command that checks from outside only the documented variables', async () => {
    const hello = JSON.stringify({
      ...{ isTerminal: true, columns: 80, rows: 24 },
      environment: { LD_PRELOAD: '/x', TMUX_PANE: '%1', STY: 5 },
    })
    const started = await startTerminal({
      command: says(JSON.stringify(`${hello}\n`)),
      ...{ pty: false, program },
    })
    if (typeof started === 'string') throw new Error(started)
    await started.stop()
    expect(started.hello.environment).toEqual({ TMUX_PANE: '%1' })
  })

  it('leaves no directory', () => {
    expect(readdirSync(home).filter((name) => name !== 'view.json')).toEqual([])
  })
})

const has = (...names: string[]) => names.every((name) => findProgram(name) !== undefined)

describe('a multiplexer in a pty', () => {
  it('is watched from its own terminal', slow, async ({ skip }) => {
    if (!has('tmux', 'script')) return skip('tmux or script is not installed')
    const config = 'set -g allow-passthrough on'
    const name = `conformance-${process.pid}`
    const report = (await run(`tmux -L ${name} -f /dev/null new-session {} ';' ${config}`, {
      pty: true,
      answerMs: 2_000,
    })) as ConformanceReport
    expect(failures(report.checks)).toEqual([])
    expect(named(report.checks, '1338.passed')).toMatchObject({ outcome: 'unsupported' })
    expect(named(report.checks, '1338.wrapped')).toMatchObject({ outcome: 'pass' })
    expect(report.about?.['version']).toMatch(/^tmux /)
  })
})

describe('a terminal with a window', () => {
  it('is looked at by the titles of X11', slow, async ({ skip }) => {
    if (!has('xterm', 'Xvfb', 'xdotool')) return skip('xterm, Xvfb or xdotool is not installed')
    const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '800x600x24'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    const before = process.env['DISPLAY']
    try {
      const number = await new Promise<Buffer>((resolve) => server.stdio[3]?.once('data', resolve))
      process.env['DISPLAY'] = `:${number.toString().trim()}`
      const report = await run('xterm -u8 -geometry 80x24', { answerMs: 2_000 }) // and -e
      if (typeof report === 'string') throw new Error(report)
      expect(failures(report.checks)).toEqual([])
      expect(named(report.checks, 'title.effect')).toMatchObject({ outcome: 'pass' })
      expect(named(report.checks, '7501.query')).toMatchObject({ outcome: 'unsupported' })
    } finally {
      if (before === undefined) delete process.env['DISPLAY']
      else process.env['DISPLAY'] = before
      server.kill()
    }
  })
})
