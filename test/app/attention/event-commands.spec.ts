/** Commands on events in the app: one runs with the question, and its token answers it. */
import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, makeHome, test, vibeflow } from '../app.ts'
import { slow } from '../../slow.ts'
import { openTabs } from './attention-tabs.ts'

test(
  'a command gets the question of an agent, and its token answers it once',
  slow,
  async ({ start }) => {
    const home = makeHome(String.raw`
[[on]]
state = "waiting"
agent = "claude"
answer = true
run = ["sh", "-c", "cat >>\"$HOME/got\""]
[[on]]
state = "waiting"
run = ["vibeflow-missing"]
`)
    const got = join(home, 'got')
    /** The lines that are complete. */
    const events = () =>
      (existsSync(got) ? readFileSync(got, 'utf8') : '')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    // an app of its own: its notifications would be in the inbox of later tests
    const started = await start({ home })
    const { page, shows, type } = started
    const program = join(home, 'claude')
    copyFileSync(join(import.meta.dirname, '../../support/dialogs.pl'), program)
    chmodSync(program, 0o755)
    const file = join(home, 'answers')
    writeFileSync(file, '')
    const keys = () => readFileSync(file, 'utf8').match(/^key .*$/gm) ?? []
    const pid = () => Number(/^pid (\d+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 0)
    await shows('ready$')
    await type(`exec ${program} ${file} 0 0 no\n`)
    await expect.poll(pid).toBeGreaterThan(0)
    process.kill(pid(), 'SIGUSR1')
    await shows('Do you want to proceed?')
    await openTabs(started, 2)
    await expect.poll(() => events().length).toBeGreaterThan(0)
    const [event = {}] = events()
    expect(event).toMatchObject({ state: 'waiting', kind: 'permission', tool: 'claude' })
    expect(event['choices']).toMatchObject([{ number: 1, label: 'Yes' }, { number: 2 }])
    await expect(page.locator('.notice')).toContainText('“vibeflow-missing” was not found.')

    const answer = () => vibeflow(home, 'answer', String(event['token']), '1')
    await answer()
    await expect.poll(keys).toEqual(['key 1 1'])
    await expect(answer()).rejects.toThrow()
    expect(keys()).toEqual(['key 1 1'])
  },
)
