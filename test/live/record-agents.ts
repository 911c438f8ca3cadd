/**
 * Records real agents in a terminal: started without an account, in a home of their own, their
 * model stood in for (model-server.ts). Each is asked to make a file, works, asks whether it may
 * run the command, is allowed to, and is done. Run by hand, since the packages are large and not
 * ours:
 *
 *   npm install --prefix DIR @anthropic-ai/claude-code @google/gemini-cli @qwen-code/qwen-code
 *   opencode-ai
 *   node test/live/record-agents.ts OUT claude DIR/node_modules/.bin/claude
 *
 * Writes OUT/NAME.raw and .raw.idx, as test/data/README.md describes them, and prints what was on
 * the screen at each step. The home's path is replaced in the recording by another of equal length.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Terminal } from '../../src/core/vt/index.ts'
import { systemClock } from '../../src/host/clock.ts'
import { forkPty } from '../../src/host/pty/start-pty.ts'
import { startStandIn, type StandIn } from './model-server.ts'

const cols = 120
const rows = 40

/** How one agent is brought to run offline, and how it is led through the scenario. */
interface Driven {
  readonly environment: (server: StandIn) => Readonly<Record<string, string>>
  readonly files: (
    home: string,
    project: string,
    server: StandIn,
  ) => Readonly<Record<string, string>>
  readonly args: readonly string[]
  /**
   * Before the first prompt: questions of a first start, as what is on the screen and the keys for
   * it.
   */
  readonly begin: readonly (readonly [shown: RegExp, keys: string])[]
  readonly ready: RegExp
  readonly asks: RegExp
  /** Allows it. */
  readonly allow: string
  readonly done: RegExp
  readonly quit: readonly string[]
}

const done = /The file is there\. Done\./

const agents: Readonly<Record<string, Driven>> = {
  claude: {
    environment: ({ address }) => ({
      ANTHROPIC_BASE_URL: address,
      ANTHROPIC_API_KEY: 'stand-in-key',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      ANTHROPIC_MODEL: 'claude-sonnet-4-5',
    }),
    files: (home, project) => ({
      [join(home, '.claude.json')]: JSON.stringify({
        hasCompletedOnboarding: true,
        theme: 'dark',
        customApiKeyResponses: { approved: ['stand-in-key'], rejected: [] },
        projects: {
          [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true },
        },
      }),
    }),
    args: [],
    begin: [],
    ready: /^\s*[❯>]/m,
    asks: /Do you want to proceed\?/,
    allow: '1',
    done,
    quit: ['\x03', '\x03'],
  },
  gemini: {
    environment: ({ address }) => ({
      GEMINI_API_KEY: 'stand-in-key',
      GOOGLE_GEMINI_BASE_URL: address,
      GEMINI_CLI_NO_RELAUNCH: 'true',
      NO_BROWSER: '1',
    }),
    files: (home) => ({
      [join(home, '.gemini/settings.json')]: JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        general: { disableAutoUpdate: true, enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      }),
    }),
    args: ['--model', 'gemini-2.5-flash'],
    begin: [],
    ready: /Type your message/,
    asks: /Allow (execution|once)/,
    allow: '\r',
    done,
    quit: ['\x03', '\x03'],
  },
  qwen: {
    environment: ({ address }) => ({
      OPENAI_API_KEY: 'stand-in-key',
      OPENAI_BASE_URL: `${address}/v1`,
      OPENAI_MODEL: 'stand-in',
    }),
    files: (home) => ({
      [join(home, '.qwen/settings.json')]: JSON.stringify({
        security: { auth: { selectedType: 'openai' } },
        general: { disableAutoUpdate: true, enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      }),
    }),
    args: ['--approval-mode', 'default'],
    begin: [],
    ready: /Type your message/,
    asks: /Allow execution|Yes, allow once/,
    allow: '\r',
    done,
    quit: ['\x03', '\x03'],
  },
  opencode: {
    environment: () => ({
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    }),
    files: (home, _project, { address }) => ({
      [join(home, '.config/opencode/opencode.json')]: JSON.stringify({
        autoupdate: false,
        share: 'disabled',
        model: 'local/stand-in',
        small_model: 'local/stand-in',
        permission: { bash: 'ask', edit: 'ask' },
        provider: {
          local: {
            npm: '@ai-sdk/openai-compatible',
            name: 'local',
            options: { baseURL: `${address}/v1`, apiKey: 'stand-in-key' },
            models: { 'stand-in': { name: 'stand-in', tool_call: true } },
          },
        },
      }),
    }),
    args: [],
    begin: [],
    ready: /Ask anything/,
    asks: /Permission required/,
    allow: '\r',
    done,
    quit: ['\x03', '\x03'],
  },
}

