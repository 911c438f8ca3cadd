/**
 * The real Codex CLI in a tab, its model stood in for: it works, asks whether it may run a command,
 * is allowed to, and is done. Run by hand, since the package is large and not ours:
 *
 *   npm install --prefix DIR @openai/codex && node test/live/codex.ts DIR/node_modules/.bin/codex
 *
 * Writes pictures to artifacts/live/ and prints each state with its time; leaves with 1 when one of
 * them does not come.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeHome, startApp } from '../app/app.ts'
import { startModelServer } from './codex-server.ts'

const [codex] = process.argv.slice(2)
if (codex === undefined) throw new Error('name the codex program')
const pictures = resolve(import.meta.dirname, '../../artifacts/live')
mkdirSync(pictures, { recursive: true })

const home = makeHome()
const project = join(home, 'api')
mkdirSync(join(home, '.codex'), { recursive: true })
mkdirSync(project)
const server = await startModelServer('touch made-by-codex', 2_000)
writeFileSync(
  join(home, '.codex/config.toml'),
  `model = "stand-in"
model_provider = "local"
approval_policy = "on-request"
sandbox_mode = "read-only"
check_for_update_on_startup = false
[model_providers.local]
name = "local"
base_url = "${server.address}"
wire_api = "responses"
[projects."${project}"]
trust_level = "trusted"
`,
)
const started = await startApp({
  home,
  env: { VIBEFLOW_SHELL_INTEGRATION: '1', VIBEFLOW_HEADLESS: '1' },
})
const { page, shows, type, tabs } = started
const began = performance.now()
const log = (text: string) =>
  console.log(`${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${text}`)

async function becomes(state: string, picture: string): Promise<void> {
  const until = performance.now() + 30_000
  for (;;) {
    const [tab] = await tabs()
    if (tab?.state === state) break
    if (performance.now() > until) {
      await page.screenshot({ path: join(pictures, 'codex-failed.png') })
      throw new Error(
        `${state} did not come; it is ${tab?.state}. The screen:\n` +
          `${(await started.screen()).join('\n')}`,
      )
    }
    await page.waitForTimeout(20)
  }
  const [agent] = await page.evaluate(() => window.vibeflowTest!.agents())
  log(`${state}: ${JSON.stringify(agent)}`)
  await page.waitForTimeout(400)
  await page.screenshot({ path: join(pictures, `codex-${picture}.png`) })
}

try {
  await shows('ready$')
  await type(`cd api && ${resolve(codex)}\n`)
  await shows(/stand-in default/, 60_000) // the line beneath its prompt: it listens
  await page.waitForTimeout(1_000)
  await type('make a file')
  // keys that come at once are a paste to it, and Enter would be a part of that
  await page.waitForTimeout(1_000)
  await page.keyboard.press('Enter')
  await becomes('working', 'working')
  await becomes('waiting', 'waiting')
  await page.keyboard.press('y')
  await becomes('working', 'working-again')
  await becomes('done', 'done')
  log(`the model was asked ${server.asked()} times`)
} finally {
  await started.close()
  server.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
}
process.exit(0)
