/** The app in a demo home, with agents that show given screens, and its screenshots. */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import type { ActionName } from '../../../src/core/config/keys/actions.ts'
import { startApp, type Started } from '../app.ts'
import { cutPower } from '../processes.ts'
import { demoFiles } from './demo-files.ts'
import { asPalette } from './palette-png.ts'

/**
 * Homes that a few pictures show: the one of a program that asks for access, and the one of a
 * resumed program.
 */
const homes = ['/home/sam', '/tmp/sam']

/** Time of wall clocks in pictures. */
const wallTime = Date.UTC(2026, 2, 12, 10, 42)

const bashrc = `[ -p ~/.demo/"\${0##*/}".pipe ] && { . ~/.demo/agent.sh "\${0##*/}"; exit; }
PS1='\\[\\e[32m\\]\\w\\[\\e[m\\] $ '
unset PROMPT_COMMAND
HISTFILE=
export ENV="$HOME/.shrc"
alias ls='ls --color=always'
cd projects/shop 2>/dev/null
`

/** Shows each file that its pipe names. An agent is a copy of bash, which runs it first of all. */
const agentScript = `stty -echo
exec 3<>"$HOME/.demo/$1.pipe"
while read -r file <&3; do printf %s "$(<"$file")"; done
`

/** Tables of the configuration; a scene's own table replaces one. */
const usualTables = [
  '[cursor]\nblink_ms = 0\n',
  '[ui]\nreduce_motion = "on"\nfont = "DejaVu Sans"\nfont_size = 12\n',
  '[fonts]\nsize = 14\n',
] as const

export interface Screen {
  readonly title: string
  /** A row of `─` alone becomes as wide as the terminal. */
  readonly rows: readonly string[]
  /** OSC sequences. */
  readonly reports: readonly string[]
}

/** Pictures that are taken together, from one start of the app. */
export interface Scene {
  readonly names: readonly string[]
  readonly configuration?: string
  readonly play: (stage: Stage) => Promise<void>
}

export interface Clip {
  readonly x: number
  readonly y: number
  readonly scale?: number
  readonly width: number
  readonly height: number
}

function makeDemoHome(): string {
  for (const home of homes) {
    try {
      mkdirSync(home, { mode: 0o755 })
      return home
    } catch {
      // it exists, or this user may not create it
    }
  }
  throw new Error(`none of ${homes.join(', ')} can be created; remove what a run has left`)
}

/** Runs in the app or its page; the last argument is in ms. */
function setAhead(...given: readonly unknown[]): void {
  const real = (Object.getPrototypeOf(performance) as Performance).now
  performance.now = () => real.call(performance) + Number(given.at(-1))
}

export class Stage {
  readonly home: string
  readonly #folder: string
  #started: Started | null = null
  #devtools: CDPSession | null = null
  #shownFiles = 0
  /** How far the app's clock is ahead, ms. */
  #ahead = 0

  constructor(folder: string) {
    this.#folder = folder
    this.home = makeDemoHome()
    try {
      this.#fill()
    } catch (error) {
      rmSync(this.home, { recursive: true, force: true })
      throw error
    }
  }

