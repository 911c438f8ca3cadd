/**
 * Tests the queue of tabs that need the user, with recordings of twelve real agents in three
 * windows: in tabs, in the panes of one tmux and in one container. Some ask for a permission, the
 * others show their first prompt.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { shippedAgents } from '../../src/agents/rules/shipped.ts'
import type { AttentionItem } from '../../src/core/windows/attention/list.ts'
import { fakeContainers } from '../support/fake-containers.ts'
import { recordedDialogs } from '../support/recorded/recorded-dialogs.ts'
import {
  enter,
  expect,
  makeHome,
  needsUser,
  picture,
  program,
  type Started,
  test,
  vibeflow,
} from './app.ts'
import { slow } from '../slow.ts'

/**
 * Script of an agent. It shows its first prompt after a line in its pipe, because real agents do so
 * long after their shell's prompt and after they are seen in the foreground. After another line it
 * shows its dialog. The user's Enter answers the dialog; the script then reports that it works, as
 * hooks do.
 */
const agentScript = `stty -echo
exec 3<>"$1.go"
cat "$1.shell"
read -r _ <&3
cat "$1.prompt"
read -r _ <&3
cat "$1.dialog"
printf '\\033[=0u' # Enter is what it was before agents had keys of their own
read -r _
printf '\\033[m\\033[H\\033[2J'
printf '\\033]7501;state=working:app=%s\\007' "$2"
read -r _ <&3
`

/** The last word of the shell that it was recorded in. */
const commandBegins = '\x1b]133;C\x07'

/** The recordings as programs: what runs one, and what makes it ask. */
function recordedAgents(home: string) {
  const folder = join(home, 'agents')
  mkdirSync(folder)
  writeFileSync(join(folder, 'agent.sh'), agentScript)
  const agents = new Map<string, { tool: string; words: readonly string[] }>()
  for (const { recording, agent, atPrompt, atDialog } of recordedDialogs()) {
    const at = join(folder, recording)
    const begins = Buffer.from(atPrompt).indexOf(commandBegins) + commandBegins.length
    writeFileSync(`${at}.shell`, atPrompt.subarray(0, begins))
    writeFileSync(`${at}.prompt`, atPrompt.subarray(begins))
    writeFileSync(`${at}.dialog`, atDialog.subarray(atPrompt.length))
    execFileSync('mkfifo', [`${at}.go`])
    const tool = shippedAgents().get(agent)!.tool
    agents.set(recording, {
      tool,
      words: [program(home, tool), join(folder, 'agent.sh'), at, tool],
    })
  }
  const goOn = (recording: string) => appendFile(join(folder, `${recording}.go`), 'go on\n')
  return {
    count: agents.size,
    words: (recording: string) => agents.get(recording)!.words,
    begin: () => Promise.all([...agents.keys()].map(goOn)),
    asks: goOn,
  }
}

/** A tmux with four panes of 120x40, larger than any window, on a socket of its own. */
function fourPanes(home: string, programs: readonly (readonly string[])[]) {
  const socket = join(home, 'tmux.socket')
  const conf = join(home, 'tmux.conf')
  writeFileSync(conf, 'set -g status off\n')
  const tmux = (...words: readonly string[]) =>
    spawnSync('tmux', ['-u', '-S', socket, '-f', conf, ...words], {
      encoding: 'utf8',
      env: { ...process.env, HOME: home, TERM: 'xterm-256color', LANG: 'C.UTF-8' },
    }).stdout.trim()
  const [first = [], second = [], third = [], fourth = []] = programs
  const print = ['-P', '-F', '#{pane_id}']
  const one = tmux('new-session', '-d', '-s', 'api', '-x', '241', '-y', '81', ...print, ...first)
  tmux('resize-window', '-t', 'api', '-x', '241', '-y', '81') // whatever its clients have
  const two = tmux('split-window', '-h', '-t', one, ...print, ...second)
  const panes = [
    one,
    two,
    tmux('split-window', '-v', '-t', one, ...print, ...third),
    tmux('split-window', '-v', '-t', two, ...print, ...fourth),
  ]
  return {
    tmux,
    panes,
    attach: `tmux -u -S ${socket} attach-session`,
    /** That has the keyboard. */
    active: () => tmux('display-message', '-p', '-t', 'api', '#{pane_id}'),
    /** The client in the tab, and none that looks into it. */
    detach: () => {
      const clients = tmux('list-clients', '-F', '#{client_control_mode} #{client_tty}')
      tmux('detach-client', '-t', /^0 (.*)$/m.exec(clients)?.[1] ?? '')
    },
    sizes: () => tmux('list-panes', '-s', '-t', 'api', '-F', '#{pane_width}x#{pane_height}'),
  }
}

