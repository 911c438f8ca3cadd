/**
 * What every script here shares: where the project lies, how a script speaks (standard error), runs
 * a program and stops with a sentence. Plain Node 20 without packages, since it runs before there
 * are any.
 */
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

export const root = path.resolve(import.meta.dirname, '../..')

/** The major version that our Electron embeds; everything but the first set-up runs on it. */
export const nodeMajor = 24

/**
 * The world is not as it must be, and a sentence says what to do. Ends the script with exit 1 and
 * no stack.
 */
export class Stop extends Error {}

/**
 * One line for the person at the terminal. Standard output belongs to the app and to `which`.
 * @param {string} line
 */
export function say(line) {
  fs.writeSync(2, `vibeflow: ${line}\n`)
}

/**
 * Runs a script's body and turns a `Stop` into a sentence.
 * @param {() => Promise<number | void>} body its number is the exit code
 */
export async function script(body) {
  try {
    process.exitCode = (await body()) ?? 0
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    say(error.message)
    process.exitCode = 1
  }
}

/** Is this file the one that Node was started with? @param {string} url `import.meta.url` */
export function startedDirectly(url) {
  return (
    process.argv[1] !== undefined && url === pathToFileURL(fs.realpathSync(process.argv[1])).href
  )
}

/** @type {readonly NodeJS.Signals[]} */
const endings = ['SIGTERM', 'SIGHUP', 'SIGINT']

/**
 * Runs a program to its end. What it prints goes to standard error, or where `output` says.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, timeoutMs?: number, quiet?: boolean, output?: 1
 * | 2 }} [options] quiet: print only when it fails
 * @returns {Promise<number>} exit code; 128 + n for a signal, 127 when it cannot start
 */
export function run(
  command,
  args,
  { env = process.env, cwd = root, timeoutMs, quiet = false, output = 2 } = {},
) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', quiet ? 'pipe' : output, quiet ? 'pipe' : 2],
      ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
    })
    /** @type {Buffer[]} */
    const kept = []
    child.stdout?.on('data', (chunk) => kept.push(chunk))
    child.stderr?.on('data', (chunk) => kept.push(chunk))
    // A script that is signalled ends its child first; the locks it leaves have no owner and are
    // taken over.
    const end = (/** @type {NodeJS.Signals} */ signal) => {
      child.kill(signal)
      child.once('close', () => process.exit(exitCode(null, signal)))
    }
    for (const signal of endings) process.on(signal, end)
    child.on('error', (error) => {
      say(`${command} cannot be started: ${error.message}`)
      resolve(127)
    })
    child.on('close', (code, signal) => {
      for (const signal of endings) process.off(signal, end)
      const result = exitCode(code, signal)
      if (quiet && result !== 0) fs.writeSync(2, Buffer.concat(kept))
      resolve(result)
    })
  })
}

/**
 * Runs a program that has to succeed.
 * @param {string} problem said where it does not @param {Parameters<typeof run>} call as of `run`
 */
export async function must(problem, ...call) {
  if ((await run(...call)) !== 0) throw new Stop(problem)
}

/** As a shell counts. @param {number | null} code @param {NodeJS.Signals | null} signal */
export function exitCode(code, signal) {
  return code ?? 128 + (signal === null ? 0 : os.constants.signals[signal])
}

/**
 * The program's path, looked up as a shell would. @param {string} name @param {string} [searchPath]
 */
export function findProgram(name, searchPath = process.env['PATH'] ?? '') {
  // Debian's own folders last: `sbin` is often not on a user's PATH.
  for (const folder of [...searchPath.split(':'), '/usr/bin', '/bin', '/usr/sbin', '/sbin']) {
    if (folder !== '' && isExecutable(path.join(folder, name))) return path.join(folder, name)
  }
  return undefined
}

/** The path of a program that has to be there. @param {string} name @param {string} [problem] */
export function needed(name, problem = `${name} is missing`) {
  const program = findProgram(name)
  if (program === undefined) throw new Stop(problem)
  return program
}

/** @param {string} file */
export function isExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return fs.statSync(file).isFile()
  } catch {
    return false // not there, or not for us: the same answer for the caller
  }
}

