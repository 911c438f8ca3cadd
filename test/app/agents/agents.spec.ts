/**
 * Stripes of programs: their own reports, real processes found in /proc, the pulse,
 * the reasons, and a recording of a real agent.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  expect,
  freshTab,
  makeHome,
  picture,
  program,
  startApp,
  test,
  type Started,
} from '../app.ts'
import { slow } from '../../slow.ts'
import { activeStripe, anotherTab, osc, record, shellOf } from './agent-stripe.ts'

test.describe.configure({ mode: 'default' })

const traces = resolve(import.meta.dirname, '../../data/traces')

let started: Started

test.beforeAll(async () => {
  const home = makeHome('')
  started = await startApp({ home, env: { VIBEFLOW_SHELL_INTEGRATION: '1' } })
  await started.shows('ready$')
})

test.afterAll(async () => {
  await started.close()
  rmSync(started.home, { recursive: true, force: true, maxRetries: 5 })
})

/** Each test has one tab of its own: a tab that asks pulses, and is drawn all the time. */
test.beforeEach(() => freshTab(started))

/**
 * Prints bytes, escapes as printf has them, from a file: the shell echoes no frame. Then it stays
 * in the foreground: a prompt would end its state.
 */
async function say(format: string, after = 'sleep 30'): Promise<void> {
  writeFileSync(join(started.home, 'say.sh'), `printf '${shellOf(format)}'\n${after}\n`)
  await started.type('clear; sh say.sh\n')
}

/** Writes the configuration, which sets the meaning of an agent's silence. */
async function silence(toml: string, ms: number): Promise<void> {
  writeFileSync(join(started.home, 'config/vibeflow/config.toml'), toml)
  await started.page.waitForFunction(
    (wanted) => window.vibeflowTest!.settings().ai.heuristic_silence_ms === wanted,
    ms,
  )
}

async function state(): Promise<string> {
  return (await activeStripe(started.page).getAttribute('data-state')) ?? ''
}

for (const [dialect, frames] of Object.entries({
  1338: {
    working: '1338;state=working;tool=claude;project=api',
    waiting: '1338;state=waiting;tool=claude;project=api',
  },
  7501: {
    working: '7501;state=working:app=claude',
    waiting: '7501;state=blocked:kind=permission:app=claude',
  },
  26: {
    working: '26;CodeAgent=claude;Status=running',
    waiting: '26;CodeAgent=claude;Status=awaiting-input',
  },
})) {
  test(
    `OSC ${dialect} turns a tab blue, then amber right after work was seen`,
    dialect === '7501' ? {} : slow,
    async () => {
      const shown = await record(started.page)
      const seen = join(started.home, 'seen')
      // of two that are read at once only the last one would be shown
      const waiting = `until [ -e '${seen}' ]; do sleep 0.01; done; printf '${osc(frames.waiting)}'`
      await say(osc(frames.working), `${waiting}; rm '${seen}'; sleep 30`)
      await expect.poll(state).toBe('working')
      writeFileSync(seen, '')
      await expect.poll(state).toBe('waiting')
      expect((await shown()).slice(-2).map(({ state }) => state)).toEqual(['working', 'waiting'])
      await expect(activeStripe(started.page)).toHaveCSS('background-color', 'rgb(255, 170, 0)')
      const [agent] = (await started.page.evaluate(() => window.vibeflowTest!.agents())).slice(-1)
      expect(agent).toMatchObject({
        tool: 'claude',
        source: `osc${dialect}`,
        confidence: 'fact',
        kind: { 1338: 'other', 7501: 'permission', 26: 'question' }[dialect],
      })
    },
  )
}

test('amber survives output, typing, focus and a reload, and is steady once seen', async () => {
  const { page, type, tabs } = started
  await anotherTab(started)
  await say(
    osc('7501;state=blocked:kind=question:app=claude'),
    'for i in 1 2 3 4 5; do echo repaint $i; sleep 0.05; done; sleep 30',
  )
  await expect.poll(state).toBe('waiting')
  await started.shows('repaint 5')
  // it was in the foreground already: no one came to look
  await expect(activeStripe(page)).toHaveAttribute('data-pulse', '')
  await type('x')
  await page.keyboard.press('Control+Shift+Tab')
  await page.waitForTimeout(100)
  await page.keyboard.press('Control+Tab')
  await expect(activeStripe(page)).not.toHaveAttribute('data-pulse') // seen after a second
  expect(await state()).toBe('waiting')
  await page.reload()
  await page.waitForFunction(() => (window.vibeflowTest?.tabs().length ?? 0) > 1)
  expect(await state()).toBe('waiting')
  await expect(activeStripe(page)).not.toHaveAttribute('data-pulse')
  // The user's word ends it.
  await page.keyboard.press('Control+Shift+M')
  await expect.poll(async () => (await tabs()).at(-1)?.state).toBe('active')
})