const [out, name = '', program] = process.argv.slice(2)
const driven = agents[name]
if (out === undefined || program === undefined || driven === undefined)
  throw new Error(`node test/live/record-agents.ts OUT ${Object.keys(agents).join('|')} PROGRAM`)
await record(out, name, resolve(program), driven)
process.exit(0)

async function record(
  folder: string,
  agent: string,
  path: string,
  { environment, files, args, begin, ready, asks, allow, done: finished, quit }: Driven,
): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'vibeflow-agent-'))
  const project = join(home, 'api')
  mkdirSync(project)
  const server = await startStandIn('touch made-by-agent', 3_000)
  for (const [file, text] of Object.entries(files(home, project, server))) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const grid = new Terminal({ cols, rows, scrollback: 1_000 })
  const chunks: Buffer[] = []
  const index: string[] = []
  const began = performance.now()
  let ended = false
  const started = forkPty(
    systemClock,
    {
      program: path,
      args,
      directory: project,
      size: { cols, rows },
      integration: false,
      environment: {
        HOME: home,
        PATH: process.env['PATH'] ?? '',
        TERM: 'xterm-256color',
        COLORTERM: 'truecolor',
        LANG: 'C.UTF-8',
        SHELL: '/bin/bash',
        USER: 'me',
        ...environment(server),
      },
    },
    {
      output: (bytes) => {
        chunks.push(Buffer.from(bytes))
        index.push(`${((performance.now() - began) / 1_000).toFixed(3)} ${bytes.length}`)
        grid.write(bytes)
        const reply = answers(Buffer.from(bytes).toString('latin1'), grid)
        if (reply !== '') queueMicrotask(() => type(reply))
      },
      exit: () => {
        ended = true
      },
    },
  )
  if ('problem' in started) throw new Error(started.problem)
  const { pty } = started
  const type = (text: string) => {
    pty.write(Buffer.from(text, 'latin1'))
  }
  const wait = (ms: number) =>
    new Promise((go) => {
      setTimeout(go, ms)
    })
  const screen = () =>
    grid
      .rowTexts()
      .filter((row) => row !== '')
      .join('\n')
  const shows = async (what: RegExp, withinMs = 45_000) => {
    const until = performance.now() + withinMs
    while (!what.test(screen())) {
      if (ended || performance.now() > until)
        throw new Error(`${what} did not come. The screen:\n${screen()}\n${server.log.join('\n')}`)
      await wait(20)
    }
    console.log(`\n=== ${((performance.now() - began) / 1_000).toFixed(1)} s: ${what}\n${screen()}`)
  }
  try {
    for (const [shown, keys] of begin) {
      await shows(shown)
      await wait(500)
      type(keys)
    }
    await shows(ready, 120_000) // a first start may take long
    await wait(2_500)
    for (const letter of 'make a file') {
      type(letter)
      await wait(40)
    }
    await wait(600)
    type('\r')
    await shows(asks)
    await wait(3_000)
    console.log(screen())
    type(allow)
    await shows(finished)
    await wait(4_000)
    console.log(screen())
  } finally {
    for (const keys of quit) {
      type(keys)
      await wait(700)
    }
    await wait(1_000)
    pty.close()
    server.close()
    mkdirSync(folder, { recursive: true })
    const place = `/home/me/${'w'.repeat(200)}`.slice(0, home.length)
    const raw = Buffer.concat(chunks).toString('latin1').replaceAll(home, place)
    writeFileSync(join(folder, `${agent}.raw`), Buffer.from(raw, 'latin1'))
    writeFileSync(join(folder, `${agent}.raw.idx`), `${index.join('\n')}\n`)
    console.log(`${raw.length} bytes, ${index.length} reads; asked: ${server.log.join(', ')}`)
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** What vibeflow answers to what agents ask at their start. */
function answers(text: string, { screen }: Terminal): string {
  const replies: readonly (readonly [question: string, answer: string])[] = [
    ['\x1b[c', '\x1b[?62;22;52c'],
    ['\x1b[6n', `\x1b[${screen.y + 1};${screen.x + 1}R`],
    ['\x1b[?u', '\x1b[?0u'],
    ['\x1b[>q', '\x1bP>|vibeflow(0.1.0)\x1b\\'],
    ['\x1b[>0q', '\x1bP>|vibeflow(0.1.0)\x1b\\'],
    ['\x1b]10;?', '\x1b]10;rgb:d0d0/d0d0/d0d0\x1b\\'],
    ['\x1b]11;?', '\x1b]11;rgb:1010/1010/1010\x1b\\'],
    ['\x1b[?2026$p', '\x1b[?2026;2$y'],
  ]
  return replies
    .filter(([question]) => text.includes(question))
    .map(([, answer]) => answer)
    .join('')
}
