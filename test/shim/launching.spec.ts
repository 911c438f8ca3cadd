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
} from './launch.ts'

test('is launched by its path, types and reads back', async () => {
  const { app, page } = await launchFixture()
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
  await app.close()
})

test("is launched through ELECTRON_OVERRIDE_DIST_PATH with the driver's loader", async () => {
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

// … and the focus
test('gives a new window the size that it asked for, at device scale 1', async () => {
  const { app, page } = await launchFixture()
  expect(
    await inPage(
      page,
      '[innerWidth, innerHeight, devicePixelRatio, document.hasFocus(), document.visibilityState]',
    ),
  ).toEqual([900, 640, 1, true, 'visible'])
  await app.close()
})

test('draws with WebGL 2', async () => {
  const { app, page } = await launchFixture()
  expect(await inPage(page, 'document.createElement("canvas").getContext("webgl2") !== null')).toBe(
    true,
  )
  await app.close()
})

test('survives a reload: the port closes and a new one comes', async () => {
  const { app, page } = await launchFixture()
  await page.reload()
  await connected(page)
  expect(await inMain(app, 'fixture.ports.length')).toBe(2)
  expect(await inMain(app, 'fixture.events.includes("port close")')).toBe(true)
  await app.close()
})
