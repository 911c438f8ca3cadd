/**
 * Tests a detached session of tmux that is seen and answered from everywhere: the inbox, `vibeflow
 * inbox`, the session bus, a program that uses MCP, and a global shortcut. Its panes run programs
 * that note which dialog each key was sent to (test/support/dialogs.pl).
 */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { MessageBus } from 'dbus-native'
import { greeted, startBus } from '../support/fake/fake-desktop.ts'
import { startPortal } from '../support/fake/fake-portal.ts'
import { enableAfterMs } from '../../src/core/clients/mcp/limits.ts'
import {
  commandFile,
  desktopCalls,
  expect,
  makeHome,
  needsUser,
  picture,
  program,
  test,
} from './app.ts'
import { slow } from '../slow.ts'

/** A tmux on a socket of its own whose panes run `claude` as dialogs.pl has it. */
function askingPanes(home: string, count: number) {
  const socket = join(home, 'tmux.socket')
  const tmux = (...words: readonly string[]) =>
    spawnSync('tmux', ['-u', '-S', socket, '-f', '/dev/null', ...words], {
      encoding: 'utf8',
      env: { ...process.env, HOME: home, TERM: 'xterm-256color', LANG: 'C.UTF-8' },
    }).stdout.trim()
  const claude = program(home, 'claude')
  copyFileSync(join(import.meta.dirname, '../support/dialogs.pl'), claude)
  chmodSync(claude, 0o755)
  const file = (pane: number) => join(home, `answers-${pane}`)
  const log = (pane: number) => (existsSync(file(pane)) ? readFileSync(file(pane), 'utf8') : '')
  const command = (pane: number) => [claude, file(pane), '0']
  tmux('new-session', '-d', '-s', 'api', '-x', '100', '-y', '40', ...command(0))
  for (let pane = 1; pane < count; pane += 1) tmux('split-window', '-t', 'api', ...command(pane))
  return {
    tmux,
    attach: `tmux -u -S ${socket} attach-session -t api`,
    /** Detaches the client in the tab, and no client in control mode. */
    detach: () => {
      const clients = tmux('list-clients', '-F', '#{client_control_mode} #{client_tty}')
      tmux('detach-client', '-t', /^0 (.*)$/m.exec(clients)?.[1] ?? '')
    },
    active: () => Number(tmux('display-message', '-p', '-t', 'api', '#{pane_index}')),
    /** Makes the program show its next dialog. */
    ask: (pane: number) => process.kill(Number(/^pid (\d+)$/m.exec(log(pane))?.[1]), 'SIGUSR1'),
    /** Returns each key that it has read, and the number of the dialog that was open. */
    keys: (pane: number) => log(pane).match(/(?<=^key ).*$/gm) ?? [],
  }
}

/** A method of the app on the session bus, and what it gives. */
function onBus(client: MessageBus, member: string, signature = '', ...body: readonly unknown[]) {
  return new Promise<readonly unknown[]>((resolve, reject) => {
    void client.invoke(
      {
        ...{ destination: 'dev.vibeflow.Terminal', path: '/dev/vibeflow/Terminal', member },
        interface: 'dev.vibeflow.Terminal.Attention1',
        ...(signature === '' ? {} : { signature, body: [...body] }),
      },
      { timeout: 5_000 },
      (error, ...values) => (error === null ? resolve(values) : reject(error)),
    )
  })
}

interface Asked {
  readonly sent: boolean
  readonly lines: readonly string[]
  readonly choices: readonly { readonly number: number; readonly label: string }[]
  readonly token: string | null
  readonly why?: string
}

