/**
 * Tests the choice of the engine, for each fact that decides it. Real files in a temporary folder;
 * only the download is fake.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { binaryUrl, memoryMs, remembered } from '../../src/build/setup/download.mjs'
import {
  chooseEngine,
  engineLine,
  findChromium,
  findExecutable,
  shimExecutable,
} from '../../src/build/setup/engine.mjs'
import { isOnScreen, onScreen } from '../../src/build/test/screen/on-screen.mjs'
import { namesElectron } from '../engine.ts'

let folder = ''
let electronPackage = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vibeflow-engine-'))
  electronPackage = join(folder, 'electron')
  mkdirSync(electronPackage)
  writeFileSync(join(electronPackage, 'package.json'), '{ "version": "45.2.1" }')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const unreachable = async () => 'download failed (ENOTFOUND)'
const mustNotDownload = async () => {
  throw new Error('asked for a download')
}
const ask = (
  environment: Record<string, string>,
  download: () => Promise<string | undefined> = mustNotDownload,
) => findExecutable({ environment, download, electronPackage })

function program(path: string, text: string): string {
  writeFileSync(path, text)
  chmodSync(path, 0o755)
  return path
}

/** Creates the files that Electron's own installer creates. */
function install(version = '45.2.1'): string {
  mkdirSync(join(electronPackage, 'dist'))
  writeFileSync(join(electronPackage, 'path.txt'), 'electron')
  writeFileSync(join(electronPackage, 'dist/version'), version)
  return program(join(electronPackage, 'dist/electron'), '\x7fELF')
}

test('an existing binary is Electron, and nothing is downloaded', async () => {
  const electron = install()
  expect(await ask({})).toEqual({ engine: 'electron', electron, version: '45.2.1', why: '' })
})

test('without a binary and a network the shim is used, with the reason', async () => {
  expect(await ask({}, unreachable)).toEqual({
    engine: 'shim',
    electron: shimExecutable,
    why: 'no Electron binary, download failed (ENOTFOUND)',
  })
})

test('a binary of another version is not used', async () => {
  install('44.0.0')
  expect(await ask({}, unreachable)).toMatchObject({ engine: 'shim' })
})

test('a successful download is used immediately', async () => {
  expect(await ask({}, async () => void install())).toMatchObject({ engine: 'electron' })
})

test('VIBEFLOW_ENGINE=shim wins over a binary', async () => {
  install()
  expect(await ask({ VIBEFLOW_ENGINE: 'shim' })).toEqual({
    engine: 'shim',
    electron: shimExecutable,
    why: 'VIBEFLOW_ENGINE=shim',
  })
})

test('VIBEFLOW_ENGINE=electron without a binary stops with the reason', async () => {
  await expect(ask({ VIBEFLOW_ENGINE: 'electron' }, unreachable)).rejects.toThrow(
    'VIBEFLOW_ENGINE=electron, but there is no Electron binary, download failed (ENOTFOUND)',
  )
})

test('an unknown VIBEFLOW_ENGINE stops the start', async () => {
  await expect(ask({ VIBEFLOW_ENGINE: 'servo' })).rejects.toThrow('"servo"')
})

test('ELECTRON_OVERRIDE_DIST_PATH wins: a script is the shim, a binary Electron', async () => {
  mkdirSync(join(folder, 'a'))
  mkdirSync(join(folder, 'b'))
  program(join(folder, 'a/electron'), '#!/bin/sh\n')
  program(join(folder, 'b/electron'), '\x7fELF')
  writeFileSync(join(folder, 'b/version'), 'v46.0.0')
  expect(await ask({ ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'a') })).toMatchObject({
    engine: 'shim',
    electron: join(folder, 'a/electron'),
  })
  expect(await ask({ ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'b') })).toMatchObject({
    engine: 'electron',
    version: '46.0.0',
  })
  await expect(ask({ ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'c') })).rejects.toThrow(
    'has no program',
  )
  expect(
    await ask({ ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'b'), VIBEFLOW_ENGINE: 'electron' }),
  ).toMatchObject({ electron: join(folder, 'b/electron') })
  await expect(
    ask(
      { ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'a'), VIBEFLOW_ENGINE: 'electron' },
      unreachable,
    ),
  ).rejects.toThrow('VIBEFLOW_ENGINE=electron')
})

