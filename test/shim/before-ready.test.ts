/** Calls that Electron refuses, before the app is ready or with values of another type. */
import { expect, test } from 'vitest'
import { becomeReady } from '../../src/electron-shim/api/app.ts'
import { clipboard } from '../../src/electron-shim/api/clipboard.ts'
import { globalShortcut, screen } from '../../src/electron-shim/api/desktop.ts'
import { protocol } from '../../src/electron-shim/api/protocol.ts'

test('screen and global shortcuts cannot be used before the app is ready', () => {
  const early = "The 'screen' module can't be used before the app 'ready' event"
  expect(() => screen.getPrimaryDisplay()).toThrow(early)
  expect(() => screen.on).toThrow(early)
  const refused = 'globalShortcut cannot be used before the app is ready'
  expect(() => globalShortcut.register('Control+A', () => undefined)).toThrow(refused)
  expect(() => globalShortcut.isRegistered('Control+A')).toThrow(refused)
  expect(() => globalShortcut.unregister('Control+A')).toThrow(refused)
})

test('the clipboard throws for a value that is not text, before it makes a promise', () => {
  for (const value of [undefined, null, 1, {}, Buffer.from('x')])
    expect(() => void clipboard.writeText(value as never)).toThrow(TypeError)
})

test('schemes get privileges only before the app is ready', () => {
  const register = () => protocol.registerSchemesAsPrivileged([{ scheme: 'own' }])
  expect(register).not.toThrow()
  becomeReady()
  expect(register).toThrow('should be called before app is ready')
})
