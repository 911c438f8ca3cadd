/**
 * Fetches Electron's binary once, with limits. The `electron` package's installer downloads and
 * verifies. Before that, a probe waits up to 5 s for the release host, so that a machine without
 * access does not wait longer. A failure is remembered for a day.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { cacheFolder, projectNode, readJson, root, run, say, writeJson } from '../project.mjs'

const connectMs = 5_000
const downloadMs = 10 * 60_000
/** How long a failure is remembered. */
export const memoryMs = 24 * 60 * 60_000

const releases = 'https://github.com/electron/electron/releases/download/'
const memoryFile = () => path.join(cacheFolder(), 'electron-download.json')

/** @typedef {{ url: string, reason: string, at: number }} Failure `at`: milliseconds since 1970 */

/**
 * Returns the address that the installer will use, from the same variables in the same order as
 * @electron/get.
 * @param {string} version
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} arch
 */
export function binaryUrl(version, environment, arch = process.arch) {
  const mirror =
    [
      'npm_config_electron_mirror',
      'NPM_CONFIG_ELECTRON_MIRROR',
      'npm_package_config_electron_mirror',
      'ELECTRON_MIRROR',
    ]
      .map((name) => environment[name])
      .find((value) => value) ?? releases
  const folder =
    environment['npm_config_electron_custom_dir'] ||
    environment['ELECTRON_CUSTOM_DIR'] ||
    `v${version}`
  return (
    `${mirror}${folder.replace('{{ version }}', version)}/electron-v${version}-linux-${arch}` +
    '.zip'
  )
}

/**
 * Returns whether a remembered failure still counts: another address or a clock set back invalidate
 * it.
 * @param {Failure | undefined} failure
 * @param {string} url
 * @param {number} now
 */
export function remembered(failure, url, now) {
  return failure !== undefined &&
    failure.url === url &&
    now >= failure.at &&
    now - failure.at < memoryMs
    ? failure
    : undefined
}

/**
 * @param {string} version
 * @param {{ retry: boolean }} options retry: forget a remembered failure
 * @returns {Promise<string | undefined>} why there is no binary, or undefined on success
 */
export async function downloadElectron(version, { retry }) {
  const url = binaryUrl(version, process.env)
  if (retry) fs.rmSync(memoryFile(), { force: true })
  const now = Date.now()
  const before = remembered(readJson(memoryFile()), url, now)
  if (before !== undefined)
    return (
      `download failed (${before.reason}) ${age(now - before.at)} ago; --retry-electron tries ` +
      'again'
    )
  const reason = await attempt(version, url)
  if (reason === undefined) return undefined
  writeJson(memoryFile(), { url, reason, at: Date.now() })
  return `download failed (${reason})`
}

/** @param {string} version @param {string} url */
async function attempt(version, url) {
  if (!isCached(version)) {
    say(`looking for Electron ${version} at ${new URL(url).host}`)
    const problem = probe(url)
    if (problem !== undefined) return problem
    say(`downloading Electron ${version} (about 110 MB, once)`)
  }
  const code = await run(
    projectNode().path,
    [path.join(root, 'node_modules/electron/install.js')],
    {
      env: { ...process.env, ...proxied() },
      timeoutMs: downloadMs,
    },
  )
  if (code === 0) return undefined
  return code > 128 ? 'not done within 10 minutes' : `its installer ended with ${code}`
}

/**
 * Sends a HEAD request from another Node: this one may not support proxy variables. Some mirrors
 * refuse HEAD (403, 405): then the installer tries. Other errors are final.
 * @param {string} url
 */
function probe(url) {
  const code = `
    fetch(process.argv[1], { method: 'HEAD', signal: AbortSignal.timeout(${connectMs}) }).then(
      ({ status }) => {
        const hopeless = status === 404 || status === 407 || status === 410 || status >= 500
        if (hopeless) console.log('HTTP ' + status)
        process.exit(hopeless ? 1 : 0)
      },
      (error) => {
        const { code, message } = error.cause ?? {}
        const late = error.name === 'TimeoutError' && 'no answer within 5 s'
        console.log(late || (code ?? message ?? error.message))
        process.exit(1)
      })`
  const result = spawnSync(projectNode().path, ['--no-warnings', '-e', code, url], {
    encoding: 'utf8',
    timeout: connectMs + 2_000,
    env: { ...process.env, ...proxied() },
  })
  return result.status === 0
    ? undefined
    : result.stdout?.trim().split('\n')[0] || 'no answer within 5 s'
}

/** Makes Node 24 and the installer respect HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
function proxied() {
  return { NODE_USE_ENV_PROXY: '1', ELECTRON_GET_USE_PROXY: 'true' }
}

/**
 * Returns whether another project has downloaded this version, so that no network is needed.
 * @param {string} version
 */
function isCached(version) {
  const folder =
    process.env['electron_config_cache'] ??
    path.join(process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache'), 'electron')
  try {
    return fs
      .readdirSync(folder)
      .some((name) =>
        fs.existsSync(path.join(folder, name, `electron-v${version}-linux-${process.arch}.zip`)),
      )
  } catch {
    return false // no cache folder, as usual
  }
}

/** @param {number} ms */
function age(ms) {
  const minutes = Math.floor(ms / 60_000)
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`
}