test('the pulse is one opacity animation in phase; reduced motion stops it', slow, async () => {
  const { page } = started
  for (const [at, tool] of ['claude', 'pi'].entries()) {
    if (at > 0) await anotherTab(started)
    await say(osc(`1338;state=waiting;tool=${tool}`))
    await expect(activeStripe(page)).toHaveAttribute('data-pulse', '')
  }
  await expect(page.locator('.stripe[data-pulse]')).toHaveCount(2)
  const animations = () =>
    page.evaluate(() =>
      // running, or paused and moved on by a timer where the CPU draws
      document.getAnimations().map((animation) => ({
        on: (animation.effect as KeyframeEffect).target?.className,
        time: animation.currentTime,
        properties: [
          ...new Set(
            (animation.effect as KeyframeEffect)
              .getKeyframes()
              .flatMap((frame) => Object.keys(frame)),
          ),
        ].filter((key) => !['offset', 'computedOffset', 'easing', 'composite'].includes(key)),
      })),
    )
  await expect.poll(async () => (await animations()).length).toBe(2)
  await expect.poll(async () => new Set((await animations()).map(({ time }) => time)).size).toBe(1)
  for (const { on, properties } of await animations())
    expect([on, ...properties]).toEqual(['stripe', 'opacity'])
  const opacities = new Set<string>()
  for (let look = 0; look < 20; look += 1) {
    opacities.add(await activeStripe(page).evaluate((stripe) => getComputedStyle(stripe).opacity))
    await page.waitForTimeout(70)
  }
  expect(opacities.size).toBeGreaterThan(3)
  expect([...opacities].every((opacity) => Number(opacity) >= 0.4 && Number(opacity) <= 1)).toBe(
    true,
  )

  for (const [low, at] of [
    [1.05, 'low'],
    [0.35, 'high'],
  ] as const) {
    await page.evaluate(
      (ms) => {
        for (const animation of document.getAnimations()) {
          animation.pause()
          animation.currentTime = ms
        }
      },
      low * 1_000 + 1,
    )
    await picture(page, `pulse-${at}`)
  }
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(page.locator('.stripe[data-pulse]')).toHaveCount(0)
  expect(await animations()).toEqual([])
  await expect(activeStripe(page)).toHaveCSS('opacity', '1')
  await page.emulateMedia({ reducedMotion: null })
  await expect(activeStripe(page)).toHaveAttribute('data-pulse', '')
  await page.evaluate(() => window.vibeflowTest!.options({ ui: { indicator_pulse: false } }))
  expect(await animations()).toEqual([])
  await page.evaluate(() => window.vibeflowTest!.options({ ui: { indicator_pulse: true } }))
  const glyphs = page.locator('.tab-subtitle .glyph')
  expect(await glyphs.count()).toBeGreaterThan(0)
  await page.evaluate(() => window.vibeflowTest!.options({ ui: { shapes: false } }))
  await expect(glyphs).toHaveCount(0)
  await page.evaluate(() => window.vibeflowTest!.options({ ui: { shapes: true } }))
})

