import { expect, test, type ElectronApplication } from '@playwright/test'
import { apiTable } from './api-table.ts'
import { inMain, launchFixture } from './launch.ts'

let app: ElectronApplication
test.beforeAll(async () => {
  ;({ app } = await launchFixture())
})
test.afterAll(async () => {
  await app.close()
})

/**
 * Locations of an object of each kind in the running fixture. Events are not names of properties.
 */
const places: Readonly<Record<string, { readonly instance?: string; readonly owner?: string }>> = {
  app: { instance: 'electron.app' },
  BrowserWindow: { instance: 'fixture.window', owner: 'electron.BrowserWindow' },
  WebContents: { instance: 'fixture.window.webContents' },
  IpcMain: { instance: 'electron.ipcMain' },
  MessagePortMain: { instance: 'new electron.MessageChannelMain().port1' },
  Session: { instance: 'electron.session.defaultSession' },
  Protocol: { instance: 'electron.protocol' },
  Menu: { owner: 'electron.Menu' },
  Tray: { instance: 'new electron.Tray("")' },
  Notification: { instance: 'new electron.Notification({ title: "x" })' },
  Shell: { instance: 'electron.shell' },
  NativeImageModule: { instance: 'electron.nativeImage' },
  Screen: { instance: 'electron.screen' },
  Clipboard: { instance: 'electron.clipboard' },
  GlobalShortcut: { instance: 'electron.globalShortcut' },
}

test('every entry of the table is there at run time', async () => {
  for (const [name, entry] of Object.entries(apiTable)) {
    const place = places[name]
    // of an event or of the preload: the specs of ports.spec.ts use each of them
    if (place === undefined) continue
    const missing = await inMain<string[]>(
      app,
      `(() => {
      const instance = ${place.instance ?? '{}'}
      const owner = ${place.owner ?? '{}'}
      return [
        ...${JSON.stringify(entry.methods ?? [])}.filter((name) => !(name in instance)),
        ...${JSON.stringify(entry.statics ?? [])}.filter(
          (name) => typeof owner[name] !== "function"),
      ]
    })()`,
    )
    expect({ name, missing }).toEqual({ name, missing: [] })
  }
})

/** One use of each entry that no other spec uses, with what it must give. */
const uses: readonly (readonly [code: string, wanted: unknown])[] = [
  ['electron.app.getAppPath().endsWith("test/shim/app")', true],
  ['(electron.app.setPath("userData", "/tmp/shim-user-data"), 1)', 1],
  [
    '(electron.app.commandLine.appendSwitch("own", "1"), ' +
      'electron.app.commandLine.hasSwitch("own"))',
    true,
  ],
  ['electron.app.setBadgeCount(1)', false],
  ['(fixture.window.flashFrame(true), fixture.window.setMenuBarVisibility(false), 1)', 1],
  ['(fixture.window.minimize(), fixture.window.isMinimized())', true],
  ['(fixture.window.restore(), fixture.window.isMinimized())', false],
  [
    'fixture.window.capturePage().then((image) => ' +
      'image.toDataURL().startsWith("data:image/png;base64,iVBOR"))',
    true,
  ],
  [
    '(electron.Menu.setApplicationMenu(electron.Menu.buildFromTemplate([{ label: "Sub", ' +
      'submenu: [{ label: "In", accelerator: "Ctrl+U", registerAccelerator: false }] }])), 1)',
    1,
  ],
  [
    '(() => { try { electron.Menu.buildFromTemplate([{ submenu: [{ accelerator: "Ctrl+U" }] }]) ' +
      '} catch (error) { return error.message } })()',
    'the shim registers no accelerators: set registerAccelerator to false',
  ],
  [
    '(() => { const tray = new electron.Tray(electron.nativeImage.createFromBuffer(' +
      'Buffer.alloc(0))); tray.setToolTip("x"); tray.destroy(); return 1 })()',
    1,
  ],
  [
    '[electron.screen.getPrimaryDisplay().bounds.width, ' +
      'electron.screen.getAllDisplays().length, electron.screen.getDisplayMatching({ x: 0, y: ' +
      '0, width: 1, height: 1 }).id]',
    [1920, 1, 1],
  ],
  [
    'electron.app.getGPUInfo("complete").then((info) => [typeof ' +
      'info.auxAttributes.glRenderer, typeof electron.app.getGPUFeatureStatus().webgl])',
    ['string', 'string'],
  ],
  [
    'fixture.window.isVisible() && fixture.window.isFocused() && ' +
      '!fixture.window.isDestroyed() && fixture.window.id > 0',
    true,
  ],
  ['(fixture.window.hide(), fixture.window.isVisible())', false],
  ['(fixture.window.show(), fixture.window.focus(), fixture.window.isFocused())', true],
  ['(fixture.window.maximize(), fixture.window.isMaximized())', true],
  ['fixture.window.webContents.executeJavaScript("Promise.resolve([1, { a: 2 }])")', [1, { a: 2 }]],
  [
    'fixture.window.webContents.executeJavaScript("throw new Error(\'of the ' +
      'page\')").catch((error) => error.message.includes("of the page"))',
    true,
  ],
  [
    'fixture.window.loadURL("fixture://none/").then(() => "loaded", (error) => error.message)',
    'loaded',
  ],
  [
    'fixture.window.loadURL("http://nobody.localhost/").then(() => "loaded", (error) => ' +
      'error.message.split(" ")[0])',
    'ERR_BLOCKED_BY_CLIENT',
  ],
  [
    'fixture.window.loadURL("fixture://app/index.html").then(() => ' +
      'fixture.window.webContents.getURL())',
    'fixture://app/index.html',
  ],
  [
    'electron.shell.openExternal("https://example.test/").then(() => ' +
      '__electronShim.recorded().some((call) => call.name === "shell.openExternal"))',
    true,
  ],
  [
    'electron.shell.openExternal("not an address").then(() => "opened", (error) => error.code)',
    'ERR_INVALID_URL',
  ],
  ['(electron.shell.showItemInFolder("/x"), electron.shell.beep(), 1)', 1],
  ['typeof electron.screen.getCursorScreenPoint().x', 'number'],
  ['electron.clipboard.writeText("c").then(() => electron.clipboard.readText())', 'c'],
  [
    'electron.clipboard.selection.writeText("p").then(() => ' +
      'Promise.all([electron.clipboard.selection.readText(), electron.clipboard.readText()]))',
    ['p', 'c'],
  ],
  [
    '(electron.globalShortcut.register("Ctrl+Alt+T", () => {}), ' +
      'electron.globalShortcut.isRegistered("Ctrl+Alt+T"))',
    true,
  ],
  [
    '(electron.globalShortcut.unregister("Ctrl+Alt+T"), ' +
      'electron.globalShortcut.isRegistered("Ctrl+Alt+T"))',
    false,
  ],
  [
    '(electron.session.defaultSession.setSpellCheckerEnabled(false), ' +
      'electron.session.defaultSession.setDevicePermissionHandler(() => false), 1)',
    1,
  ],
  [
    'new electron.BrowserWindow({ show: false, webPreferences: { contextIsolation: false } }) && 0',
    undefined,
  ],
]

for (const [code, wanted] of uses) {
  test(code, async () => {
    if (wanted === undefined) await expect(inMain(app, code)).rejects.toThrow('contextIsolation')
    else expect(await inMain(app, code)).toEqual(wanted)
  })
}
