/**
 * The only module of src/main that imports Electron: its API, class by class and event by event.
 * Names that are not listed are type errors, and src/electron-shim/electron.ts must satisfy the
 * same types.
 */
import * as electron from 'electron'
import type * as Electron from 'electron'

/** `on`, `once` and `off` for the listed events, one overload each, as in electron.d.ts. */
type Overloads<Events> = {
  [Name in keyof Events]: (event: Name, listener: Events[Name]) => unknown
}[keyof Events]
type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer Intersection,
) => void
  ? Intersection
  : never
interface Listening<Events> {
  readonly on: All<Overloads<Events>>
  readonly once: All<Overloads<Events>>
  readonly off: All<Overloads<Events>>
}

type Event = Electron.Event

// ---- app ----
export interface AppEvents {
  ready: () => void
  'window-all-closed': () => void
  activate: () => void
  'before-quit': (event: Event) => void
  'will-quit': (event: Event) => void
  quit: (event: Event, exitCode: number) => void
  'second-instance': (
    event: Event,
    argv: string[],
    workingDirectory: string,
    additionalData: unknown,
  ) => void
  'web-contents-created': (event: Event, contents: WebContents) => void
}
export interface CommandLine
  extends Pick<Electron.CommandLine, 'appendSwitch' | 'hasSwitch' | 'getSwitchValue'> {}
export interface App
  extends Pick<
      Electron.App,
      | 'whenReady'
      | 'isReady'
      | 'quit'
      | 'exit'
      | 'relaunch'
      | 'getName'
      | 'setName'
      | 'getVersion'
      | 'getPath'
      | 'setPath'
      | 'getAppPath'
      | 'isPackaged'
      | 'requestSingleInstanceLock'
      | 'releaseSingleInstanceLock'
      | 'getLocale'
      | 'setAppUserModelId'
      | 'setDesktopName'
      | 'setBadgeCount'
      | 'focus'
      | 'getGPUInfo'
      | 'getGPUFeatureStatus'
    >,
    Listening<AppEvents> {
  readonly commandLine: CommandLine
}

// ---- windows and pages ----
export interface BrowserWindowEvents {
  close: (event: Event) => void
  closed: () => void
  focus: () => void
  blur: () => void
  show: () => void
  hide: () => void
  resize: () => void
  move: () => void
  'ready-to-show': () => void
  'page-title-updated': (event: Event, title: string, explicitSet: boolean) => void
  'enter-full-screen': () => void
  'leave-full-screen': () => void
  maximize: () => void
  unmaximize: () => void
  minimize: () => void
  restore: () => void
}
export interface BrowserWindow
  extends Pick<
      Electron.BrowserWindow,
      | 'id'
      | 'loadFile'
      | 'loadURL'
      | 'show'
      | 'hide'
      | 'focus'
      | 'blur'
      | 'close'
      | 'destroy'
      | 'isDestroyed'
      | 'isVisible'
      | 'isFocused'
      | 'getBounds'
      | 'getNormalBounds'
      | 'setBounds'
      | 'getContentBounds'
      | 'getSize'
      | 'getContentSize'
      | 'setContentSize'
      | 'setMinimumSize'
      | 'setTitle'
      | 'getTitle'
      | 'maximize'
      | 'unmaximize'
      | 'isMaximized'
      | 'minimize'
      | 'restore'
      | 'isMinimized'
      | 'setFullScreen'
      | 'isFullScreen'
      | 'setMenuBarVisibility'
      | 'isMenuBarVisible'
      | 'setVisibleOnAllWorkspaces'
      | 'flashFrame'
      | 'reload'
    >,
    Listening<BrowserWindowEvents> {
  readonly webContents: WebContents
  setMenu(menu: Menu | null): void
  capturePage(): Promise<NativeImage>
}
/** All of Electron's options are typed; the shim ignores unknown ones at run time. */
export interface BrowserWindowOptions extends Electron.BrowserWindowConstructorOptions {}
export interface WebPreferences extends Electron.WebPreferences {}
/** Window passed to a menu's `click`. */
export interface BaseWindow extends Pick<Electron.BaseWindow, 'id'> {}
export interface BrowserWindowClass {
  new (options?: BrowserWindowOptions): BrowserWindow
  getAllWindows(): BrowserWindow[]
  getFocusedWindow(): BrowserWindow | null
  fromWebContents(contents: WebContents): BrowserWindow | null
}

