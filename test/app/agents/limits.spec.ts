/** The limits that Claude Code's status line leaves, in the tooltip and in the words of its tab. */
import { chmodSync, copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, picture, test } from '../app.ts'

test('a tab shows the limits of its account, and when one is reached', async ({
  shared: { home },
  configured,
}) => {
  const account = join(home, '.claude-work')
  const profile = `[profiles.work]\nshell.env = { CLAUDE_CONFIG_DIR = "${account}" }\n`
  const { page, shows, type } = await configured(profile)
  const program = join(home, 'claude')
  copyFileSync(join(import.meta.dirname, '../../support/dialogs/prompts.pl'), program)
  chmodSync(program, 0o755)
  const hours = Math.floor(Date.now() / 1_000) + 2 * 3_600 + 60
  const status = JSON.stringify({
    transcript_path: join(account, 'projects/x/y.jsonl'),
    context_window: { used_percentage: 88 },
    rate_limits: { five_hour: { used_percentage: 100, resets_at: hours } },
  })
  await shows('ready$')
  const start = `CLAUDE_CONFIG_DIR=${account} exec ${program} ${home}/sent`
  await type(`echo '${status}' >"\${VIBEFLOW_SOCKET%/*}.status"; ${start}\n`)
  await shows('? for shortcuts')
  await page.locator('.tab-active').hover()
  const tip = page.getByRole('tooltip')
  await expect(tip).toContainText('Account: work')
  await expect(tip).toContainText('Limits: 5 h 100 % used, resets in 2 h')
  await expect(tip).toContainText('Context: 12 % left')
  await expect(page.locator('.tab-active .sub-state')).toContainText(/limited until \d\d:\d\d/)
  await picture(page, 'limits-tooltip')
})
