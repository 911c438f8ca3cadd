/**
 * Shared by all scripts: paths, messages on standard error, running programs, fatal errors. Plain
 * Node 20 without packages, since it runs before they are installed.
 */
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

export const root = path.resolve(import.meta.dirname, '../..')

/** Node version of the Electron in use; everything but the first setup runs on it. */
export const nodeMajor = 24

/** A fatal problem with advice. Ends the script with exit code 1 and without a stack. */
export class Stop extends Error {}

/**
 * Prints a line for the user. Standard output belongs to the app and to `which`.
 * @param {string} line
 */
export function say(line) {
  fs.writeSync(2, `vibeflow: ${line}\n`)
}

/**
 * Runs a script's body and prints a `Stop` as a message.
 * @param {() => Promise<number | void>} body its number is the exit code
 */
export async function script(body) {
  try {
    process.exitCode = (await body()) ?? 0
  } catch (error) {
    const usage = usageOf(error)
    if (!(error instanceof Stop) && usage === null) throw error
    say(usage ?? /** @type {Error} */ (error).message)
    process.exitCode = usage !== null && isHelp ? 0 : 1
  }
}

const isHelp = process.argv.includes('--help')

/**
 * Returns the problem of wrong arguments with the script's first comment, which describes its
 * arguments; `null` for another error.
 * @param {unknown} error
 */
function usageOf(error) {
  const { code, message = '' } = /** @type {NodeJS.ErrnoException} */ (error ?? {})
  if (code?.startsWith('ERR_PARSE_ARGS') !== true) return null
  const text = fs.readFileSync(process.argv[1] ?? '', 'utf8')
  const comment = /^\/\*\*([^]*?)\*\//m.exec(text)?.[1] ?? ''
  const problem = isHelp ? '' : `${message.split('. ', 1)[0]}.\n`
  return `${problem}${comment.replace(/^ \* ?/gm, '').trim()}`
}

/** Returns whether Node was started with this file. @param {string} url `import.meta.url` */
export function startedDirectly(url) {
  return (
    process.argv[1] !== undefined && url === pathToFileURL(fs.realpathSync(process.argv[1])).href
  )
}

/** @type {readonly NodeJS.Signals[]} */
const endings = ['SIGTERM', 'SIGHUP', 'SIGINT']

/**
 * Runs a program to its end. Its output goes to standard error, or to `output`.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, timeoutMs?: number, quiet?: boolean, output?: 1
 * | 2 }} [options] quiet: print only on failure
 * @returns {Promise<number>} exit code; 128 + n for a signal, 127 if it cannot start
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
    // A signaled script ends its child first; its locks have no owner then and are taken over.
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
 * Runs a program that must succeed.
 * @param {string} problem message on failure
 * @param {Parameters<typeof run>} call see `run`
 */
export async function must(problem, ...call) {
  if ((await run(...call)) !== 0) throw new Stop(problem)
}

/**
 * Returns the exit code as a shell does.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCode(code, signal) {
  return code ?? 128 + (signal === null ? 0 : os.constants.signals[signal])
}

/**
 * Returns a program's path, searched as a shell does.
 * @param {string} name
 * @param {string} [searchPath]
 */
export function findProgram(name, searchPath = process.env['PATH'] ?? '') {
  // Debian's own folders last: `sbin` is often missing in a user's PATH.
  for (const folder of [...searchPath.split(':'), '/usr/bin', '/bin', '/usr/sbin', '/sbin']) {
    if (folder !== '' && isExecutable(path.join(folder, name))) return path.join(folder, name)
  }
  return undefined
}

/** Returns the path of a required program. @param {string} name @param {string} [problem] */
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
    return false // missing or not permitted
  }
}

/**
 * Returns a JSON file's content, or undefined if it is missing or invalid.
 * @param {string} file
 * @returns {any}
 */
export function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return undefined // a stamp or a cache: losing it costs only time
  }
}

/** @param {string} file @param {unknown} value */
export function writeJson(file, value) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const temporary = `${file}.${process.pid}`
  fs.writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`)
  fs.renameSync(temporary, file)
}

/** Returns `$XDG_CACHE_HOME/vibeflow`. The XDG specification ignores relative values. */
export function cacheFolder() {
  const base = process.env['XDG_CACHE_HOME']
  return path.join(
    base !== undefined && path.isAbsolute(base) ? base : path.join(os.homedir(), '.cache'),
    'vibeflow',
  )
}

/** The npm package with Node for this processor; npm installs no other (`cpu`). */
export const nodePackage = path.join(root, `node_modules/node-linux-${process.arch}`)

/**
 * Returns the Node for everything but the first setup, with the same rule as the shim.
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

/** Returns PATH without npm's additions for scripts. */
function outsidePath() {
  return (process.env['PATH'] ?? '')
    .split(':')
    .filter((folder) => !/node_modules\/\.bin$|node-gyp-bin$/.test(folder))
    .join(':')
}

/**
 * Returns the environment from before npm: its variables and PATH entries must reach neither npm (a
 * nodedir would take effect) nor the shells in tabs. ELECTRON_RUN_AS_NODE would make the engine a
 * plain Node.
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
 * Works exclusively: another script waits. Takes over a lock without an owner.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
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
    // Empty between creation and writing: if it is old, its writer died then.
    if (!pid) return Date.now() - fs.statSync(file).mtimeMs < 2_000
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/** Ends this process soon after the end of its parent, which may have been killed. */
export function endWithParent() {
  const parent = process.ppid
  const look = () => {
    if (process.ppid !== parent) process.exit(1)
  }
  setInterval(look, 1_000).unref()
}