export interface WebContentsEvents {
  'did-finish-load': () => void
  'did-fail-load': (
    event: Event,
    errorCode: number,
    errorDescription: string,
    validatedURL: string,
    isMainFrame: boolean,
    frameProcessId: number,
    frameRoutingId: number,
  ) => void
  'dom-ready': () => void
  'will-navigate': (
    event: Electron.Event<Electron.WebContentsWillNavigateEventParams>,
    url: string,
  ) => void
  'will-redirect': (
    event: Electron.Event<Electron.WebContentsWillRedirectEventParams>,
    url: string,
  ) => void
  'will-attach-webview': (event: Event) => void
  'render-process-gone': (event: Event, details: Electron.RenderProcessGoneDetails) => void
  unresponsive: () => void
  'before-input-event': (event: Event, input: Electron.Input) => void
  'console-message': (event: Electron.Event<Electron.WebContentsConsoleMessageEventParams>) => void
  'preload-error': (event: Event, preloadPath: string, error: Error) => void
  'did-navigate': (event: Event, url: string) => void
  destroyed: () => void
}
export interface WebContents
  extends Pick<
      Electron.WebContents,
      | 'id'
      | 'send'
      | 'getURL'
      | 'loadURL'
      | 'reload'
      | 'close'
      | 'isDestroyed'
      | 'isFocused'
      | 'focus'
      | 'setWindowOpenHandler'
      | 'setZoomFactor'
      | 'executeJavaScript'
    >,
    Listening<WebContentsEvents> {
  readonly ipc: IpcMain
  readonly mainFrame: WebFrameMain
  readonly session: Session
  postMessage(channel: string, message: unknown, transfer?: MessagePortMain[]): void
  capturePage(): Promise<NativeImage>
}
export interface WebContentsClass {
  fromDevToolsTargetId(targetId: string): WebContents | undefined
}
export interface WebFrameMain
  extends Pick<Electron.WebFrameMain, 'url' | 'origin' | 'send' | 'isDestroyed'> {
  readonly parent: WebFrameMain | null
}

