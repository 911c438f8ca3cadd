/**
 * Chooses the engine: Electron if its binary exists or can be downloaded, else the shim on the
 * system's Chromium. Needs node_modules. The caller builds the app.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { downloadElectron } from './download.mjs'
import {
  cacheFolder,
  findProgram,
  isExecutable,
  projectNode,
  readJson,
  root,
  Stop,
  writeJson,
} from '../project.mjs'

/**
 * `electron`: the executable of either engine. `node` and `chromium`: programs of the shim, null on
 * Electron. `why`: empty if nothing needs explaining.
 * @typedef {{ engine: 'electron' | 'shim', electron: string, app: string, node: string | null,
 * chromium: string | null, why: string,
 *   versions: { electron: string, node?: string, chromium?: string } }} Engine
 * @typedef {{ engine: 'electron', electron: string, version: string, why: string } | { engine:
 * 'shim', electron: string, why: string }} Found
 */

/** The shim's executable in the build. */
export const shimExecutable = path.join(root, 'out/electron-shim/electron')

/**
 * Finds the executable without requiring a Chromium yet, since setup must know it before it
 * installs one.
 * @param {{ retry?: boolean, environment?: NodeJS.ProcessEnv, download?: typeof downloadElectron,
 * electronPackage?: string }} [options] the last three for tests
 * @returns {Promise<Found>}
 */
export async function findExecutable({
  retry = false,
  environment = process.env,
  download = downloadElectron,
  electronPackage = path.join(root, 'node_modules/electron'),
} = {}) {
  const asked = environment['VIBEFLOW_ENGINE']
  if (asked && asked !== 'electron' && asked !== 'shim')
    throw new Stop(`VIBEFLOW_ENGINE is "${asked}": it may be electron or shim`)
  if (asked === 'shim')
    return { engine: 'shim', electron: shimExecutable, why: 'VIBEFLOW_ENGINE=shim' }

  const override = environment['ELECTRON_OVERRIDE_DIST_PATH']
  if (override) {
    const found = fromFolder(override, electronPackage)
    if (asked !== 'electron' || found.engine === 'electron') return found
  }

  const version = readJson(path.join(electronPackage, 'package.json'))?.version
  if (version === undefined) throw new Stop('the npm package electron is missing: run npm ci')
  const present = () => installedBinary(electronPackage, version)
  if (present() === undefined) {
    const problem = await download(version, { retry })
    if (problem !== undefined) {
      const why = `no Electron binary, ${problem}`
      if (asked === 'electron') throw new Stop(`VIBEFLOW_ENGINE=electron, but there is ${why}`)
      return { engine: 'shim', electron: shimExecutable, why }
    }
  }
  const electron = present()
  if (electron === undefined)
    throw new Stop(
      "Electron's installer succeeded but left no binary: remove node_modules/electron/dist " +
        'and start again',
    )
  return { engine: 'electron', electron, version, why: '' }
}

/**
 * Returns the package's binary if it is complete and of this version.
 * @param {string} folder
 * @param {string} version
 */
function installedBinary(folder, version) {
  const name = readText(path.join(folder, 'path.txt'))
  if (
    name === undefined ||
    readText(path.join(folder, 'dist/version'))?.trim().replace(/^v/, '') !== version
  )
    return undefined
  const file = path.join(folder, 'dist', name)
  return isExecutable(file) ? file : undefined
}

/**
 * Uses ELECTRON_OVERRIDE_DIST_PATH. It may contain the shim, which is a script, unlike Electron.
 * @param {string} folder
 * @param {string} electronPackage
 * @returns {Found}
 */
function fromFolder(folder, electronPackage) {
  const electron = path.resolve(
    folder,
    readText(path.join(electronPackage, 'path.txt')) ?? 'electron',
  )
  const why = 'ELECTRON_OVERRIDE_DIST_PATH'
  // The build may not have written it yet.
  if (path.resolve(folder) === path.dirname(shimExecutable))
    return { engine: 'shim', electron: shimExecutable, why }
  if (!isExecutable(electron))
    throw new Stop(`ELECTRON_OVERRIDE_DIST_PATH has no program "electron": ${folder}`)
  if (firstBytes(electron) === '#!') return { engine: 'shim', electron, why }
  return {
    engine: 'electron',
    electron,
    version: readText(path.join(folder, 'version'))?.trim().replace(/^v/, '') ?? '?',
    why,
  }
}

/**
 * Returns the engine with its programs and versions.
 * @param {Parameters<typeof findExecutable>[0] & { found?: Found }} [options] found: result of
 * findExecutable, to avoid another search
 * @returns {Promise<Engine>}
 */
export async function chooseEngine({ found, ...options } = {}) {
  found ??= await findExecutable(options)
  const { engine, electron, why } = found
  if (found.engine === 'electron')
    return {
      engine,
      electron,
      app: root,
      node: null,
      chromium: null,
      why,
      versions: { electron: found.version },
    }
  const chromium = findChromium(options.environment ?? process.env)
  if (chromium === undefined)
    throw new Stop(
      `${why}, and no Chromium to stand in for it. Run:\n  sudo apt-get install ` +
        '--no-install-recommends chromium chromium-sandbox',
    )
  const node = projectNode()
  const embedded = readJson(path.join(root, 'node_modules/electron/package.json'))?.version ?? '?'
  return {
    engine,
    electron,
    app: root,
    node: node.path,
    chromium,
    why,
    versions: { electron: embedded, node: node.version, chromium: chromiumVersion(chromium) },
  }
}

/** Returns the line about the engine, also for reports and screenshots. @param {Engine} engine */
export function engineLine({ engine, versions, why }) {
  if (engine === 'electron') return `engine electron ${versions.electron}`
  return `engine shim (Node ${versions.node}, Chromium ${versions.chromium}): ${why}`
}

/** @param {NodeJS.ProcessEnv} environment */
export function findChromium(environment = process.env) {
  const asked = environment['VIBEFLOW_CHROMIUM']
  if (asked) {
    const program = asked.includes('/')
      ? path.resolve(asked)
      : findProgram(asked, environment['PATH'])
    if (program === undefined || !isExecutable(program))
      throw new Stop(`VIBEFLOW_CHROMIUM names no program: ${asked}`)
    return program
  }
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    const program = findProgram(name, environment['PATH'])
    if (program !== undefined) return program
  }
  return undefined
}

/**
 * Running Chromium takes 0.25 s, so the version is cached until the program's files change.
 * @param {string} program
 */
function chromiumVersion(program) {
  const real = fs.realpathSync(program)
  // Debian's is a script: an update changes the binary next to it.
  const key = [real, '/usr/lib/chromium/chromium']
    .filter((file) => fs.existsSync(file))
    .map((file) => `${file} ${fs.statSync(file).mtimeMs}`)
    .join(' ')
  const file = path.join(cacheFolder(), 'chromium-version.json')
  const kept = readJson(file)
  if (kept?.key === key) return kept.version
  const output =
    spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000 }).stdout ?? ''
  const version = /\d+(\.\d+){1,3}/.exec(output)?.[0]
  if (version === undefined)
    throw new Stop(`${program} does not print its version, so it is no working Chromium`)
  writeJson(file, { key, version })
  return version
}

/** @param {string} file */
function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined // missing
  }
}

/** @param {string} file */
function firstBytes(file) {
  const descriptor = fs.openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(2)
    fs.readSync(descriptor, bytes, 0, 2, 0)
    return bytes.toString('latin1')
  } finally {
    fs.closeSync(descriptor)
  }
}
