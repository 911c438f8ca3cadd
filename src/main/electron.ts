/**
 * The only module of src/main that imports Electron: its API, class by class and event by event.
 * Names that are not listed are type errors, and src/electron-shim/electron.ts must satisfy the
 * same types.
 */
import * as electron from 'electron'
import type * as Electron from 'electron'

/** `on` and `once` for the listed events, one overload each, as in electron.d.ts. */
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
}

type Event = Electron.Event

// ---- app ----
export interface AppEvents {
  'window-all-closed': () => void
  'before-quit': (event: Event) => void
  'will-quit': (event: Event) => void
  'second-instance': (
    event: Event,
    argv: string[],
    workingDirectory: string,
    additionalData: unknown,
  ) => void
  'web-contents-created': (event: Event, contents: WebContents) => void
}
export interface CommandLine extends Pick<Electron.CommandLine, 'appendSwitch' | 'hasSwitch'> {}
export interface App
  extends Pick<
      Electron.App,
      | 'whenReady'
      | 'quit'
      | 'exit'
      | 'getVersion'
      | 'setPath'
      | 'getAppPath'
      | 'isPackaged'
      | 'requestSingleInstanceLock'
      | 'releaseSingleInstanceLock'
      | 'setDesktopName'
      | 'setBadgeCount'
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
  'ready-to-show': () => void
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
      | 'loadURL'
      | 'show'
      | 'hide'
      | 'focus'
      | 'blur'
      | 'close'
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
      | 'maximize'
      | 'isMaximized'
      | 'restore'
      | 'isMinimized'
      | 'setFullScreen'
      | 'isFullScreen'
      | 'setMenuBarVisibility'
      | 'setAutoHideMenuBar'
      | 'setVisibleOnAllWorkspaces'
      | 'flashFrame'
    >,
    Listening<BrowserWindowEvents> {
  readonly webContents: WebContents
}
/** All of Electron's options are typed; the shim ignores unknown ones at run time. */
export interface BrowserWindowOptions
  extends Omit<Electron.BrowserWindowConstructorOptions, 'icon'> {
  readonly icon?: string
}
export interface WebPreferences extends Electron.WebPreferences {}
/** Window passed to a menu's `click`. */
export interface BaseWindow extends Pick<Electron.BaseWindow, 'id'> {}
export interface BrowserWindowClass {
  new (options?: BrowserWindowOptions): BrowserWindow
  getFocusedWindow(): BrowserWindow | null
}

export interface WebContentsEvents {
  'did-finish-load': () => void
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
}
export interface WebContents
  extends Pick<
      Electron.WebContents,
      'id' | 'reload' | 'focus' | 'setWindowOpenHandler' | 'executeJavaScript'
    >,
    Listening<WebContentsEvents> {
  postMessage(channel: string, message: unknown, transfer?: MessagePortMain[]): void
}
export interface WebFrameMain extends Pick<Electron.WebFrameMain, 'origin'> {
  readonly parent: WebFrameMain | null
}

