/**
 * The API table as data: what the shim promises, module by module. Kept by
 * hand, so that a name that goes missing in one of the three places (table, main's types, shim) is
 * noticed.
 */

export interface ApiEntry {
  readonly methods?: readonly string[]
  readonly events?: readonly string[]
  /** The static functions of a class. */
  readonly statics?: readonly string[]
}

export const apiTable: Readonly<Record<string, ApiEntry>> = {
  app: {
    methods: [
      ...['whenReady', 'quit', 'exit', 'getVersion', 'setPath', 'getAppPath', 'isPackaged'],
      ...['requestSingleInstanceLock', 'releaseSingleInstanceLock', 'setDesktopName'],
      ...['setBadgeCount', 'commandLine', 'getGPUInfo', 'getGPUFeatureStatus'],
    ],
    events: [
      ...['window-all-closed', 'before-quit', 'will-quit', 'second-instance'],
      'web-contents-created',
    ],
  },
  BrowserWindow: {
    methods: [
      ...['loadURL', 'show', 'hide', 'focus', 'blur', 'close', 'isDestroyed', 'isVisible'],
      ...['isFocused', 'getBounds', 'setBounds', 'maximize', 'isMaximized', 'restore'],
      ...['isMinimized', 'setFullScreen', 'isFullScreen', 'setMenuBarVisibility', 'flashFrame'],
      ...['setAutoHideMenuBar', 'webContents', 'id'],
    ],
    statics: ['getFocusedWindow'],
    events: ['closed', 'close', 'focus', 'blur', 'resize', 'ready-to-show'],
  },
  WebContents: {
    methods: [
      ...['postMessage', 'id', 'reload', 'focus', 'setWindowOpenHandler', 'executeJavaScript'],
    ],
    events: [
      ...['did-finish-load', 'will-navigate', 'will-redirect', 'will-attach-webview'],
      'render-process-gone',
    ],
  },
  WebFrameMain: { methods: ['origin', 'parent'] },
  IpcMain: { methods: ['on', 'off', 'setMaxListeners'] },
  IpcMainEvent: { methods: ['sender', 'senderFrame'] },
  IpcRenderer: { methods: ['on', 'send'] },
  WebUtils: { methods: ['getPathForFile'] },
  MessagePortMain: { methods: ['postMessage', 'start', 'close'], events: ['message', 'close'] },
  Session: {
    methods: [
      ...['setPermissionRequestHandler', 'setPermissionCheckHandler'],
      ...['setDevicePermissionHandler', 'setSpellCheckerEnabled', 'on'],
    ],
  },
  Protocol: { methods: ['registerSchemesAsPrivileged', 'handle'] },
  Menu: { statics: ['buildFromTemplate', 'setApplicationMenu'] },
  Tray: { methods: ['setImage', 'setContextMenu', 'setToolTip', 'destroy'] },
  Notification: { methods: ['show', 'close'], events: ['click', 'action', 'close'] },
  Shell: { methods: ['openExternal', 'showItemInFolder', 'beep'] },
  NativeImageModule: { methods: ['createFromBuffer'] },
  Screen: {
    methods: [
      'getPrimaryDisplay',
      'getAllDisplays',
      'getDisplayMatching',
      'getDisplayNearestPoint',
      'getCursorScreenPoint',
    ],
  },
  PowerSaveBlocker: { methods: ['start', 'stop', 'isStarted'] },
  Clipboard: { methods: ['selection', 'readText', 'writeText', 'read'] },
  ClipboardItem: { methods: ['types', 'getType'] },
  GlobalShortcut: { methods: ['register', 'isRegistered', 'unregister'] },
}
