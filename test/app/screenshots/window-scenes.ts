/** Pictures of the window, and of what opens over it. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandFile, enter, expect, startAgain } from '../app.ts'
import { claude, codex, opencode, resumes } from './screens.ts'
import type { Scene } from './stage.ts'

export const windowScenes: readonly Scene[] = [
  {
    names: ['first-window'],
    play: async (stage) => {
      await stage.page.locator('.first-tab-hint').waitFor()
      await stage.minute()
      await stage.shoot('first-window')
    },
  },
  {
    names: ['key-list', 'settings', 'themes', 'light'],
    play: async (stage) => {
      const { page } = stage
      await stage.run('git log', /replica\n/)
      await stage.run('npm test', /Duration.*\n/)
      await stage.minute()
      await page.keyboard.press('Control+Shift+F1')
      await page.locator('.keys').waitFor()
      await stage.shoot('key-list')
      await page.keyboard.press('Escape')
      await page.locator('.keys').waitFor({ state: 'detached' })
      await stage.act('choose_theme')
      await page.locator('.palette').waitFor()
      for (let down = 0; down < 5; down += 1) await page.keyboard.press('ArrowDown')
      await stage.shoot('themes')
      await page.keyboard.press('Escape')
      await page.locator('.palette').waitFor({ state: 'detached' })
      await stage.theme('Vibeflow Light')
      await stage.shoot('light')
      await stage.theme('Vibeflow Dark')
      await page.keyboard.press('Control+Alt+,')
      await page.locator('.settings').waitFor()
      await stage.shoot('settings')
    },
  },
  {
    names: ['config-problem'],
    play: async (stage) => {
      await stage.run('git log', /replica\n/)
      stage.configure('[tabs]\nposition = "top"\n[bell]\nmode = "loud"\n')
      await stage.page.locator('.notice').first().waitFor()
      await stage.minute()
      await stage.shoot('config-problem')
    },
  },
  {
    names: ['mcp-permission'],
    configuration: '[socket]\nmcp = "full"\n',
    play: async (stage) => {
      const { home, page } = stage
      await stage.startAgent('claude', claude.working)
      const request = {
        ...{ jsonrpc: '2.0', id: 2, method: 'tools/call' },
        params: { name: 'new_session', arguments: { command: ['npm', 'test'] } },
      }
      const server = spawn(
        join(home, '.local/bin/claude'),
        ['-c', '"$0" "$1" mcp; :', process.execPath, commandFile],
        {
          env: {
            ...process.env,
            ...{ HOME: home, XDG_RUNTIME_DIR: join(home, 'run') },
            XDG_STATE_HOME: join(home, '.local/state'),
          },
          stdio: ['pipe', 'ignore', 'inherit'],
        },
      )
      server.stdin.write(`${JSON.stringify(request)}\n`)
      try {
        await page.locator('.access-bar .button:enabled').first().waitFor()
        await page.waitForTimeout(3_000) // its buttons are enabled late
        await stage.shoot('mcp-permission')
      } finally {
        server.stdin.end()
        server.kill()
      }
    },
  },
  {
    names: ['drop-down'],
    // It is as wide as the monitor, and its picture has half of its size.
    configuration:
      '[drop_down]\nheight = 45\n[fonts]\nsize = 22\n' +
      '[ui]\nreduce_motion = "on"\nfont = "DejaVu Sans"\nfont_size = 19\n',
    play: async (stage) => {
      const { app } = stage.app
      const opened = app.waitForEvent('window')
      await startAgain(stage.home, ['--drop-down'], { folder: stage.home, env: stage.environment })
      const page = await opened
      await page.waitForFunction(() => window.vibeflowTest?.tabs().length === 1)
      await stage.follow(page)
      await enter(page, 'git log\n')
      await page.waitForFunction(() => window.vibeflowTest!.screen().join().includes('replica'))
      const { width, height } = await page.evaluate(() => ({
        ...{ width: window.innerWidth, height: window.innerHeight },
      }))
      await stage.shoot('drop-down', { x: 0, y: 0, width, height, scale: 0.5 })
    },
  },
  {
    names: ['restore', 'consent'],
    play: async (stage) => {
      await stage.run('cd ~/projects/api', /api \$\s*$/)
      const { rows, reports } = codex.working
      await stage.startAgent('codex', {
        ...codex.working,
        rows: ['', '', '', ...rows], // below the bar
        reports: [resumes.codex, ...reports],
      })
      await stage.newTab('projects/mobile')
      await stage.startAgent('opencode', {
        ...opencode,
        reports: [resumes.opencode, ...opencode.reports],
      })
      await stage.goTo(1)
      const saved = join(stage.home, '.local/state/vibeflow/session/session.json')
      await expect
        .poll(() => existsSync(saved) && readFileSync(saved, 'utf8').split('"resume"').length - 1, {
          timeout: 60_000,
        })
        .toBe(2)
      await stage.restart()
      await stage.goTo(1)
      await stage.page.locator('.resume-bar .button:enabled').first().waitFor()
      await stage.minute()
      await stage.shoot('restore')
      await stage.act('resume_all_agents')
      await stage.page.getByRole('dialog').waitFor()
      await stage.page.waitForTimeout(2_000) // its button is enabled late
      await stage.shoot('consent')
    },
  },
]