/**
 * A JSON file's content, or undefined when it is missing or broken. @param {string} file @returns
 * {any}
 */
export function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return undefined // a stamp or a cache: its loss costs time only
  }
}

/** @param {string} file @param {unknown} value */
export function writeJson(file, value) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const temporary = `${file}.${process.pid}`
  fs.writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`)
  fs.renameSync(temporary, file)
}

/** `$XDG_CACHE_HOME/vibeflow`; a relative value is invalid by the XDG specification. */
export function cacheFolder() {
  const base = process.env['XDG_CACHE_HOME']
  return path.join(
    base !== undefined && path.isAbsolute(base) ? base : path.join(os.homedir(), '.cache'),
    'vibeflow',
  )
}

/** The npm package that brings Node for this processor; npm installs no other (`cpu`). */
export const nodePackage = path.join(root, `node_modules/node-linux-${process.arch}`)

/**
 * The Node that everything but the first set-up runs on, by the same rule as the shim.
 * @returns {{ path: string, version: string }}
 */
export function projectNode() {
  const asked = process.env['VIBEFLOW_NODE']
  if (asked) {
    if (!isExecutable(asked)) throw new Stop(`VIBEFLOW_NODE names no program: ${asked}`)
    return { path: asked, version: versionOf(asked) }
  }
  if (isExecutable(path.join(nodePackage, 'bin/node'))) {
    return {
      path: path.join(nodePackage, 'bin/node'),
      version: readJson(path.join(nodePackage, 'package.json'))?.version ?? '?',
    }
  }
  const system = findProgram('node', outsidePath())
  const version = system === undefined ? '' : versionOf(system)
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (system !== undefined && (major > 22 || (major === 22 && minor >= 15))) {
    if (major !== nodeMajor)
      say(
        `Node ${version} is used, but Electron embeds Node ${nodeMajor}: what works here ` +
          'may not work there',
      )
    return { path: system, version }
  }
  throw new Stop(
    `Node ${nodeMajor} is needed, and the project brings it for x64 and arm64 only: install ` +
      'it, or name it by VIBEFLOW_NODE',
  )
}

/** @param {string} node */
function versionOf(node) {
  if (node === process.execPath) return process.versions.node
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim().replace(/^v/, '') ?? ''
}

/** PATH without what npm puts before it for its scripts. */
function outsidePath() {
  return (process.env['PATH'] ?? '')
    .split(':')
    .filter((folder) => !/node_modules\/\.bin$|node-gyp-bin$/.test(folder))
    .join(':')
}

/**
 * The environment as it was before npm: its variables and PATH entries must reach neither npm
 * itself (a nodedir of the user's would win) nor the shells in the terminal's tabs.
 * ELECTRON_RUN_AS_NODE would make the engine a plain Node.
 * @returns {NodeJS.ProcessEnv}
 */
export function outsideEnvironment() {
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^npm_/i.test(name) && name !== 'INIT_CWD' && name !== 'ELECTRON_RUN_AS_NODE',
  )
  const environment = Object.fromEntries(entries)
  environment['PATH'] = outsidePath()
  if (process.env['npm_node_execpath'] !== undefined) delete environment['NODE']
  return environment
}

/**
 * Does the work alone: a second script waits for the first. A lock whose owner is gone is taken
 * over.
 * @template T @param {string} name @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function alone(name, work) {
  const file = path.join(root, 'out', `${name}.lock`)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  for (let said = false; ; ) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    }
    if (!ownerLives(file)) {
      fs.rmSync(file, { force: true })
      continue
    }
    if (!said) say(`another run is at the ${name}; waiting`)
    said = true
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  try {
    return await work()
  } finally {
    fs.rmSync(file, { force: true })
  }
}

/** @param {string} file */
function ownerLives(file) {
  try {
    const pid = Number(fs.readFileSync(file, 'utf8'))
    // Empty for the instant between creation and writing: old enough means its writer died there.
    if (!pid) return Date.now() - fs.statSync(file).mtimeMs < 2_000
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