test('a silent agent is blue while it prints, then guessed amber until killed', slow, async () => {
  const { page, type, home, tabs } = started
  await silence('[ai]\nheuristic_silence_ms = 1500\n', 1_500)
  writeFileSync(
    join(home, 'acts.sh'),
    'echo $$ > pid; for i in 1 2 3 4 5 6; do echo step $i; sleep 0.2; done; echo last; ' +
      'while :; do read -t 60 x; done\n',
  )
  const shown = await record(page)
  const goose = program(started.home, 'goose') // no rule knows its prompt
  await page.evaluate(() => {
    const times: Record<string, number> = {}
    Object.assign(window, { times })
    const timer = setInterval(() => {
      const rows = window.vibeflowTest!.screen()
      for (const [name, text] of [
        ['first', 'step 1'],
        ['last', 'last'],
      ] as const)
        if (times[name] === undefined && rows.includes(text))
          times[name] = performance.timeOrigin + performance.now()
      if (times['last'] !== undefined) clearInterval(timer)
    }, 10)
  })
  await type(`clear; ${goose} acts.sh\n`)
  await expect.poll(state).toBe('working')
  await started.shows('last')
  await expect.poll(state).toBe('waiting')
  const times = await page.evaluate(
    () => (window as unknown as { times: Record<string, number> }).times,
  )
  const at = (name: string, list: { state: string; at: number }[]) =>
    list.find((one) => one.state === name)?.at ?? Number.NaN
  const list = await shown()
  // 500 on a quiet machine; the bench reports
  expect(at('working', list) - times['first']!).toBeLessThan(8_000)
  const quietMs = at('waiting', list) - times['last']!
  expect(quietMs).toBeGreaterThan(1_300)
  expect(quietMs).toBeLessThan(12_000) // 2 000 on a quiet machine
  expect((await tabs()).at(-1)?.subtitle).toMatch(/needs you: your turn\?/)
  const why = await page.evaluate(() => window.vibeflowTest!.why())
  expect(why.short).toMatch(/^Probably waiting/)
  await page.keyboard.press('Control+Shift+Y')
  await expect(page.getByRole('dialog', { name: /^Why this state/ })).toContainText('Probably')
  await page.waitForSelector('.why-body section')
  await picture(page, 'why-guess')
  await page.keyboard.press('Escape')
  const killedAt = Date.now()
  process.kill(Number(readFileSync(join(home, 'pid'), 'utf8')), 'SIGKILL')
  await expect.poll(state).not.toBe('waiting')
  expect(Date.now() - killedAt).toBeLessThan(10_000) // 500 on a quiet machine
  await silence('# as usual\n', 4_000)
})

test('a report ends with its command, and with the death of its agent', slow, async () => {
  const { page, type, home, tabs } = started
  const asks = async (body: string) => {
    await type(`printf '${osc(body)}'; read a\n`)
    await expect.poll(state).toBe('waiting')
    await page.evaluate(() => window.vibeflowTest!.why()) // looks who is there
    await page.waitForTimeout(1_300)
    expect(await state()).toBe('waiting')
    await type('\n')
    await expect.poll(state).toBe('idle')
  }
  await asks('7501;state=blocked:app=deploy')
  await asks('1338;state=waiting;tool=deploy')
  const codex = program(home, 'codex')
  const dies = (before: string) =>
    writeFileSync(
      join(home, 'dies.sh'),
      `${before}; printf '${osc('7501;state=working:app=codex')}'; sleep 0.7; exit 3\n`,
    )
  for (const before of ['sleep 0.4', 'true', 'true', 'true']) {
    dies(before)
    await type(`clear; ${codex} dies.sh\n`)
    await expect.poll(state).toBe('working')
    await expect.poll(state).toBe('error')
    expect((await tabs()).at(-1)?.subtitle).toMatch(/failed/)
  }
  const goose = program(home, 'goose')
  writeFileSync(join(home, 'prints.sh'), 'for i in 1 2 3 4 5 6; do echo $i; sleep 0.2; done\n')
  await type(`clear; ${goose} prints.sh\n`)
  const source = () => page.evaluate(() => window.vibeflowTest!.why().then((why) => why.source))
  await expect.poll(source).toBe('silence')
  await type('clear; bash --norc\n')
  await type(`${codex} dies.sh\n`)
  await expect.poll(source).toBe('osc7501')
  await expect.poll(source).toBe('shell') // the nested one is what runs
  // its marked prompts end what was reported in it
  await type(`PROMPT_COMMAND="printf '${osc('133;A')}'"\n`)
  await expect.poll(state).toBe('idle')
  await type(`printf '${osc('7501;state=blocked:app=deploy')}'; sleep 0.7\n`)
  await expect.poll(state).toBe('waiting')
  await expect.poll(state).toBe('idle')
})

