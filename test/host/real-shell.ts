/** Real shells in real ptys, with vibeflow's marks and the user's own startup files. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { Dispatcher } from '../../src/agents/dispatch/dispatcher.ts'
import { childEnvironment } from '../../src/core/session/launch/environment.ts'
import type { Pty } from '../../src/core/session/ports.ts'
import { withShellIntegration } from '../../src/core/session/launch/shell-integration.ts'
import { systemClock } from '../../src/host/clock.ts'
import { forkPty } from '../../src/host/pty/start-pty.ts'

const folder = resolve(import.meta.dirname, '../../src/integrations/shell')
const homes: string[] = []
const open: Pty[] = []
afterEach(() => {
  for (const pty of open.splice(0)) pty.close()
})
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true, maxRetries: 10 })
}) // a shell may still be writing its history

const letters = {
  prompt_start: 'A',
  prompt_end: 'B',
  command_start: 'C',
  command_end: 'D',
} as const

/** Makes a home with start-up files. */
function homeWith(files: Readonly<Record<string, string>>): string {
  const home = mkdtempSync(join(tmpdir(), 'vibeflow-shell-'))
  homes.push(home)
  for (const [name, text] of Object.entries({
    '.zshrc': '',
    '.hushlogin': '',
    '.data/fish/generated_completions/none': '',
    ...files,
  })) {
    mkdirSync(join(home, name, '..'), { recursive: true })
    writeFileSync(join(home, name), text)
  }
  return home
}

function plainEnvironment(home: string): Record<string, string> {
  return childEnvironment(
    {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: home,
      LANG: 'C.UTF-8',
      USER: 'u',
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_DATA_HOME: join(home, '.data'),
    },
    { term: 'xterm-256color', version: '1' },
  )
}

/** Collects what a shell reports with its output. */
function reports() {
  const marks: string[] = []
  const titles: string[] = []
  const directories: string[] = []
  const dispatcher = new Dispatcher(hostname(), {
    evidence: ({ type, value }) => {
      if (type === 'title') titles.push(value.text)
      else if (type === 'cwd') directories.push(value.path)
      else if (type === 'prompt' && value.kind in letters)
        marks.push(
          letters[value.kind as keyof typeof letters] +
            (value.kind === 'command_end' ? String(value.exit_code ?? '') : ''),
        )
    },
    query: () => undefined,
  })
  return { marks, titles, directories, dispatcher }
}

export function realShell(
  program: string,
  {
    args = [] as string[],
    files = {} as Record<string, string>,
    environment = {} as Record<string, string>,
    /** Another copy of src/integrations/shell. */
    scripts = folder,
  } = {},
) {
  const home = homeWith(files)
  const { marks, titles, directories, dispatcher } = reports()
  let text = ''
  const started = forkPty(
    systemClock,
    withShellIntegration(
      {
        program,
        args,
        directory: home,
        environment: { ...plainEnvironment(home), ...environment },
        size: { cols: 200, rows: 24 },
      },
      scripts,
    ),
    {
      output: (bytes) => {
        text += Buffer.from(bytes).toString('utf8')
        dispatcher.feed(bytes)
      },
      exit: () => {
        text += '<ended>'
      },
    },
  )
  if ('problem' in started) throw new Error(started.problem)
  const { pty } = started
  open.push(pty)
  const until = async (what: string, condition: () => boolean) => {
    const end = performance.now() + 15_000
    while (!condition()) {
      if (performance.now() > end)
        throw new Error(
          `waited in vain for ${what}; marks ${marks.join(' ')}; screen ${JSON.stringify(text)}`,
        )
      await new Promise((done) => setTimeout(done, 10))
    }
  }
  const prompts = () => marks.filter((mark) => mark === 'B').length
  return {
    home,
    marks,
    titles,
    directories,
    until,
    /** The output since the last question. */
    text: () => text,
    /** Marks with the repetitions of repainting shells taken out. */
    story: () => marks.filter((mark, index) => mark !== marks[index - 1]).join(' '),
    prompt: async () => {
      await until('a prompt', () => prompts() > 0)
    },
    /** Types, waits for the next prompt, and returns the output in between. */
    type: async (line: string) => {
      const [before, from] = [marks.filter((mark) => mark.startsWith('D')).length, text.length]
      pty.write(Buffer.from(line))
      await until(`a prompt after ${JSON.stringify(line)}`, () => {
        const last = marks.findLastIndex((mark) => mark.startsWith('D'))
        return (
          marks.filter((mark) => mark.startsWith('D')).length > before &&
          marks.slice(last).includes('B')
        )
      })
      return text.slice(from)
    },
    /** Types a line that may take marks away, and waits for the prompt after the next command. */
    settle: async (line: string) => {
      const from = text.length
      pty.write(Buffer.from(`${line}\recho settl""ed\r`))
      await until(`the prompt after ${JSON.stringify(line)}`, () =>
        /settled[^]*\x1b\]133;B/.test(text.slice(from)),
      )
    },
    write: (line: string) => pty.write(Buffer.from(line)),
    /** It waits for keys: fish may lose a signal that comes in the middle of its work. */
    rest: () => resting(until, () => `${readFileSync(`/proc/${pty.pid}/stat`, 'utf8')}${text}`),
  }
}

/** Waits until a process sleeps and four looks in a row are equal. */
async function resting(
  until: (what: string, condition: () => boolean) => Promise<void>,
  look: () => string,
): Promise<void> {
  const looks: string[] = []
  await until(
    'the shell to rest',
    () =>
      looks.push(look()) > 3 &&
      / S /.test(looks.at(-1) ?? '') &&
      new Set(looks.slice(-4)).size === 1,
  )
}
