import { expect, test, type ElectronApplication, type Page } from '@playwright/test'
import { inMain, inPage, launchFixture, until } from './launch.ts'

let app: ElectronApplication
let page: Page
test.beforeAll(async () => {
  ;({ app, page } = await launchFixture())
})
test.afterAll(async () => {
  await app.close()
})

const events = () => inMain<string[]>(app, 'fixture.events')
const home = 'http://app.fixture.localhost/index.html'

test('page code sees nothing of the shim, of Node or of Electron', async () => {
  expect(
    await inPage(
      page,
      'Object.getOwnPropertyNames(globalThis).filter((name) => ' +
        '/' +
        'electron|shim|^(require|process|module|exports|Buffer|global)$|ipcRenderer|contextBri' +
        'dge/i.test(name))',
    ),
  ).toEqual([])
  await inPage(page, 'fixture.requireOther("node:fs")')
  const [problem] = await until(
    () => inMain<{ args: unknown[] }[]>(app, 'fixture.messages'),
    (all) => all.length > 0,
  )
  expect(problem?.args[0]).toContain('can load electron only')
})

test('navigation is asked for and refused, and the page stays', async () => {
  for (const [code, event] of [
    ['location.href = "http://elsewhere.test/a"', 'will-navigate http://elsewhere.test/a'],
    ['document.querySelector("#away").click()', 'will-navigate http://elsewhere.test/'],
    ['location.href = "/worker.js"', 'will-navigate fixture://app/worker.js'],
  ] as const) {
    await inPage(page, `void setTimeout(() => { ${code} }, 0)`)
    expect(await until(events, (all) => all.includes(event))).toContain(event)
  }
  expect(page.url()).toBe(home)
  expect(await inPage(page, 'document.title')).toBe('Fixture')
  expect(await inMain(app, 'fixture.window.webContents.getURL()')).toBe('fixture://app/index.html')
})

test('window.open and a middle-click open nothing and are asked for', async () => {
  await inPage(page, 'void window.open("http://elsewhere.test/open")')
  expect(
    await until(events, (all) => all.includes('window.open http://elsewhere.test/open')),
  ).toContain('window.open http://elsewhere.test/open')
  await inPage(page, 'document.querySelector("#blank").click()')
  expect(
    await until(events, (all) => all.includes('window.open http://elsewhere.test/')),
  ).toContain('window.open http://elsewhere.test/')
  await page.locator('#away').click({ button: 'middle' })
  await until(
    events,
    (all) => all.filter((event) => event === 'window.open http://elsewhere.test/').length === 2,
  )
  expect(
    (await events()).filter((event) => event === 'window.open http://elsewhere.test/').length,
  ).toBe(2)
  expect(
    await until(
      () => app.windows().length,
      (count) => count === 1,
    ),
  ).toBe(1)
})

test("the policy keeps page code from every connection, including the port's own", async () => {
  expect(
    await inPage(
      page,
      'Promise.all(["/style.css", "http://127.0.0.1:1/"].map((address) => ' +
        'fetch(address).then(() => "reached", () => "refused")))',
    ),
  ).toEqual(['refused', 'refused'])
  expect(
    await inPage(
      page,
      `new Promise((resolve) => {
    const socket = new WebSocket("ws://127.0.0.1:1/")
    socket.onopen = () => resolve("open")
    socket.onerror = () => resolve("refused")
  })`,
    ),
  ).toBe('refused')
  expect(
    await inPage(
      page, // From a timer: what a driver evaluates itself is free of the policy.
      'new Promise((resolve) => setTimeout(() => { try { resolve(eval("1")) } catch (error) ' +
        '{ resolve(error.name) } }, 0))',
    ),
  ).toBe('EvalError')
  expect(
    await inPage(
      page,
      'new Promise((resolve) => { const worker = new Worker("worker.js"); worker.onmessage ' +
        '= (event) => resolve(event.data) })',
    ),
  ).toBe('worker at /worker.js')
})

test('permissions are denied, reading the clipboard above all', async () => {
  const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi']
  expect(
    await inPage(
      page,
      `Promise.all(${JSON.stringify(names)}.map((name) => navigator.permissions.query({ ` +
        'name }).then((status) => status.state)))',
    ),
  ).toEqual(names.map(() => 'denied'))
  expect(
    await inPage(page, 'navigator.clipboard.readText().then(() => "read", (error) => error.name)'),
  ).toBe('NotAllowedError')
  await inMain(
    app,
    'electron.session.defaultSession.setPermissionCheckHandler((contents, permission) => ' +
      'permission === "notifications")',
  )
  await page.reload()
  expect(
    await inPage(
      page,
      'navigator.permissions.query({ name: "notifications" }).then((status) => status.state)',
    ),
  ).toBe('granted')
  expect(
    await inPage(
      page,
      'navigator.permissions.query({ name: "clipboard-read" }).then((status) => status.state)',
    ),
  ).toBe('denied')
  await inMain(app, 'electron.session.defaultSession.setPermissionCheckHandler(null)')
})

test('a download is reported and does not happen', async () => {
  await inMain(
    app,
    'void electron.session.defaultSession.on("will-download", (event, item) => ' +
      'fixture.events.push("download " + item.getFilename()))',
  )
  await inPage(
    page,
    '(() => { const link = document.createElement("a"); link.download = "it.txt"; link.href ' +
      '= URL.createObjectURL(new Blob(["text"])); link.click() })()',
  )
  expect(await until(events, (all) => all.includes('download it.txt'))).toContain('download it.txt')
})

test('a document with a policy in a <meta> gets no port, in words', async () => {
  await inMain(
    app,
    'electron.protocol.unhandle("fixture"), electron.protocol.handle("fixture", () => new ' +
      `Response('<meta http-equiv="Content-Security-Policy" content="default-src *">', { ` +
      'headers: { "content-type": "text/html" } }))',
  )
  await inMain(
    app,
    'fixture.window.webContents.removeAllListeners("did-finish-load"), ' +
      'fixture.window.loadURL("fixture://app/meta.html")',
  )
  const words = inMain(
    app,
    'fixture.window.webContents.postMessage("port", null, [new ' +
      'electron.MessageChannelMain().port2])',
  )
  await expect(words).rejects.toThrow('send the policy as a header')
})