test('the shim without a Chromium stops with the command that installs one', async () => {
  const environment = { VIBEFLOW_ENGINE: 'shim', VIBEFLOW_CHROMIUM: join(folder, 'none') }
  await expect(chooseEngine({ environment, electronPackage })).rejects.toThrow(
    'VIBEFLOW_CHROMIUM names no program',
  )
})

test('VIBEFLOW_CHROMIUM wins over PATH', () => {
  const own = program(join(folder, 'my-chromium'), '#!/bin/sh\n')
  expect(findChromium({ VIBEFLOW_CHROMIUM: own, PATH: process.env['PATH'] })).toBe(own)
  program(join(folder, 'chromium'), '#!/bin/sh\n')
  expect(findChromium({ PATH: folder })).toBe(join(folder, 'chromium'))
})

test('the line names the engine, its versions and why it is not Electron', () => {
  const common = { app: '/app', electron: '/e', node: null, chromium: null }
  expect(
    engineLine({ ...common, engine: 'electron', why: '', versions: { electron: '45.2.1' } }),
  ).toBe('engine electron 45.2.1')
  expect(
    engineLine({
      ...common,
      engine: 'shim',
      why: 'no Electron binary, download failed (ENOTFOUND)',
      versions: { electron: '45.2.1', node: '24.21.0', chromium: '156.0.8078.79' },
    }),
  ).toBe(
    'engine shim (Node 24.21.0, Chromium 156.0.8078.79): no Electron binary, download ' +
      'failed (ENOTFOUND)',
  )
})

test('the download address follows the mirror as the installer does', () => {
  expect(binaryUrl('45.2.1', { ELECTRON_MIRROR: 'https://mirror.example/' }, 'x64')).toBe(
    'https://mirror.example/v45.2.1/electron-v45.2.1-linux-x64.zip',
  )
  expect(
    binaryUrl(
      '45.2.1',
      { ELECTRON_MIRROR: 'https://mirror.example/', ELECTRON_CUSTOM_DIR: '{{ version }}' },
      'arm64',
    ),
  ).toBe('https://mirror.example/45.2.1/electron-v45.2.1-linux-arm64.zip')
})

test('a failed download is not retried for a day from the same address', () => {
  const failure = { url: 'https://a/', reason: 'ENOTFOUND', at: 1_000 }
  expect(remembered(failure, 'https://a/', 1_000 + memoryMs - 1)).toBe(failure)
  expect(remembered(failure, 'https://a/', 1_000 + memoryMs)).toBeUndefined()
  expect(remembered(failure, 'https://b/', 1_001)).toBeUndefined()
  expect(remembered(failure, 'https://a/', 999)).toBeUndefined()
  expect(remembered(undefined, 'https://a/', 1_000)).toBeUndefined()
})

test('specs recognize the line of Electron, and the line of the shim', () => {
  const chosen = {
    electron: '',
    app: '',
    node: null,
    chromium: null,
    versions: { electron: '' },
    why: '',
  }
  const lines = (['electron', 'shim'] as const).map((engine) => engineLine({ ...chosen, engine }))
  expect(lines.map(namesElectron)).toEqual([true, false])
})

test('Electron runs specs on a screen with a window manager, the shim without a screen', () => {
  const on = (engine: 'electron' | 'shim', display?: string) =>
    onScreen(['node', 'x'], engine, { VIBEFLOW_TEST_DISPLAY: display }).join(' ')
  expect(on('electron')).toMatch(/src\/build\/test\/screen\/x11\.sh node x$/)
  expect([on('shim'), on('electron', '1')]).toEqual(['node x', 'node x'])
  expect([isOnScreen('electron', {}), isOnScreen('shim', {})]).toEqual([true, false])
})
