/**
 * The API table as data: what the shim promises, module by module. Kept by
 * hand, so that a name that goes missing in one of the three places (table, main's types, shim) is
 * noticed.
 */

export interface ApiEntry {
  readonly methods?: readonly string[]
  readonly events?: readonly string[]
  /** Of a class: its own functions, not its instances'. */
  readonly statics?: readonly string[]
}

export const apiTable: Readonly<Record<string, ApiEntry>> = {
  app: {
    methods: [
      ...['whenReady', 'isReady', 'quit', 'exit', 'relaunch', 'getName', 'setName', 'getVersion'],
      ...['getPath', 'setPath', 'getAppPath', 'isPackaged', 'requestSingleInstanceLock'],
      ...['getLocale', 'setAppUserModelId', 'setDesktopName', 'setBadgeCount', 'commandLine'],
      ...['getGPUInfo', 'getGPUFeatureStatus'],
    ],
    events: [
      ...['ready', 'window-all-closed', 'activate', 'before-quit', 'will-quit', 'quit'],
      ...['second-instance', 'web-contents-created'],
    ],
  },
  BrowserWindow: {
    methods: [
      ...['loadFile', 'loadURL', 'show', 'hide', 'focus', 'close', 'destroy', 'isDestroyed'],
      ...['isVisible', 'isFocused', 'getBounds', 'setBounds', 'setTitle', 'getTitle', 'maximize'],
      ...['isMaximized', 'minimize', 'isMinimized', 'setFullScreen', 'isFullScreen', 'setMenu'],
      ...['setMenuBarVisibility', 'isMenuBarVisible', 'flashFrame', 'webContents', 'id'],
    ],
    statics: ['getAllWindows', 'getFocusedWindow', 'fromWebContents'],
    events: [
      ...['closed', 'close', 'focus', 'blur', 'resize', 'move', 'ready-to-show'],
      'page-title-updated',
    ],
  },
  WebContents: {
    methods: [
      ...['send', 'postMessage', 'ipc', 'mainFrame', 'id', 'getURL', 'reload', 'close'],
      ...['isDestroyed', 'setWindowOpenHandler', 'setZoomFactor', 'capturePage'],
      ...['executeJavaScript', 'session'],
    ],
    statics: ['fromDevToolsTargetId'],
    events: [
      ...['did-finish-load', 'did-fail-load', 'dom-ready', 'will-navigate', 'will-redirect'],
      ...['will-attach-webview', 'render-process-gone', 'unresponsive', 'before-input-event'],
      'console-message',
    ],
  },
  WebFrameMain: { methods: ['url', 'origin', 'parent'] },
  IpcMain: { methods: ['on', 'once', 'off', 'handle', 'handleOnce', 'removeHandler'] },
  IpcMainEvent: { methods: ['sender', 'senderFrame', 'ports'] },
  IpcRenderer: { methods: ['on', 'once', 'off', 'send', 'invoke', 'postMessage'] },
  ContextBridge: { methods: ['exposeInMainWorld'] },
  MessagePortMain: { methods: ['postMessage', 'start', 'close'], events: ['message', 'close'] },
  Session: {
    methods: [
      ...['setPermissionRequestHandler', 'setPermissionCheckHandler'],
      ...['setDevicePermissionHandler', 'webRequest', 'setSpellCheckerEnabled', 'on'],
    ],
  },
  Protocol: { methods: ['registerSchemesAsPrivileged', 'handle'] },
  Menu: {
    statics: ['buildFromTemplate', 'setApplicationMenu', 'getApplicationMenu'],
    methods: ['items', 'append', 'getMenuItemById', 'popup'],
  },
  MenuItem: {
    methods: [
      ...['id', 'label', 'enabled', 'visible', 'checked', 'click', 'accelerator', 'type'],
      'submenu',
    ],
  },
  Tray: {
    methods: ['setImage', 'setContextMenu', 'setToolTip', 'setTitle', 'destroy', 'isDestroyed'],
  },
  Notification: {
    statics: ['isSupported'],
    methods: ['show', 'close', 'title', 'body'],
    events: ['click', 'close', 'show'],
  },
  Dialog: { methods: ['showMessageBox', 'showOpenDialog', 'showSaveDialog', 'showErrorBox'] },
  Shell: { methods: ['openExternal', 'openPath', 'showItemInFolder', 'beep'] },
  NativeTheme: { methods: ['themeSource', 'shouldUseDarkColors'], events: ['updated'] },
  NativeImageModule: {
    methods: ['createEmpty', 'createFromPath', 'createFromBuffer', 'createFromDataURL'],
  },
  Screen: {
    methods: ['getPrimaryDisplay', 'getAllDisplays', 'getDisplayMatching', 'getCursorScreenPoint'],
  },
  PowerMonitor: {
    methods: ['getSystemIdleTime', 'isOnBatteryPower'],
    events: ['suspend', 'resume', 'lock-screen', 'unlock-screen'],
  },
  PowerSaveBlocker: { methods: ['start', 'stop', 'isStarted'] },
  Clipboard: { methods: ['selection', 'readText', 'writeText', 'clear'] },
  GlobalShortcut: { methods: ['register', 'isRegistered', 'unregister', 'unregisterAll'] },
}
