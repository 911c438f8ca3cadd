/**
 * The project's npm packages: are they as the lock file says, and is node-pty compiled for the Node
 * in use? Looks at files only when they are; otherwise runs `npm ci` and builds node-pty by name
 * (no other package may run code: `.npmrc`).
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {
  findProgram,
  must,
  nodeMajor,
  nodePackage,
  outsideEnvironment,
  projectNode,
  readJson,
  root,
  run,
  say,
  Stop,
  writeJson,
} from './project.mjs'

const modules = path.join(root, 'node_modules')
const ptyBinary = path.join(modules, 'node-pty/build/Release/pty.node')
const ptyStamp = path.join(modules, '.cache/vibeflow/node-pty.json')

/**
 * @typedef {{ version?: string, optional?: boolean, link?: boolean, integrity?: string, os?:
 * string[], cpu?: string[], libc?: string[] }} Locked
 */

/**
 * Does what is installed fit the lock file? npm notes what it installed in
 * node_modules/.package-lock.json.
 * @param {{ packages: Record<string, Locked> }} wanted the lock file
 * @param {{ packages: Record<string, Locked> } | undefined} installed npm's note
 * @param {(folder: string) => boolean} exists is the package's folder there?
 * @returns {string | undefined} the first difference, in words
 */
export function misfit(wanted, installed, exists) {
  if (installed === undefined) return 'no complete installation'
  for (const [folder, locked] of Object.entries(wanted.packages)) {
    // the project, or a workspace's source
    if (!folder.startsWith('node_modules/') && !folder.includes('/node_modules/')) continue
    const have = installed.packages[folder]
    if (have === undefined) {
      // Optional ones that name no machine are needs of another machine's variant (wasm): npm
      // leaves them out here.
      if (locked.optional === true && (locked.os === undefined || !fitsMachine(locked))) continue
      return `${folder} is missing`
    }
    if (locked.link === true) continue
    if (have.version !== locked.version)
      return `${folder} is ${have.version}, not ${locked.version}`
    if (
      have.integrity !== undefined &&
      locked.integrity !== undefined &&
      have.integrity !== locked.integrity
    )
      return `${folder} has another content`
  }
  for (const name of Object.keys({
    ...Object(wanted.packages['']).dependencies,
    ...Object(wanted.packages['']).devDependencies,
  })) {
    if (!exists(`node_modules/${name}`)) return `node_modules/${name} has been removed`
  }
  return undefined
}

/** @param {Locked} locked */
function fitsMachine(locked) {
  const allows = (/** @type {string[] | undefined} */ list, /** @type {string} */ value) =>
    list === undefined || list.includes(value)
  return (
    allows(locked.os, process.platform) &&
    allows(locked.cpu, process.arch) &&
    allows(locked.libc, 'glibc')
  )
}

/** Brings node_modules in line with the lock file. */
export async function ensureModules() {
  const reason = misfitNow()
  if (reason === undefined) return
  say(`installing the project's packages (${reason})`)
  const npm = findProgram('npm', outsideEnvironment()['PATH'])
  if (npm === undefined)
    throw new Stop('npm is missing: install it with Node (Debian: apt-get install npm)')
  // The user's configuration holds (mirror, proxy, certificates) but for what would leave packages
  // out or run their code.
  const code = await run(
    npm,
    [
      'ci',
      '--ignore-scripts',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    { env: { ...outsideEnvironment(), NODE_ENV: 'development' } },
  )
  if (code !== 0) throw new Stop(`npm ci failed (exit ${code}); its words stand above`)
  const still = misfitNow()
  if (still !== undefined) throw new Stop(`npm ci succeeded, but ${still}`)
}

function misfitNow() {
  const wanted = readJson(path.join(root, 'package-lock.json'))
  if (wanted === undefined) throw new Stop('package-lock.json is missing or broken')
  return misfit(wanted, readJson(path.join(modules, '.package-lock.json')), (folder) =>
    fs.existsSync(path.join(root, folder, 'package.json')),
  )
}

const ptyPatch = path.join(root, 'src/build/node-pty.patch')

/**
 * Runs `git apply` on the source of node-pty, as if it were in no repository: in one, git would
 * look for the file from the top. @param {string[]} options @param {string} [folder]
 */
function applyPtyPatch(options, folder = path.join(modules, 'node-pty')) {
  const result = spawnSync('git', ['apply', ...options, ptyPatch], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...outsideEnvironment(), GIT_CEILING_DIRECTORIES: path.dirname(folder) },
  })
  return result.status === 0
}

