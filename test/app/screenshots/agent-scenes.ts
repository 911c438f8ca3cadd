/** Pictures of agents: their states, and what shows them. */
import { claude, codex, gemini, opencode } from './screens.ts'
import type { Scene, Stage } from './stage.ts'

/** Five tabs in five states, the working one active. */
async function fiveTabs(stage: Stage): Promise<void> {
  await stage.startAgent('claude', claude.working)
  await stage.newTab('projects/mobile')
  await stage.startAgent('opencode', opencode)
  await stage.newTab('projects/docs')
  await stage.startAgent('gemini', gemini)
  await stage.newTab('projects/api')
  await stage.startAgent('codex', codex.working)
  await stage.newTab('projects/shop')
  await stage.run('git log', /replica\n/)
  await stage.goTo(1)
  await stage.reaches('working', 'done', 'error', 'working')
  await stage.pass(100)
  await stage.goTo(4)
  await stage.show('codex', codex.asks)
  await stage.reaches('working', undefined, undefined, 'waiting')
  await stage.goTo(1)
  await stage.pass(70)
  await stage.reaches('working', 'done', 'error', 'waiting')
}

const sidebar = '[tabs]\nposition = "left"\nsidebar_width = 250\n'

export const agentScenes: readonly Scene[] = [
  {
    names: ['five-states-dark', 'five-states-light', 'sidebar'],
    configuration: sidebar,
    play: async (stage) => {
      await fiveTabs(stage)
      await stage.shoot('five-states-dark')
      await stage.theme('Vibeflow Light')
      await stage.shoot('five-states-light')
      await stage.theme('Vibeflow Dark')
      await stage.shoot('sidebar', { x: 0, y: 0, width: 480, height: 340 })
    },
  },
  {
    names: ['working', 'needs-you', 'why', 'timeline'],
    play: async (stage) => {
      const { page } = stage
      await stage.startAgent('claude', claude.working)
      await stage.reaches('working')
      await stage.pass(42)
      await stage.shoot('working')
      await stage.pass(60)
      await stage.show('claude', claude.asks)
      await stage.reaches('waiting')
      await stage.pass(40)
      await stage.shoot('needs-you')
      await page.keyboard.press('Control+Shift+Y')
      await page.locator('.why-body section').first().waitFor()
      await stage.shoot('why')
      await page.keyboard.press('Escape')
      await stage.show('claude', claude.working)
      await stage.reaches('working')
      await stage.pass(60)
      await stage.show('claude', claude.done)
      await stage.reaches('done')
      await stage.pass(10)
      await stage.shoot('timeline', { x: 0, y: 0, width: 320, height: 80 })
    },
  },
  {
    names: ['inbox'],
    play: async (stage) => {
      const { page } = stage
      await stage.startAgent('claude', claude.working)
      await stage.newTab('projects/api')
      await stage.startAgent('codex', codex.working)
      await stage.newTab('projects/docs')
      await stage.goTo(2)
      await stage.show('codex', codex.asks)
      await stage.reaches('working', 'waiting')
      await stage.pass(130)
      await stage.goTo(1)
      await stage.show('claude', claude.asks)
      await stage.reaches('waiting', 'waiting')
      await stage.goTo(3)
      await stage.run('git log', /replica\n/)
      await stage.pass(35)
      await page.keyboard.press('Control+Shift+I')
      await page.locator('.attention-row').nth(1).waitFor()
      await stage.shoot('inbox')
    },
  },
]
