/**
 * The project's npm packages: checks whether they match the lock file and node-pty is compiled for
 * this Node. If so, it only reads files; else it runs `npm ci` and builds node-pty by name
 * (`.npmrc` lets no other package run code).
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
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
} from '../project.mjs'

const modules = path.join(root, 'node_modules')
const ptyBinary = path.join(modules, 'node-pty/build/Release/pty.node')
const ptyStamp = path.join(modules, '.cache/vibeflow/node-pty.json')

/**
 * @typedef {{ version?: string, optional?: boolean, link?: boolean, integrity?: string, os?:
 * string[], cpu?: string[], libc?: string[] }} Locked
 */

/**
 * Compares the installation with the lock file. npm records what it installed in
 * node_modules/.package-lock.json.
 * @param {{ packages: Record<string, Locked> }} wanted the lock file
 * @param {{ packages: Record<string, Locked> } | undefined} installed npm's record
 * @param {(folder: string) => boolean} exists whether a package's folder exists
 * @returns {string | undefined} the first difference
 */
export function misfit(wanted, installed, exists) {
  if (installed === undefined) return 'no complete installation'
  for (const [folder, locked] of Object.entries(wanted.packages)) {
    // the project, or a workspace's source
    if (!folder.startsWith('node_modules/') && !folder.includes('/node_modules/')) continue
    const have = installed.packages[folder]
    if (have === undefined) {
      // Optional packages without a platform belong to another machine's variant (wasm): npm omits
      // them here.
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

/** Makes node_modules match the lock file. */
export async function ensureModules() {
  const reason = misfitNow()
  if (reason === undefined) return
  say(`installing the project's packages (${reason})`)
  const npm = findProgram('npm', outsideEnvironment()['PATH'])
  if (npm === undefined)
    throw new Stop('npm is missing: install it with Node (Debian: apt-get install npm)')
  // The user's configuration applies (mirror, proxy, certificates), except settings that omit
  // packages or run their code.
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

/**
 * Installs a package that only one script needs, with its own lock file, unless present.
 * @param {string} name
 * @param {string} manifest folder of package.json and package-lock.json
 * @param {string} folder below out/
 */
export async function installSeparately(name, manifest, folder) {
  const lock = path.join(manifest, 'package-lock.json')
  // npm writes this last.
  const installed = path.join(folder, 'node_modules/.package-lock.json')
  const there = path.join(folder, 'package-lock.json')
  if (
    fs.existsSync(installed) &&
    fs.existsSync(there) &&
    fs.readFileSync(lock).equals(fs.readFileSync(there))
  )
    return
  say(`installing ${name} into ${path.relative(root, folder)}`)
  fs.mkdirSync(folder, { recursive: true })
  for (const file of ['package.json', 'package-lock.json'])
    fs.copyFileSync(path.join(manifest, file), path.join(folder, file))
  const environment = outsideEnvironment()
  const npm = findProgram('npm', environment['PATH']) ?? 'npm'
  await must(
    `${name} cannot be installed; npm's messages are above`,
    npm,
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: folder, env: environment },
  )
}

const ptyPatch = path.join(root, 'src/build/setup/node-pty.patch')

/**
 * Runs `git apply` on the source of node-pty outside of any repository, whose root git would
 * otherwise use.
 * @param {string[]} options
 * @param {string} [folder]
 */
function applyPtyPatch(options, folder = path.join(modules, 'node-pty')) {
  const result = spawnSync('git', ['apply', ...options, ptyPatch], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...outsideEnvironment(), GIT_CEILING_DIRECTORIES: path.dirname(folder) },
  })
  return result.status === 0
}

/** Returns whether the source of node-pty has vibeflow's patch. @param {string} [folder] */
export function ptyPatched(folder) {
  return applyPtyPatch(['--reverse', '--check'], folder)
}

/** Returns the hash of the patch. */
export function ptyPatchHash() {
  return createHash('sha256').update(fs.readFileSync(ptyPatch)).digest('hex')
}

/** Returns whether the source was compiled with another patch. */
function isOtherPatch(stamped = readJson(ptyStamp)?.patch) {
  return stamped !== undefined && stamped !== ptyPatchHash()
}

/**
 * Patches the source of node-pty. A source that does not fit has another patch: it is installed
 * again first. A source with a longer patch fits, so the stamp's hash counts too.
 * @param {() => Promise<void>} [install]
 * @param {string} [folder]
 * @param {string} [stamped] hash of the patch that it was last compiled with
 */
export async function patchPty(
  install = ensureModules,
  folder = path.join(modules, 'node-pty'),
  stamped,
) {
  if (!isOtherPatch(stamped) && (ptyPatched(folder) || applyPtyPatch([], folder))) return
  say('installing node-pty again, since its patch has changed')
  fs.rmSync(folder, { recursive: true, force: true })
  await install()
  if (!applyPtyPatch([], folder))
    throw new Stop(
      'src/build/setup/node-pty.patch does not fit the source of node-pty, which is of another ' +
        'version. Bring the patch up to date.',
    )
}

/**
 * Returns whether node-pty is compiled with the patch, and was loaded once in this Node. Only reads
 * files: each start asks.
 */
export function ptyReady() {
  const now = ptyState()
  return now !== undefined && JSON.stringify(readJson(ptyStamp)) === JSON.stringify(now)
}

function ptyState() {
  if (!fs.existsSync(ptyBinary)) return undefined
  const { size, mtimeMs } = fs.statSync(ptyBinary)
  return {
    node: projectNode().version,
    version: readJson(path.join(modules, 'node-pty/package.json'))?.version,
    patch: ptyPatchHash(),
    size,
    mtimeMs,
  }
}

/** Loads node-pty, and compiles it if that fails. The compilers must be installed. */
export async function ensurePty() {
  if (ptyReady()) return
  if (!fs.existsSync(ptyBinary) || isOtherPatch() || !ptyPatched() || loadPty() !== undefined) {
    say('compiling node-pty')
    // an old binary must not pass for the patched one
    fs.rmSync(ptyBinary, { force: true })
    await patchPty()
    await compilePty()
    const problem = loadPty()
    if (problem !== undefined)
      throw new Stop(
        `node-pty was compiled but does not load in Node ${projectNode().version}: ${problem}`,
      )
  }
  writeJson(ptyStamp, ptyState())
}

/** @returns {string | undefined} the error */
function loadPty() {
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
 * Compiles by name, since no package may run code by itself. Ignores the user's npm configuration:
 * keys such as nodedir, target or runtime affect node-gyp, which must use the local headers.
 */
async function compilePty() {
  const node = projectNode()
  const environment = outsideEnvironment()
  if (fs.existsSync(path.join(nodePackage, 'include/node/node_api.h'))) {
    environment['npm_config_nodedir'] = nodePackage
  } else if (Number(node.version.split('.')[0]) === nodeMajor) {
    // Node from an archive has include/node in its prefix; otherwise node-gyp downloads headers.
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
  // Two different names, since npm refuses one for both.
  const nowhere = path.join(modules, '.cache/vibeflow/no-npmrc')
  const args = [
    'rebuild',
    'node-pty',
    '--ignore-scripts=false',
    `--userconfig=${nowhere}`,
    `--globalconfig=${nowhere}-global`,
  ]
  // node-gyp cannot read headers from a path with a space, so a link replaces it.
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
