import { expect, test, type ElectronApplication } from '@playwright/test'
import { apiTable } from './api-table.ts'
import { connected, inMain, inPage, launchFixture, until } from './launch.ts'

let app: ElectronApplication
test.beforeAll(async () => {
  ;({ app } = await launchFixture())
})
test.afterAll(async () => {
  await app.close()
})

/**
 * Where an object of each kind is found in the running fixture. Events are not names of properties.
 */
const places: Readonly<Record<string, { readonly instance?: string; readonly owner?: string }>> = {
  app: { instance: 'electron.app' },
  BrowserWindow: { instance: 'fixture.window', owner: 'electron.BrowserWindow' },
  WebContents: { instance: 'fixture.window.webContents', owner: 'electron.webContents' },
  WebFrameMain: { instance: 'fixture.window.webContents.mainFrame' },
  IpcMain: { instance: 'electron.ipcMain' },
  MessagePortMain: { instance: 'new electron.MessageChannelMain().port1' },
  Session: { instance: 'electron.session.defaultSession' },
  Protocol: { instance: 'electron.protocol' },
  Menu: { instance: 'new electron.Menu()', owner: 'electron.Menu' },
  MenuItem: { instance: 'new electron.MenuItem({ label: "x" })' },
  Tray: { instance: 'new electron.Tray("")' },
  Notification: {
    instance: 'new electron.Notification({ title: "x" })',
    owner: 'electron.Notification',
  },
  Dialog: { instance: 'electron.dialog' },
  Shell: { instance: 'electron.shell' },
  NativeTheme: { instance: 'electron.nativeTheme' },
  NativeImageModule: { instance: 'electron.nativeImage' },
  Screen: { instance: 'electron.screen' },
  PowerMonitor: { instance: 'electron.powerMonitor' },
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
  ['electron.app.getLocale().length > 1', true],
  [
    '["home", "appData", "userData", "temp", "exe", "logs", "downloads"].every((name) => ' +
      'electron.app.getPath(name).startsWith("/"))',
    true,
  ],
  [
    '(electron.app.setPath("userData", "/tmp/shim-user-data"), electron.app.getPath("userData"))',
    '/tmp/shim-user-data',
  ],
  ['(electron.app.setName("Renamed"), electron.app.getName())', 'Renamed'],
  [
    '(electron.app.commandLine.appendSwitch("own", "1"), ' +
      '[electron.app.commandLine.hasSwitch("own"), ' +
      'electron.app.commandLine.getSwitchValue("own")])',
    [true, '1'],
  ],
  [
    'electron.app.getGPUInfo("complete").then((info) => [typeof ' +
      'info.auxAttributes.glRenderer, typeof electron.app.getGPUFeatureStatus().webgl])',
    ['string', 'string'],
  ],
  ['(electron.app.setAppUserModelId("x"), electron.app.setBadgeCount(1))', false],
  [
    'fixture.window.isVisible() && fixture.window.isFocused() && ' +
      '!fixture.window.isDestroyed() && fixture.window.id > 0',
    true,
  ],
  ['(fixture.window.hide(), fixture.window.isVisible())', false],
  ['(fixture.window.show(), fixture.window.focus(), fixture.window.isFocused())', true],
  ['(fixture.window.minimize(), fixture.window.isMinimized())', true],
  ['(fixture.window.restore(), fixture.window.isMinimized())', false],
  ['(fixture.window.maximize(), fixture.window.isMaximized())', true],
  ['(fixture.window.unmaximize(), fixture.window.isMaximized())', false],
  ['(fixture.window.setTitle("Set"), fixture.window.getTitle())', 'Set'],
  [
    '(fixture.window.setMenu(null), fixture.window.flashFrame(true), ' +
      'fixture.window.setMenuBarVisibility(false), 1)',
    1,
  ],
  ['electron.BrowserWindow.fromWebContents(fixture.window.webContents) === fixture.window', true],
  [
    '(fixture.window.webContents.setZoomFactor(1.5), ' +
      'fixture.window.webContents.executeJavaScript("document.documentElement.style.zoom"))',
    '1.5',
  ],
  ['(fixture.window.webContents.setZoomFactor(1), 1)', 1],
  ['fixture.window.webContents.executeJavaScript("Promise.resolve([1, { a: 2 }])")', [1, { a: 2 }]],
  [
    'fixture.window.webContents.executeJavaScript("throw new Error(\'of the ' +
      'page\')").catch((error) => error.message.includes("of the page"))',
    true,
  ],
  [
    'fixture.window.webContents.capturePage().then((image) => [image.isEmpty(), ' +
      'image.getSize().width > 0, image.toPNG()[1]])',
    [false, true, 0x50],
  ],
  [
    '[fixture.window.webContents.mainFrame.url, fixture.window.webContents.mainFrame.origin,' +
      ' fixture.window.webContents.mainFrame.parent]',
    ['fixture://app/index.html', 'fixture://app', null],
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
    'fixture.window.loadFile(electron.app.getAppPath() + "/page/index.html").then(() => ' +
      'fixture.window.webContents.getURL().startsWith("file:///"))',
    true,
  ],
  [
    'fixture.window.loadURL("fixture://app/index.html").then(() => ' +
      'fixture.window.webContents.getURL())',
    'fixture://app/index.html',
  ],
  [
    'electron.Menu.buildFromTemplate([{ role: "copy" }, { type: "separator" }, { label: ' +
      '"Sub", submenu: [{ id: "in", type: "checkbox", label: "In" }] }]).items.map((item) => ' +
      '[item.label, item.type])',
    [
      ['Copy', 'normal'],
      ['', 'separator'],
      ['Sub', 'submenu'],
    ],
  ],
  [
    '(() => { const menu = electron.Menu.buildFromTemplate([{ type: "radio", id: "a", ' +
      'checked: true }, { type: "radio", id: "b" }]); menu.getMenuItemById("b").click(); ' +
      'menu.popup(); return menu.items.map((item) => item.checked) })()',
    [false, true],
  ],
  [
    '(() => { const tray = new electron.Tray(electron.nativeImage.createEmpty()); ' +
      'tray.setToolTip("x"); tray.setContextMenu(new electron.Menu()); tray.destroy(); return ' +
      'tray.isDestroyed() })()',
    true,
  ],
  [
    'new Promise((resolve) => { const one = new electron.Notification({ title: "t", body: ' +
      '"b" }); one.on("show", () => resolve(one.title)); one.show() })',
    't',
  ],
  ['electron.Notification.isSupported()', false],
  [
    'electron.dialog.showMessageBox(fixture.window, { message: "Sure?", buttons: ["Yes", ' +
      '"Cancel"] })',
    { response: 1, checkboxChecked: false },
  ],
  [
    'electron.dialog.showMessageBox({ message: "Sure?", buttons: ["Yes", "No", "Later"], ' +
      'cancelId: 2 })',
    { response: 2, checkboxChecked: false },
  ],
  ['electron.dialog.showOpenDialog({})', { canceled: true, filePaths: [] }],
  ['electron.dialog.showSaveDialog({})', { canceled: true, filePath: '' }],
  ['(electron.dialog.showErrorBox("title", "content"), 1)', 1],
  [
    'electron.shell.openExternal("https://example.test/").then(() => ' +
      '__electronShim.recorded().some((call) => call.name === "shell.openExternal"))',
    true,
  ],
  [
    'electron.shell.openExternal("not an address").then(() => "opened", (error) => error.code)',
    'ERR_INVALID_URL',
  ],
  ['electron.shell.openPath("/nowhere")', ''],
  ['(electron.shell.showItemInFolder("/x"), electron.shell.beep(), 1)', 1],
  ['(electron.nativeTheme.themeSource = "dark", electron.nativeTheme.shouldUseDarkColors)', true],
  [
    'fixture.window.webContents.executeJavaScript(`new Promise((resolve) => setTimeout(() ' +
      '=> resolve(matchMedia("(prefers-color-scheme: dark)").matches), 100))`)',
    true,
  ],
  ['electron.nativeImage.createFromPath("/nowhere.png").isEmpty()', true],
  [
    '[electron.screen.getPrimaryDisplay().bounds.width, ' +
      'electron.screen.getAllDisplays().length, electron.screen.getDisplayMatching({ x: 0, y: ' +
      '0, width: 1, height: 1 }).scaleFactor]',
    [1920, 1, 1],
  ],
  ['typeof electron.screen.getCursorScreenPoint().x', 'number'],
  [
    '[electron.powerMonitor.getSystemIdleTime(), electron.powerMonitor.isOnBatteryPower()]',
    [0, false],
  ],
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
      'electron.globalShortcut.unregisterAll(), ' +
      'electron.globalShortcut.isRegistered("Ctrl+Alt+T"))',
    false,
  ],
  [
    '(electron.session.defaultSession.setSpellCheckerEnabled(false), ' +
      'electron.session.defaultSession.setDevicePermissionHandler(() => false), 1)',
    1,
  ],
  [
    '(electron.ipcMain.handleOnce("once", () => 1), electron.ipcMain.removeHandler("once"), ' +
      'electron.ipcMain.once("x", () => {}), 1)',
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

test('console messages, listeners of one page, and headers set by the session', async () => {
  const page = app.windows()[0]
  if (page === undefined) throw new Error('no window')
  await connected(page) // the driver may still show the document before
  await inMain(
    app,
    'void fixture.window.webContents.on("console-message", (event) => { fixture.console = ' +
      '[event.level, event.message] })',
  )
  await inPage(page, 'console.warn("from the page", 1)')
  expect(
    await until(
      () => inMain(app, 'fixture.console'),
      (found) => found !== undefined,
    ),
  ).toEqual(['warning', 'from the page 1'])
  await inMain(
    app,
    'electron.session.defaultSession.webRequest.onHeadersReceived((details, answer) => ' +
      'answer({ responseHeaders: { ...details.responseHeaders, "x-own": ["1"] } }))',
  )
  const response = page.waitForResponse(/index\.html$/)
  await page.reload()
  expect((await response).headers()['x-own']).toBe('1')
  await inMain(
    app,
    'fixture.window.webContents.ipc.once("say", (event, word) => { fixture.received = word })',
  )
  await inPage(page, 'fixture.say("to this page\'s own ipc")')
  expect(await until(() => inMain(app, 'fixture.received'), Boolean)).toBe("to this page's own ipc")
})