/** Returns whether the source of node-pty has our changes. @param {string} [folder] */
export function ptyPatched(folder) {
  return applyPtyPatch(['--reverse', '--check'], folder)
}

/** Puts our changes into the source of node-pty. @param {string} [folder] */
export function patchPty(folder) {
  if (!ptyPatched(folder) && !applyPtyPatch([], folder))
    throw new Stop(
      'src/build/node-pty.patch does not fit the source of node-pty, which was changed or is of ' +
        'another version. Remove node_modules/node-pty and run npm ci; if that does not help, ' +
        'bring the patch up to date.',
    )
}

/** Is node-pty compiled, and has it been loaded once in this Node? */
export function ptyReady() {
  const now = ptyState()
  return now !== undefined && JSON.stringify(readJson(ptyStamp)) === JSON.stringify(now)
}

function ptyState() {
  if (!fs.existsSync(ptyBinary) || !ptyPatched()) return undefined
  const { size, mtimeMs } = fs.statSync(ptyBinary)
  return {
    node: projectNode().version,
    version: readJson(path.join(modules, 'node-pty/package.json'))?.version,
    size,
    mtimeMs,
  }
}

/** Loads what is there, and compiles it if that fails. The compilers must be there by now. */
export async function ensurePty() {
  if (ptyReady()) return
  if (!fs.existsSync(ptyBinary) || !ptyPatched() || loadPty() !== undefined) {
    say('compiling node-pty')
    // one of an unpatched source must not pass for the new one
    fs.rmSync(ptyBinary, { force: true })
    patchPty()
    await compilePty()
    const problem = loadPty()
    if (problem !== undefined)
      throw new Stop(
        `node-pty was compiled but does not load in Node ${projectNode().version}: ${problem}`,
      )
  }
  writeJson(ptyStamp, ptyState())
}

/** @returns {string | undefined} what went wrong */
export function loadPty() {
  const result = spawnSync(projectNode().path, ['-e', "require('node-pty')"], {
    cwd: root,
    encoding: 'utf8',
  })
  return result.status === 0
    ? undefined
    : (result.stderr
        .trim()
        .split('\n')
        .find((line) => /Error/.test(line)) ?? `exit ${result.status}`)
}

/**
 * By name, since no package may run code by itself. The user's npm configuration is left out
 * entirely: keys such as nodedir, target or runtime steer node-gyp, and it must use the headers
 * that lie here instead of downloading some.
 */
async function compilePty() {
  const node = projectNode()
  const environment = outsideEnvironment()
  if (fs.existsSync(path.join(nodePackage, 'include/node/node_api.h'))) {
    environment['npm_config_nodedir'] = nodePackage
  } else if (Number(node.version.split('.')[0]) === nodeMajor) {
    // Node's own prefix has include/node where it came from an archive; else node-gyp fetches
    // headers.
    const prefix = path.resolve(fs.realpathSync(node.path), '../..')
    if (fs.existsSync(path.join(prefix, 'include/node/node_api.h')))
      environment['npm_config_nodedir'] = prefix
  } else {
    throw new Stop(
      `Node ${nodeMajor} and its headers are needed to compile node-pty, and the project ` +
        'brings them for x64 and arm64 only',
    )
  }
  const npm = findProgram('npm', environment['PATH']) ?? 'npm'
  // Two names of files that do not exist: npm refuses one name for both.
  const nowhere = path.join(modules, '.cache/vibeflow/no-npmrc')
  const args = [
    'rebuild',
    'node-pty',
    '--ignore-scripts=false',
    `--userconfig=${nowhere}`,
    `--globalconfig=${nowhere}-global`,
  ]
  // node-gyp cannot read headers from a folder with a blank in its path: it gets another name for
  // it.
  const named = environment['npm_config_nodedir']
  const link =
    named !== undefined && /\s/.test(named)
      ? path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'vibeflow-headers-')), 'node')
      : undefined
  if (link !== undefined) {
    fs.symlinkSync(named ?? '', link)
    environment['npm_config_nodedir'] = link
  }
  try {
    await must('node-pty cannot be compiled; the words of its build stand above', npm, args, {
      env: environment,
      quiet: true,
    })
  } finally {
    if (link !== undefined) fs.rmSync(path.dirname(link), { recursive: true, force: true })
  }
}
