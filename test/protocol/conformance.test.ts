/**
 * Tests `vibeflow-protocol conformance` with correct, broken and hostile emitters and parsers, and
 * its messages about wrong arguments.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../src/protocol/conformance/command.ts'
import { testEmitter, type EmitterOptions } from '../../src/protocol/conformance/emitter.ts'
import { conformanceHelp } from '../../src/protocol/conformance/help.ts'
import { readConformanceOptions } from '../../src/protocol/conformance/options.ts'
import { testParser } from '../../src/protocol/conformance/parser.ts'
import type { Check } from '../../src/protocol/conformance/report.ts'
import { readVectors } from '../../src/protocol/conformance/vectors.ts'
import { programs } from '../support/emit-places.ts'
import { root } from '../tidy/tree.ts'
import { slow } from '../slow.ts'

const home = mkdtempSync(join(tmpdir(), 'vibeflow-conform-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const vectors = readVectors(pathToFileURL(join(root, 'test/data/protocol-vectors.json')))
const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ')
const node = process.execPath

/** The package in one file: processes that read it start sooner. */
const protocol = join(home, 'protocol.mjs')
beforeAll(async () => {
  const bundle = await rolldown({ input: join(root, 'src/protocol/index.ts') })
  await bundle.write({ file: protocol, format: 'esm' })
  await bundle.close()
})

/** A program of JavaScript as a command; `protocol` is the package. */
function program(name: string, text: string): string {
  const file = join(home, `${name}.mjs`)
  writeFileSync(file, `import * as protocol from '${pathToFileURL(protocol).href}'\n${text}`)
  return quoted([node, file])
}

const emitter = (command: string, more: Partial<EmitterOptions> = {}) =>
  testEmitter({ command, input: 'arguments', dialects: ['1338'], ...more }, vectors)

const failures = (checks: readonly Check[]) => checks.filter(({ outcome }) => outcome === 'fail')

