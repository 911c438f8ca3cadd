/** Real programs in real terminals: which of them need the user (programs.ts). */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { RemoteTab } from '../../support/remote-tab.ts'
import { slow } from '../../slow.ts'
import { programs, type Program } from './programs.ts'

/** Time for which a program that never asks is watched: a question shows after 2 s of rest. */
const watchedMs = 5_000

function isInstalled(name: string): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v "$0"', name], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const installed = programs.filter(
  ({ needs, root }) => needs.every(isInstalled) && (root !== true || process.getuid?.() === 0),
)

/** Watches for a while that it never happens. */
async function staysQuiet(happens: () => boolean): Promise<void> {
  const end = performance.now() + watchedMs
  while (performance.now() < end) {
    expect(happens()).toBe(false)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** `VIBEFLOW_SHOW_TIMES=1` prints the rows of the report. */
function note(...cells: readonly string[]): void {
  if (process.env['VIBEFLOW_SHOW_TIMES'] === '1')
    console.log(`| ${cells.map((cell) => cell.trim()).join(' | ')} |`)
}

async function run({ asks, name, run: line, shows, typed }: Program): Promise<void> {
  const tab = new RemoteTab({ PS1: '> ', TERM: 'xterm-256color' })
  try {
    const { agents } = tab.session
    const need = () => (agents.drawn.state === 'waiting' ? agents.drawn.agent.kind : null)
    await tab.until(() => tab.printed.includes('> '))
    tab.type(`${line}\r`)
    if (shows === null) {
      await staysQuiet(() => agents.drawn.state === 'waiting')
      if (typed !== undefined) {
        tab.type(typed)
        await staysQuiet(() => agents.drawn.state === 'waiting')
        tab.session.program.resize({ cols: 70, rows: 20 })
        await staysQuiet(() => agents.drawn.state === 'waiting')
      }
      note(name, 'nothing', '', '')
      return
    }
    let printedAt = performance.now()
    let length = 0
    await tab.until(() => {
      if (tab.printed.length !== length) printedAt = performance.now()
      length = tab.printed.length
      return need() !== null && (asks?.test(tab.printed) ?? true)
    })
    const afterS = (performance.now() - printedAt) / 1_000
    expect(need()).toBe(shows)
    note(name, shows, afterS.toFixed(1), agents.drawn.agent.message ?? '')
    tab.type('x')
    await tab.until(() => need() === null)
  } finally {
    tab.dispose()
  }
}

test.concurrent('text that the user types is not a question', slow, async () => {
  const tab = new RemoteTab({ PS1: '> ' })
  try {
    const { agents } = tab.session
    const waits = () => agents.drawn.state === 'waiting'
    await tab.until(() => tab.printed.includes('> '))
    tab.type(`bash -c 'for i in 1 2; do read -p "Continue? " x; done; cat'\r`)
    await tab.until(waits)
    for (const text of ['maybe? ', '\x7f'.repeat(7)]) {
      tab.type(text)
      await tab.until(() => !waits())
      await staysQuiet(waits)
    }
    tab.type('\r')
    await tab.until(waits)
    tab.type('\r')
    await tab.until(() => !waits())
    tab.type('And you? ')
    await staysQuiet(waits)
  } finally {
    tab.dispose()
  }
})

const title = 'a tab shows what a program waits for: $name'
test.concurrent.each(installed.filter(({ always }) => always === true))(title, run)
test.concurrent.each(installed.filter(({ always }) => always !== true))(title, slow, run)