// ---- IPC ----
export interface IpcMainEvent extends Pick<Electron.IpcMainEvent, 'reply'> {
  readonly sender: WebContents
  readonly senderFrame: WebFrameMain | null
  readonly ports: MessagePortMain[]
}
export interface IpcMainInvokeEvent {
  readonly sender: WebContents
  readonly senderFrame: WebFrameMain | null
}
/** Arguments from a page are unknown until a guard has checked them. */
export interface IpcMain {
  on(channel: string, listener: (event: IpcMainEvent, ...args: unknown[]) => void): unknown
  once(channel: string, listener: (event: IpcMainEvent, ...args: unknown[]) => void): unknown
  off(channel: string, listener: (event: IpcMainEvent, ...args: unknown[]) => void): unknown
  handle(
    channel: string,
    listener: (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown,
  ): void
  handleOnce(
    channel: string,
    listener: (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown,
  ): void
  removeHandler(channel: string): void
}
export interface MessagePortEvents {
  message: (event: MessageEvent) => void
  close: () => void
}
export interface MessageEvent {
  readonly data: unknown
  readonly ports: readonly MessagePortMain[]
}
export interface MessagePortMain
  extends Pick<Electron.MessagePortMain, 'start' | 'close'>,
    Listening<MessagePortEvents> {
  postMessage(message: unknown, transfer?: MessagePortMain[]): void
}
export interface MessageChannelClass {
  new (): { readonly port1: MessagePortMain; readonly port2: MessagePortMain }
}

// ---- session and protocol ----
export interface DownloadItem
  extends Pick<Electron.DownloadItem, 'getURL' | 'getFilename' | 'cancel'> {}
export interface Session
  extends Pick<Electron.Session, 'setDevicePermissionHandler' | 'setSpellCheckerEnabled'> {
  readonly webRequest: Pick<Electron.WebRequest, 'onHeadersReceived'>
  setPermissionCheckHandler(
    handler:
      | ((contents: WebContents | null, permission: string, requestingOrigin: string) => boolean)
      | null,
  ): void
  setPermissionRequestHandler(
    handler:
      | ((contents: WebContents, permission: string, callback: (granted: boolean) => void) => void)
      | null,
  ): void
  on(
    event: 'will-download',
    listener: (event: Event, item: DownloadItem, contents: WebContents) => void,
  ): unknown
}
export interface SessionModule {
  readonly defaultSession: Session
}
export interface Protocol
  extends Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'unhandle'> {
  handle(scheme: string, handler: (request: Request) => Response | Promise<Response>): void
}

// ---- menus and the desktop ----
export interface MenuItem
  extends Pick<
    Electron.MenuItem,
    'id' | 'label' | 'enabled' | 'visible' | 'checked' | 'click' | 'accelerator' | 'type'
  > {
  readonly submenu?: Menu | undefined
}
export interface MenuItemConstructorOptions
  extends Pick<
    Electron.MenuItemConstructorOptions,
    | 'id'
    | 'label'
    | 'type'
    | 'role'
    | 'accelerator'
    | 'registerAccelerator'
    | 'enabled'
    | 'visible'
    | 'checked'
  > {
  readonly submenu?: MenuItemConstructorOptions[]
  readonly click?: (
    item: MenuItem,
    window: BaseWindow | undefined,
    event: Electron.KeyboardEvent,
  ) => void
}
export interface MenuItemClass {
  new (options: MenuItemConstructorOptions): MenuItem
}
export interface Menu {
  readonly items: MenuItem[]
  append(item: MenuItem): void
  getMenuItemById(id: string): MenuItem | null
  popup(options?: {
    window?: BrowserWindow | Electron.BaseWindow
    x?: number
    y?: number
    callback?: () => void
  }): void
}
export interface MenuClass {
  new (): Menu
  buildFromTemplate(template: MenuItemConstructorOptions[]): Menu
  setApplicationMenu(menu: Menu | null): void
  getApplicationMenu(): Menu | null
}

export interface NativeImage
  extends Pick<Electron.NativeImage, 'isEmpty' | 'getSize' | 'toPNG' | 'toDataURL'> {}
export interface NativeImageModule {
  createEmpty(): NativeImage
  createFromPath(file: string): NativeImage
  createFromBuffer(bytes: Buffer): NativeImage
  createFromDataURL(address: string): NativeImage
}
export interface TrayEvents {
  click: () => void
}
export interface Tray
  extends Pick<Electron.Tray, 'setToolTip' | 'setTitle' | 'destroy' | 'isDestroyed'>,
    Listening<TrayEvents> {
  setImage(image: NativeImage | string): void
  setContextMenu(menu: Menu | null): void
}
export interface TrayClass {
  new (image: NativeImage | string): Tray
}
export interface NotificationEvents {
  click: () => void
  close: () => void
  show: () => void
}
export interface Notification
  extends Pick<Electron.Notification, 'show' | 'close' | 'title' | 'body'>,
    Listening<NotificationEvents> {}
export interface NotificationClass {
  new (
    options?: Pick<
      Electron.NotificationConstructorOptions,
      'title' | 'body' | 'silent' | 'urgency'
    >,
  ): Notification
  isSupported(): boolean
}
export interface Dialog {
  showMessageBox(options: Electron.MessageBoxOptions): Promise<Electron.MessageBoxReturnValue>
  showMessageBox(
    window: BrowserWindow | Electron.BaseWindow,
    options: Electron.MessageBoxOptions,
  ): Promise<Electron.MessageBoxReturnValue>
  showOpenDialog(
    options: Electron.OpenDialogOptions,
  ): Promise<{ canceled: boolean; filePaths: string[] }>
  showOpenDialog(
    window: BrowserWindow | Electron.BaseWindow,
    options: Electron.OpenDialogOptions,
  ): Promise<{ canceled: boolean; filePaths: string[] }>
  showSaveDialog(
    options: Electron.SaveDialogOptions,
  ): Promise<{ canceled: boolean; filePath: string }>
  showSaveDialog(
    window: BrowserWindow | Electron.BaseWindow,
    options: Electron.SaveDialogOptions,
  ): Promise<{ canceled: boolean; filePath: string }>
  showErrorBox(title: string, content: string): void
}
export interface Shell
  extends Pick<Electron.Shell, 'openExternal' | 'openPath' | 'showItemInFolder' | 'beep'> {}
export interface NativeThemeEvents {
  updated: () => void
}
export interface NativeTheme
  extends Pick<
      Electron.NativeTheme,
      'themeSource' | 'shouldUseDarkColors' | 'shouldUseHighContrastColors'
    >,
    Listening<NativeThemeEvents> {}
export interface Display
  extends Pick<Electron.Display, 'id' | 'bounds' | 'workArea' | 'scaleFactor'> {}
export interface Screen {
  getPrimaryDisplay(): Display
  getAllDisplays(): Display[]
  getDisplayMatching(area: Electron.Rectangle): Display
  getCursorScreenPoint(): Electron.Point
}
export interface PowerMonitorEvents {
  suspend: () => void
  resume: () => void
  'lock-screen': () => void
  'unlock-screen': () => void
}
export interface PowerMonitor
  extends Pick<Electron.PowerMonitor, 'getSystemIdleTime' | 'isOnBatteryPower'>,
    Listening<PowerMonitorEvents> {}
export interface Selection extends Pick<Electron.Clipboard, 'readText' | 'writeText' | 'clear'> {}
/** Asynchronous since Electron 45. `selection` is PRIMARY of X11 and Wayland. */
export interface Clipboard extends Selection {
  readonly selection: Selection
}
export interface PowerSaveBlocker
  extends Pick<Electron.PowerSaveBlocker, 'start' | 'stop' | 'isStarted'> {}
export interface GlobalShortcut
  extends Pick<
    Electron.GlobalShortcut,
    'register' | 'isRegistered' | 'unregister' | 'unregisterAll'
  > {}

// Each is checked against electron.d.ts here: a wrong signature above is an error in its line.
export const app: App = electron.app
export const BrowserWindow: BrowserWindowClass = electron.BrowserWindow
export const webContents: WebContentsClass = electron.webContents
export const ipcMain: IpcMain = electron.ipcMain
export const MessageChannelMain: MessageChannelClass = electron.MessageChannelMain
export const session: SessionModule = electron.session
export const protocol: Protocol = electron.protocol
export const Menu: MenuClass = electron.Menu
export const MenuItem: MenuItemClass = electron.MenuItem
export const nativeImage: NativeImageModule = electron.nativeImage
/** The constructor takes any image; this app passes only those of `nativeImage`. */
export const Tray = electron.Tray as unknown as TrayClass
export const Notification: NotificationClass = electron.Notification
export const dialog: Dialog = electron.dialog
export const shell: Shell = electron.shell
export const nativeTheme: NativeTheme = electron.nativeTheme
export const screen: Screen = electron.screen
export const powerMonitor: PowerMonitor = electron.powerMonitor
export const powerSaveBlocker: PowerSaveBlocker = electron.powerSaveBlocker
export const clipboard: Clipboard = electron.clipboard
export const globalShortcut: GlobalShortcut = electron.globalShortcut
