/** One app for all tests. Tests that remove its page or its window come last. */
import { expect, test, type ElectronApplication, type Page } from '@playwright/test'
import { connected, inMain, inPage, launchFixture, until } from './launch.ts'

let app: ElectronApplication
let page: Page
test.beforeAll(async () => {
  ;({ app, page } = await launchFixture())
})
test.afterAll(async () => {
  await app.close()
})

const inner = () => inPage<number[]>(page, '[innerWidth, innerHeight]')

test('setBounds, full screen and back reach the page', async () => {
  await inMain(app, 'fixture.window.setBounds({ width: 701, height: 503 })')
  expect(await until(inner, ([width]) => width === 701)).toEqual([701, 503])
  await inMain(app, 'fixture.window.setFullScreen(true)')
  expect(await until(inner, ([width]) => width === 1920)).toEqual([1920, 1080])
  expect(await inMain(app, 'fixture.window.isFullScreen()')).toBe(true)
  await inMain(app, 'fixture.window.setFullScreen(false)')
  expect(await until(inner, ([width]) => width === 701)).toEqual([701, 503])
})

test('two windows and pages find each other, take keys and hold a minimum size', async () => {
  const [second] = await Promise.all([
    app.waitForEvent('window'),
    inMain(app, 'void (fixture.second = fixture.open({ width: 640, height: 480, minWidth: 500 }))'),
  ])
  await connected(second)
  const handle = await app.browserWindow(second)
  expect(
    await handle.evaluate(
      (window) =>
        window.id ===
        (globalThis as unknown as { fixture: { second: { id: number } } }).fixture.second.id,
    ),
  ).toBe(true)
  for (const one of [page, second]) {
    await one.locator('#input').click()
    await one.keyboard.type('both')
    expect(await one.locator('#input').inputValue()).toBe('both')
  }
  expect(await inMain(app, 'electron.BrowserWindow.getFocusedWindow() === fixture.second')).toBe(
    true,
  )
  await inMain(app, 'fixture.second.setBounds({ width: 100, height: 400 })')
  expect(
    await until(
      () => inPage<number[]>(second, '[innerWidth, innerHeight]'),
      ([width]) => width === 500,
    ),
  ).toEqual([500, 400])
  await second.close()
  expect(
    await until(
      () => inMain<number>(app, 'electron.BrowserWindow.getAllWindows().length'),
      (count) => count === 1,
    ),
  ).toBe(1)
})

test("the document's title becomes the window's", async () => {
  expect(
    await until(
      () => inMain(app, 'fixture.window.getTitle()'),
      (title) => title === 'Fixture',
    ),
  ).toBe('Fixture')
  await inPage(page, 'document.title = "Changed"')
  expect(
    await until(
      () => inMain(app, 'fixture.window.getTitle()'),
      (title) => title === 'Changed',
    ),
  ).toBe('Changed')
})

test('a crashed page is reported and can be loaded again', async () => {
  const ports = () => inMain<number>(app, 'fixture.ports.length')
  const before = await ports()
  const crash = page.waitForEvent('crash')
  await inMain(app, 'fixture.window.webContents.executeJavaScript("0").then(() => 0)')
  // never answered: its page is gone
  void page.goto('chrome://crash').catch((error: unknown) => String(error))
  await crash
  expect(
    await until(
      () => inMain<string[]>(app, 'fixture.events'),
      (events) => events.includes('gone crashed'),
    ),
  ).toContain('gone crashed')
  await inMain(app, 'fixture.window.webContents.reload()')
  expect(await until(ports, (count) => count === before + 1)).toBe(before + 1)
  expect(await inMain(app, 'fixture.window.webContents.executeJavaScript("document.title")')).toBe(
    'Fixture',
  )
})

test('a load whose page crashes fails, and the next one is loaded', async () => {
  const load = (address: string) =>
    inMain<string>(
      app,
      `fixture.window.loadURL(${JSON.stringify(address)}).then(() => "loaded", (error) => ` +
        'error.message)',
    )
  const before = await inMain<string[]>(app, 'fixture.events')
  expect(await load('chrome://crash')).toContain('ERR_')
  await until(
    () => inMain<string[]>(app, 'fixture.events'),
    (events) => events.slice(before.length).includes('gone crashed'),
  )
  expect(await load('fixture://app/index.html')).toBe('loaded')
})

test('close can be prevented, destroy cannot', async () => {
  await inMain(app, 'void fixture.events.splice(0)')
  await inMain(app, 'fixture.window.once("close", (event) => event.preventDefault())')
  await inMain(app, 'fixture.window.close()')
  expect(await inMain(app, 'fixture.window.isDestroyed()')).toBe(false)
  await inMain(
    app,
    'electron.app.removeAllListeners("window-all-closed"), ' +
      'electron.app.on("window-all-closed", () => fixture.events.push("all closed"))',
  )
  await inMain(app, 'fixture.window.destroy()')
  expect(
    await until(
      () => inMain<string[]>(app, 'fixture.events'),
      (events) => events.includes('all closed'),
    ),
  ).toContain('closed')
})