describe('an emitter', () => {
  // the Node version in 7501: package.test.ts
  it.each([
    ['node', ['1338'], 37],
    ['sh', ['1338', '7501'], 52],
  ] as const)('vibeflow-emit passes, %s', slow, async (version, dialects, count) => {
    const checks = await emitter(quoted(programs[version]), { dialects })
    expect(failures(checks)).toEqual([])
    expect(checks.filter(({ outcome }) => outcome === 'pass').length).toBe(count)
  })

  it('of the package passes in the other dialects too (package.test.ts)', slow, async () => {
    const writers = `const write = { 26: protocol.format26, 88: protocol.format88,
      21337: protocol.format21337 }
let text = ''
for await (const chunk of process.stdin) text += chunk
const { dialect, report } = JSON.parse(text)
if (write[dialect] === undefined) process.exit(64)
const frame = write[dialect](report)
if (!frame.ok) process.exit(1)
process.stdout.write(frame.value)
`
    const checks = await emitter(program('json', writers), {
      input: 'json',
      dialects: ['26', '88', '21337', '133'],
    })
    expect(failures(checks)).toEqual([])
    const of = (dialect: string) => checks.filter(({ id }) => id.startsWith(`${dialect}/`))
    expect(new Set(of('133').map(({ outcome }) => outcome))).toEqual(new Set(['unsupported']))
    for (const dialect of ['26', '88', '21337'])
      expect(of(dialect).filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(3)
  })

  async function fails(_: string, command: string, id: RegExp): Promise<void> {
    const wrong = failures(await emitter(command))
    expect(wrong.some((check) => id.test(check.id))).toBe(true)
    // whatever it printed reaches our own terminal as plain text
    expect(wrong.every(({ detail = '' }) => /^[\x20-\x7e]{1,160}$/.test(detail))).toBe(true)
  }
  it.each([['does not wrap', `${quoted(programs.sh)} "$1"; :`, /^1338\/through-tmux$/]])(
    'that %s fails',
    fails,
  )
  it.each([
    ['ends no frame', 'printf "\\033]1338;state=$1"; :', /^1338\/ser-01$/],
    ['escapes nothing', 'printf "\\033]1338;state=$1;%s\\007" "${2#--}"; :', /^1338\/tool-/],
    ['prints a line', 'printf "\\033]1338;state=$1\\007\\n"; :', /^1338\/ser-01$/],
    ['says another state', 'printf "\\033]1338;state=done\\007"; :', /^1338\/ser-01$/],
    ['does nothing', 'true', /^1338\/ser-01$/],
    ['writes what none may read', 'printf "\\033]1338;state=idle\\007"; :', /^1338\/ser-10$/],
    ['is none', 'no-such-emitter', /^1338\/ser-01$/],
  ])('that %s fails', slow, fails)

  it('that is endless, or huge, is ended', slow, async () => {
    const endless = await emitter('yes; :', { dialects: ['7501'] })
    expect(endless[0]?.detail).toBe('printed more than 65536 bytes')
    const binary = await emitter('head -c 60000 /dev/urandom; :', { dialects: ['7501'] })
    expect(failures(binary).length).toBe(binary.length)
  })

  it('that never ends is ended with all that it started', async () => {
    const mark = `sleep 3${process.pid}.25`
    const running = () => spawnSync('pgrep', ['-fx', mark], { encoding: 'utf8' }).stdout
    const ran = runCommand(`${mark} & ${mark}; :`, { ms: 500 })
    await expect.poll(running).not.toBe('')
    expect(await ran).toMatchObject({ code: null, problem: 'did not end within 0.5 s' })
    await expect.poll(running).toBe('')
  })
})

describe('a parser', () => {
  const lines = (answer: string) => `import { createInterface } from 'node:readline'
const { parse, parse7501, parse26, parse88, parse21337 } = protocol
const frames = { parse, osc7501_parse: parse7501, osc26_parse: parse26, osc88_parse: parse88,
  osc21337_parse: parse21337 }
const texts = { osc133_body: protocol.parse133, osc633_body: protocol.parse633,
  osc9_body: protocol.parse9, osc52_body: protocol.parse52 }
const result = (value) => value.ok
  ? (value.value.query ? value.value : { ok: value.value }) : { error: value.problem }
const read = ({ group, hex, text, frame, hostname }) => {
  const bytes = Buffer.from(hex ?? '', 'hex')
  if (group in frames) return result(frames[group](bytes))
  if (group in texts) return texts[group](text)
  if (group === 'osc7_body') return protocol.parse7(text, hostname)
  if (group === 'warp_json') return result(protocol.parseWarp(text))
  if (group === 'percent_encode') return protocol.percentEncode(text)
  if (group === 'percent_decode') return result(protocol.percentDecode(text))
  if (group === 'tmux_wrap')
    return Buffer.from(protocol.wrapForTmux(bytes.toString('latin1')), 'latin1').toString('hex')
  if (group !== 'serialise') return undefined
  const written = protocol.formatBytes(frame)
  return written.ok
    ? { ok: Buffer.from(written.value).toString('hex') } : { error: written.problem }
}
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line)
  const { id } = asked
  const value = read(asked)
  console.log(${answer})
}
`
  const right =
    'JSON.stringify(value === undefined ? { id, unsupported: true } : { id, result: value })'

  it('of the package reads all vectors', async () => {
    const checks = await testParser(program('parser', lines(right)), vectors)
    expect(failures(checks)).toEqual([])
    const unsupported = checks.filter(({ outcome }) => outcome === 'unsupported')
    expect(new Set(unsupported.map(({ id }) => id.split('/')[0]))).toEqual(new Set(['dispatch']))
    expect(checks.length - unsupported.length).toBe(291)
  })

  const failsAtOnce = async (_: string, command: string, detail: string) => {
    const checks = await testParser(command, vectors)
    expect(failures(checks).length).toBe(checks.length)
    expect(checks[1]?.detail).toBe(detail)
  }
  it.each([
    [
      'answers without end',
      "tr '\\0' x </dev/zero",
      'answered one line with more than 1048576 characters',
    ],
  ])('that %s fails immediately', failsAtOnce)
  it.each([
    ['is silent', 'cat >/dev/null', 'gave no answer within 5 s'],
    ['ends', 'read line', 'has ended (0)'],
    ['does not exist', 'no-such-parser', 'has ended (127)'],
  ])('that %s fails immediately', slow, failsAtOnce)

  const failsAlways = async (name: string, answer: string, detail: RegExp) => {
    const checks = await testParser(program(name.replaceAll(' ', '-'), lines(answer)), vectors)
    expect(failures(checks).length).toBe(checks.length)
    expect(checks[0]?.detail).toMatch(detail)
  }
  it.each([
    ['answers with invalid JSON', "'\\x1b]0;x\\x07'", /^answers with invalid JSON: [\x20-\x7e]+$/],
  ])('that %s fails', failsAlways)
  it.each([
    [
      'answers to another question',
      'JSON.stringify({ id: 1, result: value })',
      /^answers something/,
    ],
    ['answers wrongly', 'JSON.stringify({ id, result: 7 })', /^expected .*, got 7$/],
  ])('that %s fails', slow, failsAlways)
})

describe('its words', () => {
  const own = join(root, 'src/protocol/bin/vibeflow-protocol.mjs')
  const run = (...words: string[]) => spawnSync(node, [own, ...words], { encoding: 'utf8' })

  it.each([
    [[], 'missing command: use conformance'],
    [['test'], 'unknown command "test": use conformance'],
    [['conformance'], 'missing option: use one of --emitter CMD, --parser CMD'],
    [['conformance', '--emitter', ' '], '--emitter is empty: pass a shell command'],
    [
      ['conformance', '--emitter', 'a', '--parser', 'b'],
      "--emitter and --parser can't be used together: use one",
    ],
    [['conformance', '--emitter', 'a', 'b'], 'unexpected argument "b": put a command with spaces'],
    [
      ['conformance', '--emitter', 'a', '--pty'],
      "--pty can't be used with --emitter: use it with --terminal",
    ],
    [
      ['conformance', '--emitter', 'a', '--input', 'xml'],
      'unknown --input "xml": use arguments or json',
    ],
    [
      ['conformance', '--emitter', 'a', '--dialects', '1338,88'],
      '--dialects "88" can\'t be tested with --input arguments: use 1338, 7501',
    ],
    [
      ['conformance', '--terminal', 'a', '--timeout', '1s'],
      '--timeout "1s" is out of range: use 50 to 60000 milliseconds',
    ],
    [['conformance', '--terminals', 'a'], "Unknown option '--terminals'"],
  ])('%j are refused', (words, sentence) => {
    const task = readConformanceOptions(words)
    if (task.does !== 'refuse') throw new Error(`it is taken: ${JSON.stringify(task)}`)
    expect(task.problem.slice(0, sentence.length)).toBe(sentence)
  })

  it('that are refused are answered on standard error alone, with the correct form', () => {
    const { status, stdout, stderr } = run('test')
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^vibeflow-protocol: unknown command "test": /)
    expect(stderr).toContain('usage: vibeflow-protocol conformance')
  })

  it('reach a pipe that is full and does not block, whole', async () => {
    const pipe = join(home, 'pipe')
    execFileSync('mkfifo', [pipe])
    const end = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
    const filling = Buffer.alloc(4_096, 'x')
    for (let isFull = false; !isFull; ) {
      try {
        writeSync(end, filling)
      } catch {
        isFull = true
      }
    }
    const child = spawn(node, [own, '--help'], { stdio: ['ignore', end, 'inherit'] })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    // long enough for a runner that does not wait: it would have ended without output
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 1_500))])
    let text = ''
    const part = Buffer.alloc(65_536)
    await expect
      .poll(
        () => {
          try {
            text += part.toString('utf8', 0, readSync(end, part))
          } catch {
            // nothing is in it now
          }
          return text.replace(/^x+/, '')
        },
        { timeout: 20_000 },
      )
      .toBe(conformanceHelp)
    expect(await ended).toBe(0)
    closeSync(end)
  })

  it('print results as text and JSON, and exit with a matching code', slow, () => {
    const passed = run('conformance', '--emitter', 'true')
    expect(passed.status).toBe(1)
    expect(passed.stdout).toMatch(/^FAIL {2}1338\/ser-01: [^\n]*\n/)
    expect(passed.stdout).toMatch(/\d+ passed, \d+ failed, 0 not supported, 0 not observable\n$/)
    const parser = run('conformance', '--json', '--parser', 'no-such-parser')
    expect(parser.status).toBe(1)
    expect(JSON.parse(parser.stdout)).toMatchObject({ kind: 'parser', command: 'no-such-parser' })
    const terminal = run('conformance', '--terminal', 'exit 7; {}')
    expect(terminal.status).toBe(3)
    expect(terminal.stderr).toMatch(/^vibeflow-protocol: --terminal exit 7; {}: ended \(7\) before/)
    expect(execFileSync(node, [own, '--help'], { encoding: 'utf8' })).toContain('--outside CMD')
  })
})