/** Another window, with a shell. */
async function anotherWindow({ app, page }: Started): Promise<Page> {
  const opened = app.waitForEvent('window')
  await page.evaluate(() => window.vibeflowTest!.post({ kind: 'window/new' }))
  const other = await opened
  await other.waitForFunction(
    () =>
      (window.vibeflowTest?.tabs().length ?? 0) > 0 &&
      window.vibeflowTest!.screen().join('').includes('ready$'),
  )
  return other
}

/** A tab in the newest window, which this page shows. */
async function openTab(home: string, page: Page, title: string, words: readonly string[]) {
  const before = await page.evaluate(() => window.vibeflowTest!.tabs().length)
  await vibeflow(home, 'new', '-T', title, '-e', ...words)
  await page.waitForFunction((count) => window.vibeflowTest!.tabs().length === count, before + 1)
}

const lineOf = ({ window, title, tool, state, kind }: AttentionItem) =>
  [window, title, tool, state, kind].join(' ')
const queued = async (home: string) => (await needsUser(home)).map(lineOf)

const activeTitle = (page: Page) =>
  page.evaluate(() => window.vibeflowTest!.tabs().find(({ active }) => active)?.title)

/** Renames the active tab. */
async function rename(page: Page, name: string): Promise<void> {
  await page.evaluate((to) => {
    const tab = window.vibeflowTest!.tabs().find(({ active }) => active)!.id
    window.vibeflowTest!.post({ kind: 'session/rename', session: tab, name: to })
  }, name)
  await expect.poll(() => activeTitle(page)).toBe(name)
}

/**
 * Returns the states and the program of each tab of a window. Panes of tmux have states of their
 * own. The tab named `shell` is omitted.
 */
const shown = (page: Page) =>
  page.evaluate(async () => {
    const { tabs, why } = window.vibeflowTest!
    const all = await Promise.all(tabs().map(({ id }) => why(id)))
    return all
      .filter(({ tab }) => tab?.title !== 'shell')
      .map(({ state, foreground, tmux }) => ({
        states: [state, ...(tmux?.panes ?? []).map((pane) => pane.state)],
        program: tmux === null ? foreground?.name : `tmux, ${tmux.panes.length} panes`,
      }))
  })

/** Returns the number of the window with the keyboard, from 1, and the title of its tab. */
async function place({ app }: Started, pages: readonly Page[]): Promise<string> {
  const at = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().findIndex((window) => window.isFocused()),
  )
  const page = pages[at]
  return `Window ${at + 1} ${page === undefined ? '' : await activeTitle(page)}`
}

const toFirstWindow = ({ app }: Started) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus())

/** A pulse would be drawn in three windows all the time. */
const configuration = '[window]\ncolumns = 120\nrows = 40\n[ui]\nindicator_pulse = false\n'

