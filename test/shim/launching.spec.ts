/** How an app is started, what its first window is like, and how it ends itself. */
import path from 'node:path'
import { _electron, expect, test } from '@playwright/test'
import {
  connected,
  electronFile,
  fixtureFolder,
  inMain,
  inPage,
  launchFixture,
  testEnvironment,
  until,
  type Fixture,
} from './launch.ts'
import { slow } from '../slow.ts'

let app: Fixture['app']
let page: Fixture['page']
test.beforeAll(async () => {
  ;({ app, page } = await launchFixture())
})
test.afterAll(async () => {
  await app.close().catch(() => undefined) // a test ended it
})

test('gives a new window the requested size, at device scale 1, and the focus', async () => {
  expect(
    await inPage(
      page,
      '[innerWidth, innerHeight, devicePixelRatio, document.hasFocus(), document.visibilityState]',
    ),
  ).toEqual([900, 640, 1, true, 'visible'])
})

test('is launched by its path, types and reads back', async () => {
  await page.locator('#input').click()
  await page.keyboard.type('héllo')
  expect(await page.locator('#input').inputValue()).toBe('héllo')
  expect(
    await inMain(
      app,
      '[electron.app.getName(), electron.app.getVersion(), electron.app.isPackaged, ' +
        'process.type, process.versions.electron.split(".")[0]]',
    ),
  ).toEqual(['Shim Fixture', '1.2.3', false, 'browser', '45'])
  expect(await inMain(app, 'process.argv.slice(1)')).toEqual([
    '--no-sandbox',
    '--inspect=0',
    '--remote-debugging-port=0',
    fixtureFolder,
  ])
})

test('draws with WebGL 2', async () => {
  expect(await inPage(page, 'document.createElement("canvas").getContext("webgl2") !== null')).toBe(
    true,
  )
})

test('survives a reload: the port closes and a new one comes', async () => {
  await page.reload()
  await connected(page)
  expect(await inMain(app, 'fixture.ports.length')).toBe(2)
  const closed = () => inMain<boolean>(app, 'fixture.events.includes("port close")')
  expect(await until(closed, Boolean)).toBe(true)
})

test('a prevented before-quit keeps the app, exit does not ask', async () => {
  await inMain(
    app,
    'electron.app.once("before-quit", (event) => event.preventDefault()), electron.app.quit()',
  )
  expect(await inMain(app, 'electron.BrowserWindow.getAllWindows().length')).toBe(1)
  const ended = new Promise((resolve) => app.process().once('exit', resolve))
  await inMain(app, 'void setTimeout(() => electron.app.exit(7), 10)')
  expect(await ended).toBe(7)
})

test("is launched through ELECTRON_OVERRIDE_DIST_PATH with the driver's loader", slow, async () => {
  const before = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] = path.dirname(electronFile)
  try {
    const app = await _electron.launch({
      args: [fixtureFolder],
      env: testEnvironment({ VIBEFLOW_HEADLESS: '1' }),
    })
    const page = await app.firstWindow()
    await connected(page)
    expect(await inMain(app, 'process.argv.slice(1)')).toEqual([fixtureFolder])
    expect(await inMain(app, 'electron.app.isReady()')).toBe(true)
    await app.close()
  } finally {
    if (before === undefined) delete process.env['ELECTRON_OVERRIDE_DIST_PATH']
    else process.env['ELECTRON_OVERRIDE_DIST_PATH'] = before
  }
})
