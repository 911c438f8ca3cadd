/**
 * Builds the app (main, preload, renderer) and the shim into `out/`, and the protocol package into
 * its `dist/`, unless no input has changed. Each is built next to its final place and then renamed,
 * so that a running test never sees a partial build.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setUpWithoutEngine } from './setup/setup.mjs'
import { shimExecutable } from './setup/engine.mjs'
import { fillEmit, emitFolder } from './package/emit.mjs'
import { fillProtocol, licences, protocolVectors } from './package/protocol.mjs'
import {
  alone,
  isExecutable,
  projectNode,
  readJson,
  root,
  must,
  say,
  script,
  startedDirectly,
  Stop,
  writeJson,
} from './project.mjs'

const out = path.join(root, 'out')
const stamp = path.join(out, 'build.json')

/** Each bundle's folder under `out/`, and the file that proves it complete. */
const bundles = { main: 'index.js', preload: 'index.cjs', renderer: 'index.html' }

/** Copied unchanged, since shells read these files; with the proof as above. */
const copied = { integrations: 'shell/bash/vibeflow.bash' }

/**
 * Suffix of a bundle during the build, at the same depth, so that relative paths in source maps
 * stay valid.
 */
const unfinished = '.new'

/** Content of the protocol package. The app bundles the sources instead. */
const packageFolder = path.join(root, 'src/protocol')
const packageBuild = path.join(packageFolder, 'dist')

/** The package entry `vibeflow/vt`: modules with types for clients. */
const entryBuild = path.join(out, 'vt')
const entryProof = 'terminal/index.js'

/**
 * The package entry `vibeflow/testing`: bundles, types, node-pty's native module and
 * `vibeflow-emit` in one folder, which additionally needs only the shell integration.
 */
export const testingBuild = path.join(out, 'testing')