test(
  "the inbox lists waiting tabs in order, and each tab's key removes it",
  slow,
  async ({ start }) => {
    const home = makeHome(configuration)
    const containers = fakeContainers(join(home, 'containers'))
    const agents = recordedAgents(home)
    expect(agents.count).toBe(12)
    const { words, begin, asks } = agents
    const inTmux = ['opencode-1.18.33', 'kilo-7.7.7', 'gemini-0.61.0', 'claude-2.1.197']
    const { tmux, panes, attach, active, detach, sizes } = fourPanes(home, inTmux.map(words))
    const started = await start({
      home,
      env: { PATH: `${containers.bin}:${process.env['PATH'] ?? ''}` },
    })
    try {
      const { page } = started
      await started.shows('ready$')
      await rename(page, 'shell')
      for (const one of ['codex-0.169.0', 'droid-0.215.0', 'claude-2.1.332'])
        await openTab(home, page, one, words(one))
      const second = await anotherWindow(started)
      await enter(second, `${attach}\n`)
      await rename(second, 'tmux')
      await openTab(home, second, 'copilot-1.0.102', words('copilot-1.0.102'))
      const third = await anotherWindow(started)
      const inContainer = words('auggie-0.36.0').slice(1).join(' ')
      await enter(third, `podman exec -it web bash ${inContainer}\n`)
      await rename(third, 'container')
      for (const one of ['cline-3.0.65', 'continue-1.5.47', 'qwen-0.24.4'])
        await openTab(home, third, one, words(one))
      const pages = [page, second, third]
      await toFirstWindow(started)
      await page.keyboard.press('Alt+1')
      await expect.poll(() => place(started, pages)).toBe('Window 1 shell')

      await test.step('at their first prompts none needs the user', async () => {
        expect(sizes().split('\n')).toEqual(Array.from(inTmux, () => '120x40'))
        const all = async () => (await Promise.all(pages.map(shown))).flat()
        await expect
          .poll(async () => (await all()).map(({ program }) => program), { intervals: [200] })
          .toEqual([
            ...['codex', 'droid', 'claude', 'tmux, 4 panes', 'copilot'],
            ...['podman', 'cline', 'cn', 'qwen'],
          ])
        await begin()
        await expect
          .poll(async () => (await all()).flatMap(({ states }) => states), { intervals: [200] })
          .toEqual(Array.from({ length: 13 }, () => 'idle')) // twelve, and the tab of tmux
        expect(await queued(home)).toEqual([])
      })

      const waiting = [
        ['copilot-1.0.102', 'Window 2 copilot-1.0.102 copilot waiting permission'],
        ['codex-0.169.0', 'Window 1 codex-0.169.0 codex waiting permission'],
        ['auggie-0.36.0', 'Window 3 container auggie waiting permission'],
        ['claude-2.1.332', 'Window 1 claude-2.1.332 claude waiting permission'],
        ['continue-1.5.47', 'Window 3 continue-1.5.47 cn waiting permission'],
        ['kilo-7.7.7', 'Window 2 tmux kilo waiting permission'],
      ] as const
      const lines = waiting.map(([, line]) => line)

      await test.step('a tab that starts to wait follows the tabs that already wait', async () => {
        for (const [index, [recording]] of waiting.entries()) {
          await asks(recording)
          await expect.poll(() => queued(home)).toEqual(lines.slice(0, index + 1))
        }
        await page.keyboard.press('Control+Shift+I')
        await expect(page.locator('.attention-row .list-title')).toHaveText(
          lines.map((line) => line.split(' ')[2]!),
        )
        await picture(page, 'queue-list')
        await page.keyboard.press('Escape')
        // for one tmux, the newest report represents the tab
        await asks('claude-2.1.197')
        await expect
          .poll(() => queued(home))
          .toEqual([...lines.slice(0, -1), 'Window 2 tmux claude waiting permission'])
        const said = JSON.parse(await vibeflow(home, 'status', '--format', 'json')) as {
          items: AttentionItem[]
        }
        expect(said.items.map(lineOf)).toEqual(await queued(home))
      })

      const next = () => vibeflow(home, 'next')
      await test.step('next goes to each once, and its key takes it out', async () => {
        for (const [index, line] of lines.slice(0, -1).entries()) {
          const [, window, title] = line.split(' ')
          expect(await next()).toMatch(new RegExp(`^${title} \\(.*\\) needs you: permission\\.$`))
          await expect.poll(() => place(started, pages)).toBe(`Window ${window} ${title}`)
          await pages[Number(window) - 1]!.keyboard.press('Enter')
          await expect
            .poll(() => queued(home))
            .toEqual([...lines.slice(index + 1, -1), 'Window 2 tmux claude waiting permission'])
        }
        expect(await next()).toBe('tmux (Claude Code) needs you: permission.')
        await expect.poll(() => place(started, pages)).toBe('Window 2 tmux')
        await expect.poll(active).toBe(panes[inTmux.indexOf('claude-2.1.197')])
        await second.keyboard.press('Enter')
        await expect.poll(() => queued(home)).toEqual(lines.slice(-1))
        // in the tab that is already active, and in another pane
        expect(await next()).toBe('tmux (Kilo) needs you: permission.')
        await expect.poll(active).toBe(panes[inTmux.indexOf('kilo-7.7.7')])
        expect(await queued(home)).toEqual(lines.slice(-1))
        await expect(next()).rejects.toMatchObject({
          code: 1,
          stdout: 'Nothing else needs you.\n',
        })
      })

      await test.step('a session that is detached waits on, and Enter attaches it', async () => {
        tmux('select-pane', '-t', panes[0]!)
        detach()
        await expect.poll(() => queued(home)).toEqual([' api kilo waiting permission'])
        await toFirstWindow(started)
        await page.keyboard.press('Control+Shift+I')
        await expect(page.locator('.attention-row .list-title')).toHaveText(['api'])
        await picture(page, 'queue-detached')
        await page.keyboard.press('Enter')
        // in the window of the list, and not in the newest
        await expect
          .poll(() => queued(home))
          .toEqual([expect.stringMatching(/^Window 1 .* kilo waiting permission$/)])
        await expect.poll(active).toBe(panes[inTmux.indexOf('kilo-7.7.7')])
        detach()
        await expect.poll(() => queued(home)).toEqual([' api kilo waiting permission'])
        tmux('select-pane', '-t', panes[0]!)
        // `next` also goes there; Enter answers the dialog, which ends its place in the queue
        expect(await next()).toBe('api (Kilo) needs you: permission.')
        await expect.poll(active).toBe(panes[inTmux.indexOf('kilo-7.7.7')])
        await expect
          .poll(() => queued(home))
          .toEqual([expect.stringMatching(/^Window \d .* kilo waiting permission$/)])
        const [line = ''] = await queued(home)
        const shownAt = pages[Number(line.split(' ')[1]) - 1]!
        await expect.poll(async () => (await shown(shownAt)).at(-1)?.program).toBe('tmux, 4 panes')
        await shownAt.keyboard.press('Enter')
        await expect.poll(() => queued(home)).toEqual([])
      })
    } finally {
      tmux('kill-server')
    }
  },
)
