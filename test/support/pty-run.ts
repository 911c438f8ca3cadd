/** A program in a pty of its own: what it prints, what is typed, how it ends. */
import { spawn, type IPty } from 'node-pty'

export class PtyRun {
  readonly pty: IPty
  readonly #exit: Promise<number>
  output = ''
  ended = false

  constructor(words: readonly string[], environment: Readonly<Record<string, string>>) {
    const [program = '', ...args] = words
    this.pty = spawn(program, args, { cols: 80, rows: 24, env: { ...environment } })
    this.pty.onData((text) => {
      this.output += text
    })
    this.#exit = new Promise((resolve) =>
      this.pty.onExit(({ exitCode }) => {
        this.ended = true
        resolve(exitCode)
      }),
    )
  }

  /**
   * Resolves when the output from `after` on contains the text, with the position after the text.
   */
  async shows(text: string | RegExp, after = 0): Promise<number> {
    const end = performance.now() + 20_000
    for (;;) {
      const rest = this.output.slice(after)
      const found = typeof text === 'string' ? rest.indexOf(text) : rest.search(text)
      if (found !== -1) return after + found + (typeof text === 'string' ? text.length : 1)
      if (performance.now() > end || this.ended)
        throw new Error(`${String(text)} never came: ${JSON.stringify(this.output)}`)
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
  }

  type(text: string): void {
    this.pty.write(text)
  }

  /** Its exit code; ends it by force after a while. */
  async exit(): Promise<number> {
    const timer = setTimeout(() => this.pty.kill('SIGKILL'), 20_000)
    try {
      return await this.#exit
    } finally {
      clearTimeout(timer)
    }
  }
}