test('a declined offer to integrate an agent is not repeated', slow, async () => {
  const { type, home, page } = started
  const panel = page.getByRole('dialog', { name: /^Why this state/ })
  const offered = async () => {
    await page.keyboard.press('Control+Shift+P')
    await page.getByRole('combobox').fill('>integrate qwen')
    await page.waitForTimeout(300) // the list follows the words
    const found = await page.getByRole('option').allTextContents()
    await page.keyboard.press('Escape')
    return found.filter((text) => text.includes('hooks for qwen')).length
  }
  writeFileSync(join(home, 'sits.sh'), 'while :; do echo on; read -t 1 x; done\n')
  await type(`clear; ${program(started.home, 'qwen')} sits.sh\n`)
  await expect.poll(state).toBe('working')
  await expect.poll(offered).toBe(2)
  await page.keyboard.press('Control+Shift+Y')
  await expect(panel).toContainText('vibeflow integrate qwen')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Shift+P')
  await page.getByRole('combobox').fill('>suggest hooks')
  await expect(page.getByRole('option').first()).toContainText('suggest hooks')
  await page.keyboard.press('Enter')
  await expect.poll(offered).toBe(0)
  await page.keyboard.press('Control+Shift+Y')
  await expect(panel).toContainText('output activity')
  await expect(panel).not.toContainText('vibeflow integrate')
  await page.keyboard.press('Escape')
  expect(readFileSync(join(home, 'state/vibeflow/offers.json'), 'utf8')).toBe('["qwen"]')
  await page.keyboard.press('Control+C')
})

test('an agent without reports is read from its screen, also by user rules', slow, async () => {
  const { type, home, page } = started
  writeFileSync(
    join(home, 'asks.sh'),
    `printf 'Do you want to proceed?\\n \\342\\235\\257 1. Yes\\n   2. No\\n'; for i in 1 2 ` +
      `3 4 5 6; do sleep 0.3; printf '\\033[s.\\033[u'; done; read x; printf '\\033[2J\\033[Ha` +
      `${'zyx'.repeat(28)}\\nOut of zebras.\\n'; sleep 30\n`,
  )
  const shown = await record(page)
  await type(`clear; ${program(started.home, 'claude')} asks.sh\n`)
  await expect.poll(state).toBe('waiting')
  const why = JSON.stringify(await page.evaluate(() => window.vibeflowTest!.why()))
  expect(why).toContain('the screen shows a permission prompt (rule permission)')
  await page.waitForTimeout(1_500)
  // a blinking text is not a new question
  expect((await shown()).filter(({ state: one }) => one === 'waiting').length).toBe(1)
  mkdirSync(join(home, 'config/vibeflow'), { recursive: true })
  writeFileSync(
    join(home, 'config/vibeflow/agent-rules.json'),
    JSON.stringify({
      agents: {
        claude: {
          rules: [
            {
              id: 'slow',
              state: 'idle',
              priority: 3_000,
              region: 'screen',
              any: [{ line: '^[abcdefghi](?:(?:zy|zyx)(?:x)?)+!$' }],
            },
            {
              id: 'zebras',
              state: 'error',
              priority: 2_000,
              region: 'screen',
              any: [{ text: 'out of zebras' }],
            },
          ],
        },
      },
    }),
  )
  await page.waitForTimeout(1_000)
  await page.keyboard.press('Enter')
  await expect.poll(state).toBe('error')
  await expect(page.locator('.config-banner')).toContainText(
    'agent-rules.json line 1, column 32: claude, rule slow was turned off: it took more than 250',
  ) // and it delays no one
  expect(JSON.stringify(await page.evaluate(() => window.vibeflowTest!.why()))).toContain(
    '(rule zebras)',
  )
  rmSync(join(home, 'config/vibeflow/agent-rules.json'))
  await expect(page.locator('.config-banner')).toBeHidden()
  await expect.poll(state).not.toBe('error') // the rule is gone
})

test('a reported state replaces a guess, and silence does not change it', slow, async () => {
  const { type, home } = started
  await silence('[ai]\nheuristic_silence_ms = 500\n', 500)
  writeFileSync(
    join(home, 'speaks.sh'),
    `echo begin; sleep 0.2; printf '${osc('1338;state=working;tool=codex')}'; echo said; ` +
      'sleep 1.5; echo still; sleep 0.5\n',
  )
  await type(`clear; ${program(started.home, 'codex')} speaks.sh\n`)
  await started.shows('said')
  await started.shows('still')
  expect(await state()).toBe('working')
  const why = await started.page.evaluate(() => window.vibeflowTest!.why())
  expect(JSON.stringify(why)).toContain('osc1338')
  await silence('# as usual\n', 4_000)
})