/** An agent that speaks MCP with the app. */
function mcpClient(home: string) {
  const child = spawn(process.execPath, [commandFile, 'mcp'], {
    env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: join(home, 'run'), XDG_STATE_HOME: '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const waiting = new Map<number, (result: unknown) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result } = JSON.parse(line) as { id: number; result: unknown }
    waiting.get(id)?.(result)
  })
  let calls = 0
  return {
    call: <Value>(name: string, args: object = {}) =>
      new Promise<Value>((resolve) => {
        const id = (calls += 1)
        waiting.set(id, (result) =>
          resolve((result as { readonly structuredContent: Value }).structuredContent),
        )
        const params = { name, arguments: args }
        const request = { jsonrpc: '2.0', id, method: 'tools/call', params }
        child.stdin.write(`${JSON.stringify(request)}\n`)
      }),
    end: () => child.stdin.end(),
  }
}

test(
  'a detached tmux agent is listed and answered everywhere; Enter attaches its pane',
  slow,
  async ({ start }) => {
    const home = makeHome(
      '[socket]\nmcp = "full"\n[window]\ncolumns = 100\nrows = 30\n' +
        '[attention]\nkey = "super+j"\n[ui]\nindicator_pulse = false\n',
    )
    const bus = await startBus()
    const portal = await startPortal(bus.address, { trigger: 'Super+J' })
    const panes = askingPanes(home, 2)
    const started = await start({ home, env: { DBUS_SESSION_BUS_ADDRESS: bus.address } })
    const { app, page, shows, tabs, type } = started
    const mcp = mcpClient(home)
    const items = () => needsUser(home)
    const said = async () =>
      (await items()).map(({ title, project, state, kind }) => [title, project, state, kind].join())
    try {
      await shows('ready$')
      await type(`${panes.attach}\n`)
      await expect
        .poll(async () => JSON.stringify(await page.evaluate(() => window.vibeflowTest!.why())))
        .toMatch(/"place":"0.0".*"place":"0.1"/)
      await page.waitForTimeout(500) // until they are seen in the foreground
      panes.ask(0)
      await expect.poll(async () => (await said()).length).toBe(1)
      panes.ask(1)
      await page.waitForTimeout(500)
      panes.detach()
      await shows('[detached')
      await expect
        .poll(said)
        .toEqual([0, 1].map((pane) => `api,tmux 0.${pane}, detached,waiting,permission`))
      const lines = page.locator('.attention-dialog > .consent .consent-text')

      await test.step('in the list, by a digit', async () => {
        await page.keyboard.press('Control+Shift+I')
        await expect(page.locator('.attention-row .list-title')).toHaveText(['api', 'api'])
        await expect(lines).toHaveText('Bash command\nrm file 1\nDo you want to proceed?')
        await expect(page.locator('.attention-choices .button')).toHaveText([
          'Yes1',
          'No, keep file 12',
        ])
        await page.waitForTimeout(600) // a key too soon is not meant for it
        await picture(page, 'detached-list')
        await page.keyboard.press('2')
        await expect.poll(() => panes.keys(0)).toEqual(['2 1'])
        await expect(page.locator('.attention-answered')).toHaveText(/: No, keep file 1$/)
        await picture(page, 'detached-list-answered')
        expect(panes.keys(1)).toEqual([])
        await page.keyboard.press('Escape')
        await expect.poll(said).toHaveLength(2) // its program asks again
      })

      await test.step('in vibeflow inbox, by a digit', async () => {
        const node = `${process.execPath} ${commandFile}`
        await type(`XDG_RUNTIME_DIR=${join(home, 'run')} ${node} inbox\n`)
        await shows('Press a digit to answer here.')
        await page.waitForTimeout(700)
        await picture(page, 'detached-inbox')
        const shown = (await started.screen()).join('\n')
        const [, number] = /rm file (\d)/.exec(shown) ?? []
        await type('1')
        await shows(/: Yes\s*$/)
        const pane = number === '2' ? 0 : 1
        await expect.poll(() => panes.keys(pane).at(-1)).toBe(`1 ${number}`)
        await picture(page, 'detached-inbox-answered')
        await type('q')
        await shows('ready$')
        await expect.poll(said).toHaveLength(2)
      })

      await test.step('on the session bus', async () => {
        const [item] = await items()
        const client = await greeted(bus.address)
        const [list] = await onBus(client, 'List')
        expect(
          JSON.stringify(list, (_, part: unknown) => (typeof part === 'bigint' ? 0 : part)),
        ).toMatch(/"api".*"api"/)
        const before = [...panes.keys(0), ...panes.keys(1)].length
        const dialog = () => onBus(client, 'Dialog', 's', item!.id)
        await expect.poll(async () => (await dialog())[2]).not.toBe('')
        const [lines, choices, token] = await dialog()
        expect(lines).toEqual([
          'Bash command',
          expect.stringMatching(/^rm file \d$/),
          'Do you want to proceed?',
        ])
        expect((choices as unknown[][])[0]).toEqual([1, 'Yes'])
        const answer = () => onBus(client, 'Answer', 'ssu', item!.id, token, 1)
        expect(await answer()).toEqual([true, ''])
        await expect.poll(() => [...panes.keys(0), ...panes.keys(1)].length).toBe(before + 1)
        expect(await answer()).toEqual([false, expect.stringContaining('Not sent: ')])
        client.connection.end()
        await expect.poll(said).toHaveLength(2)
      })

      await test.step('over MCP', async () => {
        const allow = async (name: string) => {
          const button = page.locator('.access-bar').getByRole('button', { name })
          await expect(button).toBeEnabled({ timeout: enableAfterMs + 5_000 })
          await button.click()
        }
        const answer = (
          session: string,
          choice?: { readonly token: string; readonly choice: number },
        ) => mcp.call<Asked>('answer', { session, ...choice })
        const [item] = await items()
        const first = answer(item!.id)
        await allow('Allow full control')
        await first
        const listed = await mcp.call<{ readonly sessions: readonly object[] }>('list_sessions')
        expect(listed.sessions).toMatchObject([
          { title: 'bash', window: 'Window 1' },
          ...Array.from({ length: 2 }, () => ({ title: 'api', window: '', state: 'waiting' })),
        ])
        let asked = await first
        await expect.poll(async () => (asked = await answer(item!.id)).token).not.toBeNull()
        expect(asked.choices[0]).toEqual({ number: 1, label: 'Yes' })
        const [, number] = /rm file (\d)/.exec(asked.lines.join()) ?? []
        const sent = await answer(item!.id, { token: asked.token!, choice: 1 })
        expect(sent).toMatchObject({ sent: true })
        await expect
          .poll(() => [panes.keys(0), panes.keys(1)].map((keys) => keys.at(-1)))
          .toContain(`1 ${number}`)
        await expect.poll(said).toHaveLength(2)
      })

      await test.step('Enter attaches the pane of its item, and no item is left', async () => {
        const marked = (await items())[1]!
        const pane = Number(/0\.(\d)/.exec(marked.project)?.[1])
        panes.tmux('select-pane', '-t', `api.${1 - pane}`)
        await page.keyboard.press('Control+Shift+I')
        await expect(page.locator('.attention-row')).toHaveCount(2)
        await page.keyboard.press('ArrowDown')
        await picture(page, 'detached-list-second')
        await page.keyboard.press('Enter')
        await expect.poll(panes.active).toBe(pane)
        await expect(page.locator('.tab')).toHaveCount(2)
        await shows('Do you want to proceed?')
        await expect.poll(said).toEqual([expect.stringMatching(/waiting,permission$/)])
        expect((await items())[0]).toMatchObject({ window: 'Window 1' })
        await picture(page, 'detached-attached')
      })

      await test.step('a global shortcut goes to the tab that needs the user', async () => {
        await page.keyboard.press('Alt+1')
        const active = async () => (await tabs()).map((tab) => tab.active)
        await expect.poll(active).toEqual([true, false])
        expect((await desktopCalls(app)).filter(({ name }) => name === 'attention.key')).toEqual([
          { name: 'attention.key', args: ['Super+J'] },
        ])
        portal.activate(portal.bus, portal.session, 'next-attention')
        await expect.poll(active).toEqual([false, true])
      })
    } finally {
      mcp.end()
      panes.tmux('kill-server')
      await bus.close()
    }
  },
)