/** Makes sure that `out/` matches the sources. */
export async function build() {
  if (isCurrent()) return
  await alone('build', async () => {
    if (isCurrent()) return // another run has just built it
    const key = inputKey()
    const start = performance.now()
    await bundle()
    await bundleShim()
    await compile('protocol', packageBuild)
    await compile('terminal', entryBuild)
    put(packageBuild, 'index.js') // vibeflow-emit needs it
    await fillProtocol(packageFolder)
    await bundleTesting()
    for (const part of Object.keys(copied)) copy(part)
    for (const [part, proof] of Object.entries({ ...bundles, ...copied }))
      put(path.join(out, part), proof)
    put(entryBuild, entryProof)
    put(testingBuild, 'index.js')
    writeJson(stamp, { key })
    say(`built in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  })
}

/** Files of `src/build` that affect the bundles, but not electron-vite's copy of its own. */
const shaping = /^(build\.mjs|(bundle|check|package)\/(?!electron\.vite\.config\.(?!ts$)).*)$/

function isCurrent() {
  return (
    readJson(stamp)?.key === inputKey() &&
    isExecutable(shimExecutable) &&
    fs.existsSync(path.join(packageBuild, 'index.js')) &&
    fs.existsSync(path.join(packageFolder, 'vectors.json')) &&
    fs.existsSync(path.join(entryBuild, entryProof)) &&
    fs.existsSync(path.join(testingBuild, 'index.js')) &&
    Object.entries({ ...bundles, ...copied }).every(([part, proof]) =>
      fs.existsSync(path.join(out, part, proof)),
    )
  )
}

/**
 * Hashes names, sizes and times of all inputs. Times instead of contents take a few milliseconds.
 */
function inputKey() {
  const source = path.join(root, 'src')
  const files = ['package.json', 'package-lock.json', protocolVectors].map((name) =>
    path.join(root, name),
  )
  for (const entry of fs.readdirSync(source, { recursive: true, withFileTypes: true })) {
    const file = `${entry.parentPath}/${entry.name}`
    if (entry.isFile() && shapesBuild(file.slice(source.length + 1))) files.push(file)
  }
  const hash = createHash('sha256')
  for (const file of files.sort()) {
    const { size, mtimeMs } = fs.statSync(file)
    hash.update(`${file}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** Folders of `src` with files that are not inputs, or that the build writes. */
const mixed = /^(?:build|protocol)\//

/** Returns whether a change of the file needs a build. @param {string} file below `src` */
export function shapesBuild(file) {
  if (!mixed.test(file)) return true
  if (file.startsWith('build/')) return shaping.test(file.slice('build/'.length))
  const name = file.slice('protocol/'.length)
  return !/^dist\b/.test(name) && !['vectors.json', ...licences].includes(name)
}

async function bundle() {
  // left by a failed build
  for (const part of Object.keys(bundles))
    fs.rmSync(path.join(out, `${part}${unfinished}`), { recursive: true, force: true })
  const electronVite = path.join(root, 'node_modules/electron-vite/bin/electron-vite.js')
  const config = path.join(root, 'src/build/bundle/electron.vite.config.ts')
  await must(
    'the app does not build; the reason stands above',
    projectNode().path,
    [electronVite, 'build', '--config', config, '--logLevel', 'warn'],
    { env: { ...process.env, NODE_ENV: 'production' } },
  )
  const main = path.join(out, `main${unfinished}`)
  await rolldown('worker.mjs', main, 'the worker')
  await rolldown('windowless.mjs', main, 'the process without a window')
  await rolldown('programs.mjs', main, 'the command')
  const themes = path.join(root, 'src/build/bundle/themes.mjs')
  await must(
    'the theme collection does not build, for the reason above',
    projectNode().path,
    [themes, path.join(main, 'themes.json')],
    { quiet: true },
  )
}

/**
 * @param {string} config a file of bundle/
 * @param {string} folder destination
 * @param {string} what name for the error message
 */
async function rolldown(config, folder, what) {
  const command = path.join(root, 'node_modules/rolldown/bin/cli.mjs')
  const words = [command, '-c', path.join(root, 'src/build/bundle', config), '--dir', folder]
  await must(`${what} does not build; the reason stands above`, projectNode().path, words, {
    quiet: true,
  })
}

/** @param {string} part folder of `src` and of `out` */
function copy(part) {
  const fresh = path.join(out, `${part}${unfinished}`)
  fs.rmSync(fresh, { recursive: true, force: true }) // left by a failed build
  fs.cpSync(path.join(root, 'src', part), fresh, { recursive: true })
}

/**
 * In a separate process: this script may run before packages exist, and in an older Node. It
 * replaces files itself.
 */
async function bundleShim() {
  const code =
    `const { buildShim } = await import('./src/build/bundle/shim.mjs'); await ` +
    'buildShim(process.argv[1])'
  await must(
    'the stand-in for Electron does not build; the reason stands above',
    projectNode().path,
    ['--input-type=module', '-e', code, path.dirname(shimExecutable)],
  )
}

async function bundleTesting() {
  const folder = `${testingBuild}${unfinished}`
  fs.rmSync(folder, { recursive: true, force: true })
  await rolldown('testing.mjs', folder, 'vibeflow/testing')
  await compile('testing', path.join(folder, 'types'))
  const types = path.join(folder, 'types')
  put(types, 'testing/index.d.ts')
  const used = typesFrom(path.join(types, 'testing/index.d.ts'))
  for (const file of fs.readdirSync(types, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts') && !used.has(path.join(types, file))) fs.rmSync(path.join(types, file))
  fs.copyFileSync(
    path.join(root, 'node_modules/node-pty/build/Release/pty.node'),
    path.join(folder, 'pty.node'),
  )
  await fillEmit(readJson(path.join(root, 'package.json')).version, folder)
  // A file, since npm omits links from packages.
  fs.mkdirSync(path.join(folder, 'bin'))
  fs.writeFileSync(
    path.join(folder, 'bin/vibeflow-emit'),
    `#!/bin/sh\nexec "\${0%/*}/../${emitFolder}/bin/vibeflow-emit.sh" "$@"\n`,
    { mode: 0o755 },
  )
}

/**
 * Collects the type files that this one refers to. Others are unreachable and name bundled
 * packages.
 * @param {string} file
 * @param {Set<string>} found
 */
function typesFrom(file, found = new Set()) {
  if (found.has(file)) return found
  found.add(file)
  for (const [, from = ''] of fs.readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)\.ts'/g))
    typesFrom(path.resolve(path.dirname(file), `${from}.d.ts`), found)
  return found
}

/**
 * Compiles modules and types with bundle/tsconfig.ROOM.json.
 * @param {string} room
 * @param {string} place
 */
async function compile(room, place) {
  const fresh = `${place}${unfinished}`
  fs.rmSync(fresh, { recursive: true, force: true })
  const args = [
    path.join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    path.join(root, `src/build/bundle/tsconfig.${room}.json`),
    '--outDir',
    fresh,
  ]
  await must(
    `src/${room} does not build as a package; the reason stands above`,
    projectNode().path,
    args,
  )
}

/** @param {string} place final folder @param {string} proof file in it that proves it complete */
function put(place, proof) {
  const fresh = `${place}${unfinished}`
  if (!fs.existsSync(path.join(fresh, proof)))
    throw new Stop(`the build left no ${path.relative(root, fresh)}/${proof}`)
  const old = `${place}.old`
  fs.rmSync(old, { recursive: true, force: true })
  if (fs.existsSync(place)) fs.renameSync(place, old)
  fs.renameSync(fresh, place)
  fs.rmSync(old, { recursive: true, force: true })
}

if (startedDirectly(import.meta.url)) {
  await script(async () => {
    await setUpWithoutEngine()
    await build()
  })
}