test('the Why panel shows reasons, dropped reports and foreground, and pins', async () => {
  const { app, page } = started
  await say(`${osc('1338;state=zonk')}${osc('7501;state=blocked:kind=permission:app=claude')}`)
  await expect.poll(state).toBe('waiting')
  await page.keyboard.press('Control+Shift+Y')
  const panel = page.getByRole('dialog', { name: /^Why this state/ })
  await expect(panel).toContainText('permission')
  await expect(panel).toContainText('OSC 7501')
  await expect(panel).toContainText(/unknown.state/i)
  await expect(page.locator('.tab-active .tab-title')).toContainText('say.sh')
  await expect(panel).toContainText(/Program(sh|dash) \((\d+, )?not a known agent\)/)
  await picture(page, 'why-fact')
  await panel.getByRole('button', { name: 'Copy text' }).click()
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible()
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toMatch(/^clear; sh say\.sh \(~\)\nWaiting for /)
  await panel.getByRole('button', { name: 'Copy JSON' }).click()
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toContain('"unknown-state"')
  // A name that no program has: once above the grid, and here.
  writeFileSync(
    join(started.home, 'config/vibeflow/config.toml'),
    '[ai]\ntools = ["codex", "node"]\n',
  )
  await expect(page.locator('.config-banner')).toContainText(
    'line 2: ai.tools: "node" can never match: too many programs have this name.',
  )
  await expect(panel).toContainText('"node" can never match')
  await picture(page, 'why-never-matching')
  writeFileSync(join(started.home, 'config/vibeflow/config.toml'), '')
  await expect(page.locator('.config-banner')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Pin' }).click()
  await expect(panel).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('xterm')
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
  await page.locator('.tab-active').hover()
  await expect(page.getByRole('tooltip')).toContainText('permission')
  await page.mouse.move(400, 400)
  await expect(page.getByRole('tooltip')).toBeHidden()
  // Nor while something is selected past the upper edge.
  await page.mouse.down()
  await page.locator('.tab-active').hover()
  await page.waitForTimeout(1_000)
  await expect(page.getByRole('tooltip')).toBeHidden()
  await page.mouse.move(400, 400)
  await page.mouse.up()
})

test('a snoozed tab asks for nothing until its time; the window counts who asks', async () => {
  const { page } = started
  const asking = () => page.evaluate(() => Number(/^\((\d+)\)/.exec(document.title)?.[1] ?? 0))
  await say(osc('7501;state=blocked:kind=auth:app=claude'))
  await expect.poll(asking).toBe(1)
  await expect(page.locator('[data-live=assertive]')).toContainText('needs you: login', {
    timeout: 4_000,
  })
  await page.keyboard.press('Control+Shift+S')
  await expect.poll(asking).toBe(0)
  await expect(page.locator('.tab-active [role=tab]')).toHaveAccessibleName(
    /needs you: login, snoozed until \d\d:\d\d/,
  )
  await expect(page.locator('.tab-active .glyph')).toHaveAttribute('data-glyph', 'triangle-hollow')
  expect(await state()).toBe('waiting')
})

test('a Codex recording makes the tab show what Codex reported', slow, async () => {
  const { page, type } = started
  const speed = 6
  await expect.poll(state).toBe('idle') // its shell has begun
  const shown = await record(page)
  await type(
    `clear; ${process.execPath} ${join(import.meta.dirname, '../replay.mjs')} ` +
      `${join(traces, 'codex-0.169.0.raw')} ${speed}\n`,
  )
  // The shell's marks before and after it; an editor, recognized by the alternate screen, is not
  // work.
  const expected = [
    ...['idle', 'working', 'active', 'idle', 'working', 'waiting', 'working', 'done', 'idle'],
  ]
  // After the agent has reported its end, its process may stay in the foreground for a moment, in
  // no known state. A state in between may be too short to be sent.
  const untilGone = (states: string[]) =>
    states.join().endsWith(',active,idle') && states.length > expected.length
      ? [...states.slice(0, expected.length - 1), 'idle']
      : states
  await expect
    .poll(async () => untilGone((await shown()).map(({ state }) => state)))
    .toEqual(expected)
  const reported = (
    JSON.parse(readFileSync(join(traces, 'codex-0.169.0.expected.json'), 'utf8')) as {
      reported: { t_s: number }[]
    }
  ).reported
  const list = await shown()
  // Between two of them as much time passes as between the reports, to 150 ms.
  const gaps = list.slice(4, 8).map(({ at }, index) => at - (list[index + 3]?.at ?? 0))
  const wanted = reported
    .slice(1, 5)
    .map(({ t_s }, index) => ((t_s - (reported[index]?.t_s ?? 0)) * 1_000) / speed)
  for (const [index, gap] of gaps.entries())
    expect(Math.abs(gap - (wanted[index] ?? 0))).toBeLessThan(1_500)
})
