/** The page is locked in: each test tries to break one lock of SECURITY.md. */
import { expect, test } from './app.ts'

test('page code reaches nothing of Node, Electron or the preload', async ({ shared }) => {
  const { page } = shared
  const seen = await page.evaluate(() =>
    [
      ...['require', 'process', 'module', 'exports', 'global', 'Buffer', '__dirname', 'electron'],
      ...['ipcRenderer', 'webFrame', 'bridge', 'vibeflow'],
    ].filter((name) => name in globalThis),
  )
  expect(seen).toEqual([])
})

test('the policy blocks inline, remote and evaluated scripts, connections, frames, forms', async ({
  shared,
}) => {
  const { page } = shared
  const outcome = await page.evaluate(async () => {
    const violations: string[] = []
    addEventListener('securitypolicyviolation', (event) =>
      violations.push(event.effectiveDirective),
    )
    const add = <Tag extends keyof HTMLElementTagNameMap>(
      tag: Tag,
      set: (element: HTMLElementTagNameMap[Tag]) => void,
    ) => {
      const element = document.createElement(tag)
      set(element)
      document.body.append(element)
    }
    const flags = globalThis as { broken?: string }
    add('script', (script) => {
      script.textContent = 'globalThis.broken = "inline"'
    })
    add('script', (script) => {
      script.src = 'https://example.com/x.js'
    })
    add('script', (script) => {
      script.src = 'data:text/javascript,globalThis.broken="data"'
    })
    add('iframe', (frame) => {
      frame.src = 'https://example.com'
    })
    add('img', (image) => {
      image.src = 'https://example.com/x.png'
    })
    // In a task of its own: the driver's own evaluation is exempt from the policy.
    const evaluated = await new Promise((resolve) =>
      setTimeout(() => {
        try {
          // biome-ignore lint/security/noGlobalEval: the page's policy must refuse it
          // biome-ignore lint/complexity/noCommaOperator: makes the eval a global one
          resolve((0, eval)('1'))
        } catch {
          resolve('refused') /* as it must */
        }
      }),
    )
    const connected = await Promise.allSettled([
      fetch('https://example.com'),
      fetch('http://127.0.0.1:1'),
      navigator.sendBeacon('https://example.com')
        ? Promise.resolve()
        : Promise.reject(new Error('refused')),
    ])
    const socket = await new Promise((resolve) => {
      try {
        const one = new WebSocket('ws://127.0.0.1:1')
        one.onopen = () => resolve('open')
        one.onerror = () => resolve('refused')
      } catch {
        resolve('refused')
      }
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    return {
      violations: [...new Set(violations)].sort(),
      evaluated,
      connected: connected.slice(0, 2).map((one) => one.status),
      socket,
      broken: flags.broken ?? null,
    }
  })
  expect(outcome).toMatchObject({
    evaluated: 'refused',
    connected: ['rejected', 'rejected'],
    socket: 'refused',
    broken: null,
  })
  for (const directive of ['script-src-elem', 'connect-src', 'img-src', 'frame-src'])
    expect(outcome.violations).toContain(directive)
})

test('the page cannot submit a form anywhere', async ({ shared }) => {
  const { page } = shared
  const address = page.url()
  await page.evaluate(async () => {
    const form = document.createElement('form')
    form.action = 'https://example.com'
    document.body.append(form)
    form.submit()
    await new Promise((resolve) => setTimeout(resolve, 500))
  })
  expect(page.url()).toBe(address)
  expect(await page.evaluate(() => window.vibeflowTest!.tabs().length)).toBe(1)
})

test('the page cannot navigate, open a window or download', async ({ shared }) => {
  const { app, page } = shared
  const address = page.url()
  await page.evaluate(() => {
    location.href = 'https://example.com/'
  })
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = 'data:text/plain,x'
    link.download = 'x'
    document.body.append(link)
    link.click()
  })
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = 'https://example.com/'
    link.target = '_blank'
    document.body.append(link)
    link.click()
  })
  const opened = await page.evaluate(async () => {
    const one = window.open('https://example.com/')
    for (let waited = 0; waited < 5_000 && one !== null && !one.closed; waited += 100)
      await new Promise((resolve) => setTimeout(resolve, 100))
    return one !== null && !one.closed
  })
  expect(page.url()).toBe(address)
  expect(opened).toBe(false)
  await expect.poll(() => app.windows().length).toBe(1)
  expect(await page.evaluate(() => window.vibeflowTest!.tabs().length)).toBe(1)
})

test('the page is granted no permission', async ({ shared }) => {
  const { page } = shared
  const states = await page.evaluate(async () => {
    const names = [
      ...['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read'],
    ] as PermissionName[]
    const asked = await Promise.all(
      names.map((name) =>
        navigator.permissions.query({ name }).then(
          (status) => status.state,
          () => 'unknown',
        ),
      ),
    )
    const media = await (
      navigator.mediaDevices?.getUserMedia({ audio: true }) ?? Promise.reject(new Error('absent'))
    ).then(
      () => 'granted',
      () => 'refused',
    )
    const clipboard = await (
      navigator.clipboard?.readText() ?? Promise.reject(new Error('absent'))
    ).then(
      () => 'granted',
      () => 'refused',
    )
    return { asked, media, clipboard }
  })
  expect(states.asked).not.toContain('granted')
  expect(states).toMatchObject({ media: 'refused', clipboard: 'refused' })
})

test("only files of the page's folder are served", async ({ shared }) => {
  const { page } = shared
  const found = await page.evaluate(async () => {
    const load = (address: string) =>
      new Promise<boolean>((resolve) => {
        const image = new Image()
        image.onload = () => resolve(true)
        image.onerror = () => resolve(false)
        image.src = address
      })
    return Promise.all(
      [
        ...['/../main/index.js', '/%2e%2e/main/index.js', '/..%2f..%2fpackage.json'],
        ...['/etc/passwd', '/index.html%00.png'],
      ].map(load),
    )
  })
  expect(found).toEqual([false, false, false, false, false])
})

test('a message that fails its guard is dropped, counted and harmless', async ({ shared }) => {
  const { page, shows, type } = shared
  await page.evaluate(() => {
    // Another document of the page's own origin asks for a port as the preload would, and posts
    // what it likes to the page.
    for (const message of [
      'port',
      { kind: 'tab/output' },
      { kind: 'pane/close', pane: 1 },
      { __proto__: { kind: 'app/quit' } },
      null,
    ])
      window.postMessage(message, '*')
    const channel = new MessageChannel()
    window.postMessage('port', '*', [channel.port2])
  })
  await type('echo still here\n')
  await shows('still here')
})

test('main drops and counts a message that fails its guard, and continues', async ({ shared }) => {
  const { app, page, shows, type } = shared
  await page.evaluate(() => {
    for (const message of [
      { kind: 'session/input', session: 'x', bytes: 'rm' },
      { kind: 'nonsense' },
      5,
      { kind: 'session/resize', session: 'x', cols: 0, rows: -1 },
    ])
      window.vibeflowTest!.post(message)
  })
  await type('echo still here\n')
  await shows('still here')
  const drops = await app.evaluate(() =>
    (globalThis as unknown as { vibeflowMainTest: { drops(): unknown } }).vibeflowMainTest.drops(),
  )
  expect(drops).toEqual({ unknown: 2, malformed: 2, 'too-many': 0, throttled: 0 })
})