  #fill(): void {
    for (const [name, text] of Object.entries(demoFiles)) this.write(name, text)
    this.write('.bashrc', bashrc)
    this.write('.shrc', "PS1='$ '\n")
    this.write('.demo/agent.sh', agentScript)
    mkdirSync(join(this.home, 'run'), { mode: 0o700 })
    execFileSync('chmod', ['-R', 'u+x', join(this.home, '.local/bin')])
  }

  write(name: string, text: string): void {
    const file = join(this.home, name)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text)
  }

  configure(toml: string): void {
    const others = usualTables.filter((table) => !toml.includes(table.split('\n')[0]!))
    this.write('.config/vibeflow/config.toml', [...others, toml].join(''))
  }

  async start(): Promise<void> {
    this.#started = await startApp({
      home: this.home,
      switches: ['--force-device-scale-factor=2'],
      env: this.environment,
    })
    await this.follow(this.page)
    await this.ready()
  }

  get environment(): Record<string, string> {
    return {
      TZ: 'UTC',
      XDG_CONFIG_HOME: join(this.home, '.config'),
      XDG_STATE_HOME: join(this.home, '.local/state'),
      PATH: `${join(this.home, '.local/bin')}:${process.env['PATH'] ?? ''}`,
      VIBEFLOW_SHELL_INTEGRATION: '1',
    }
  }

  get app(): Started {
    if (this.#started === null) throw new Error('not started')
    return this.#started
  }

  get page(): Page {
    return this.app.page
  }

  /** Takes pictures of this page. */
  async follow(page: Page): Promise<void> {
    this.#devtools = await page.context().newCDPSession(page)
    await page.evaluate((now) => {
      Date.now = () => now
    }, wallTime)
  }

  /** Waits for a prompt. */
  ready(): Promise<void> {
    return this.app.shows(/\$\s*$/)
  }

  /** Types a command line, and waits for its output and the next prompt. */
  async run(line: string, output: RegExp = /\n.*\$\s*$/): Promise<void> {
    await this.app.type(`${line}\n`)
    await this.app.shows(output)
  }

  async clear(): Promise<void> {
    await this.run('clear', /^[^\n]*\$\s*$/)
  }

  async act(action: ActionName): Promise<void> {
    await this.page.evaluate((name) => window.vibeflowTest!.act(name), action)
  }

  async newTab(directory?: string): Promise<void> {
    const count = (await this.app.tabs()).length
    await this.act('new_tab')
    await this.page.waitForFunction(
      (wanted) => window.vibeflowTest!.tabs().length === wanted,
      count + 1,
    )
    await this.ready()
    if (directory !== undefined)
      await this.run(`cd ~/${directory}; clear`, new RegExp(`^~/${directory} \\$\\s*$`))
  }

  async goTo(tab: number): Promise<void> {
    await this.page.keyboard.press(`Alt+${tab}`)
    await this.page.waitForFunction((at) => window.vibeflowTest!.tabs()[at]?.active, tab - 1)
  }

  /** Starts an agent in the active tab. */
  async startAgent(name: string, first: Screen): Promise<void> {
    const program = join(this.home, '.local/bin', name)
    copyFileSync(realpathSync('/bin/bash'), program)
    chmodSync(program, 0o755)
    execFileSync('mkfifo', [join(this.home, `.demo/${name}.pipe`)])
    await this.app.type(`${name}\n`)
    await this.page.waitForTimeout(500)
    await this.show(name, first)
  }

  /** Has an agent in the active tab show a screen. */
  async show(name: string, { title, rows, reports }: Screen): Promise<void> {
    const { cols } = await this.page.evaluate(() => window.vibeflowTest!.stats())
    const text = rows.map((row) => (row === '─' ? '─'.repeat(cols) : row)).join('\r\n')
    const file = `.demo/${name}.${(this.#shownFiles += 1)}`
    this.write(
      file,
      `\x1b[?25l\x1b[H\x1b[2J\x1b]2;${title}\x07${text}` +
        reports.map((report) => `\x1b]${report}\x1b\\`).join(''),
    )
    appendFileSync(join(this.home, `.demo/${name}.pipe`), `${join(this.home, file)}\n`)
    const [last = ''] = rows.filter((row) => row.length > 4 && !row.includes('\x1b')).slice(-1)
    await this.app.shows(last)
  }

  /** Waits until the tabs have these states; undefined: a shell. */
  async reaches(...states: readonly (string | undefined)[]): Promise<void> {
    await this.page.waitForFunction(
      (wanted) =>
        window
          .vibeflowTest!.tabs()
          .every(({ state }, at) => wanted[at] === undefined || state === wanted[at]),
      states,
      { timeout: 30_000 },
    )
  }

  /** Puts the clocks of the app and its page forward. */
  async pass(seconds: number): Promise<void> {
    this.#ahead += seconds * 1_000
    await this.app.app.evaluate(setAhead, this.#ahead)
    await this.page.evaluate(setAhead, this.#ahead)
  }

  /** Lets a minute pass, so that no text in the tab bar counts seconds. */
  minute(): Promise<void> {
    return this.pass(65)
  }

  async theme(name: string): Promise<void> {
    await this.page.evaluate((wanted) => window.vibeflowTest!.theme(wanted), name)
  }

  /** Writes a picture, when the window has stopped changing. */
  async shoot(name: string, clip?: Clip): Promise<void> {
    let data = ''
    for (let attempt = 0, before = ' '; attempt < 5 && before !== data; attempt += 1) {
      before = data
      await this.page.waitForTimeout(1_500)
      data = await this.#capture(clip)
    }
    mkdirSync(this.#folder, { recursive: true })
    const file = join(this.#folder, `${name}.png`)
    const image = asPalette(Buffer.from(data, 'base64'))
    writeFileSync(file, image)
    process.stderr.write(`vibeflow: ${name}.png, ${Math.round(image.length / 1024)} KiB\n`)
  }

  async #capture(clip: Clip | undefined): Promise<string> {
    const { data } = await this.#devtools!.send('Page.captureScreenshot', {
      format: 'png',
      ...(clip === undefined ? {} : { clip: { scale: 1, ...clip } }),
    })
    return data
  }

  async restart(): Promise<void> {
    await cutPower(this.app)
    this.#ahead = 0
    await this.start()
  }

  async close(): Promise<void> {
    await this.#started?.close().catch(() => undefined)
    rmSync(this.home, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
  }
}