// ---- IPC ----
export interface IpcMainEvent {
  readonly sender: WebContents
  readonly senderFrame: WebFrameMain | null
}
/** Arguments from a page are unknown until a guard has checked them. */
export interface IpcMain {
  on(channel: string, listener: (event: IpcMainEvent, ...args: unknown[]) => void): unknown
  off(channel: string, listener: (event: IpcMainEvent, ...args: unknown[]) => void): unknown
  setMaxListeners(count: number): unknown
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
export interface Session
  extends Pick<Electron.Session, 'setDevicePermissionHandler' | 'setSpellCheckerEnabled'> {
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
  on(event: 'will-download', listener: (event: Event) => void): unknown
}
export interface SessionModule {
  readonly defaultSession: Session
}
export interface Protocol extends Pick<Electron.Protocol, 'registerSchemesAsPrivileged'> {
  handle(scheme: string, handler: (request: Request) => Response | Promise<Response>): void
}

// ---- menus and the desktop ----
export interface MenuItemConstructorOptions
  extends Pick<
    Electron.MenuItemConstructorOptions,
    'label' | 'type' | 'accelerator' | 'registerAccelerator'
  > {
  readonly submenu?: MenuItemConstructorOptions[]
  readonly click?: (item: unknown, window: BaseWindow | undefined) => void
}
/** Only passed on. */
export type Menu = object
export interface MenuClass {
  buildFromTemplate(template: MenuItemConstructorOptions[]): Menu
  setApplicationMenu(menu: Menu | null): void
}

/** Only passed on. */
export type NativeImage = object
export interface NativeImageModule {
  createFromBuffer(bytes: Buffer): NativeImage
}
export interface TrayEvents {
  click: () => void
}
export interface Tray extends Pick<Electron.Tray, 'setToolTip' | 'destroy'>, Listening<TrayEvents> {
  setImage(image: NativeImage): void
  setContextMenu(menu: Menu): void
}
export interface TrayClass {
  new (image: NativeImage): Tray
}
export interface NotificationEvents {
  click: () => void
  action: (details: Event & Pick<Electron.NotificationActionEventParams, 'actionIndex'>) => void
  close: () => void
}
export interface NotificationConstructorOptions
  extends Pick<
    Electron.NotificationConstructorOptions,
    'title' | 'body' | 'silent' | 'urgency' | 'timeoutType' | 'actions'
  > {
  /**
   * Hints of the Desktop Notifications Specification, for the shim. Electron has no such option,
   * and an icon would be decoded in its main process.
   */
  readonly hints?: Readonly<Record<string, string>>
}
export interface Notification
  extends Pick<
      Electron.Notification,
      'show' | 'close' | 'title' | 'body' | 'silent' | 'urgency' | 'timeoutType' | 'actions'
    >,
    Listening<NotificationEvents> {}
export interface NotificationClass {
  new (options?: NotificationConstructorOptions): Notification
}
export interface Shell extends Pick<Electron.Shell, 'openExternal' | 'showItemInFolder' | 'beep'> {}
export interface Display extends Pick<Electron.Display, 'id' | 'bounds' | 'workArea'> {}
interface ScreenEvents {
  'display-metrics-changed': (event: unknown, display: Display) => void
}
export interface Screen extends Listening<ScreenEvents> {
  readonly off: All<Overloads<ScreenEvents>>
  getPrimaryDisplay(): Display
  getAllDisplays(): Display[]
  getDisplayMatching(area: Electron.Rectangle): Display
  getDisplayNearestPoint(point: Electron.Point): Display
  getCursorScreenPoint(): Electron.Point
}
export interface Selection extends Pick<Electron.Clipboard, 'readText' | 'writeText'> {}
/** Content of the clipboard in several types. */
export interface ClipboardItem extends Pick<Electron.ClipboardItem, 'types'> {
  getType(type: string): Promise<unknown>
}
/** Asynchronous since Electron 45. `selection` is PRIMARY of X11 and Wayland. */
export interface Clipboard extends Selection {
  readonly selection: Selection
  read(): Promise<readonly ClipboardItem[]>
}
export interface PowerSaveBlocker
  extends Pick<Electron.PowerSaveBlocker, 'start' | 'stop' | 'isStarted'> {}
export interface GlobalShortcut
  extends Pick<Electron.GlobalShortcut, 'register' | 'isRegistered' | 'unregister'> {}

// Each is checked against electron.d.ts here: a wrong signature above is an error in its line.
export const app: App = electron.app
export const BrowserWindow: BrowserWindowClass = electron.BrowserWindow
export const ipcMain: IpcMain = electron.ipcMain
export const MessageChannelMain: MessageChannelClass = electron.MessageChannelMain
export const session: SessionModule = electron.session
export const protocol: Protocol = electron.protocol
export const Menu: MenuClass = electron.Menu
export const nativeImage: NativeImageModule = electron.nativeImage
/** The constructor takes any image; this app passes only those of `nativeImage`. */
export const Tray = electron.Tray as unknown as TrayClass
export const Notification: NotificationClass = electron.Notification
export const shell: Shell = electron.shell
export const screen: Screen = electron.screen
export const powerSaveBlocker: PowerSaveBlocker = electron.powerSaveBlocker
export const clipboard: Clipboard = electron.clipboard
export const globalShortcut: GlobalShortcut = electron.globalShortcut
