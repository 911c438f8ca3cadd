/**
 * `npm run package [-- FORMAT...]`: set-up, build, then packages in artifacts/release with
 * checksums, SBOM and licenses. With Electron's binary, electron-builder makes them by
 * electron-builder.yml; without it, our own steps make them of the same app on the shim, with that
 * in their names. Formats: appimage deb rpm tar (default: all); or `npm` alone, the package of
 * `vibeflow/testing`. The last line on standard output is the folder, or that package.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { build } from '../build.mjs'
import { engineLine } from '../setup/engine.mjs'
import { alone, readJson, root, say, script, startedDirectly, Stop } from '../project.mjs'
import { keeperBinary } from '../setup/keeper.mjs'
import { setUp, takeRetry } from '../setup/setup.mjs'
import { appImage, runtimeSources } from './appimage.mjs'
import { deb } from './deb.mjs'
import { electronPackages } from './electron.mjs'
import { epochOf, fileNames, isOf, knownArch } from './facts.mjs'
import { writeFeed } from './feed.mjs'
import { checkGlibc } from './glibc.mjs'
import { writeLicences, writeSbom, writeSums } from './sbom.mjs'
import { npmPackage } from './npm.mjs'
import { rpm } from './rpm.mjs'
import { tarball } from './tarball.mjs'
import { fillPrefix } from './tree.mjs'

/** @typedef {import('./facts.mjs').Facts} Facts */
/** @typedef {'appimage' | 'deb' | 'rpm' | 'tar'} Format */

/** @type {readonly Format[]} */
const formats = ['appimage', 'deb', 'rpm', 'tar']
const releaseFolder = path.join(root, 'artifacts/release')
/** For putting trees together; removed at the end. */
const workFolder = path.join(root, 'out/package')

/**
 * @param {{ args?: readonly string[], retry?: boolean }} [options]
 * @returns {Promise<Record<string, string>>} absolute paths, by the names of fileNames
 */
export async function makePackages({ args = [], retry = false } = {}) {
  const wanted = /** @type {Format[]} */ (args.length === 0 ? [...formats] : args)
  const unknown = wanted.find((format) => !formats.includes(format))
  if (unknown !== undefined)
    throw new Stop(`there is no format ${unknown}: ${formats.join(', ')}, or npm alone`)
  const engine = await setUp({ packaging: true, retry })
  await build()
  say(engineLine(engine))
  const facts = theFacts(engine.engine)
  const addon = path.join(root, 'node_modules/node-pty/build/Release/pty.node')
  for (const newer of [checkGlibc(addon), checkGlibc(keeperBinary)])
    if (newer !== null) say(`warning: ${newer}`)
  return alone('package', async () => {
    const began = performance.now()
    fs.mkdirSync(releaseFolder, { recursive: true })
    // Packages with the other engine stay.
    for (const name of fs.readdirSync(releaseFolder))
      if (isOf(facts, name) && name !== fileNames(facts).runtime)
        fs.rmSync(path.join(releaseFolder, name), { recursive: true })
    fs.rmSync(workFolder, { recursive: true, force: true })
    try {
      if (engine.engine === 'shim') await shimPackages(facts, wanted)
      else
        await electronPackages(facts, {
          electron: engine.electron,
          formats: wanted,
          work: workFolder,
          release: releaseFolder,
        })
    } finally {
      fs.rmSync(workFolder, { recursive: true, force: true })
    }
    writeFeed(facts, releaseFolder)
    writeSums(facts, releaseFolder)
    const files = fs
      .readdirSync(releaseFolder)
      .filter((name) => isOf(facts, name))
      .sort()
    for (const file of files)
      say(`  ${file}  ${(fs.statSync(path.join(releaseFolder, file)).size / 1e6).toFixed(1)} MB`)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const need =
      engine.engine === 'shim'
        ? '; without Electron, so these need the Chromium of the system that they run on'
        : ''
    say(`packaged in ${seconds} s${need}`)
    return Object.fromEntries(
      Object.entries(fileNames(facts)).map(([kind, name]) => [
        kind,
        path.join(releaseFolder, name),
      ]),
    )
  })
}

/** @param {Facts} facts @param {readonly Format[]} wanted */
async function shimPackages(facts, wanted) {
  const names = fileNames(facts)
  const prefix = path.join(workFolder, 'usr')
  await fillPrefix(facts, prefix)
  writeLicences(facts, path.join(releaseFolder, names.licences))
  fs.copyFileSync(
    path.join(releaseFolder, names.licences),
    path.join(prefix, 'share/doc/vibeflow/THIRD-PARTY-LICENSES.txt'),
  )
  writeSbom(facts, path.join(releaseFolder, names.sbom))
  /** @type {Record<Format, (output: string) => Promise<void>>} */
  const steps = {
    appimage: (output) => appImage(facts, { prefix, work: workFolder, output }),
    deb: (output) => deb(facts, { prefix, work: workFolder, output }),
    rpm: (output) => rpm(facts, { prefix, work: workFolder, output }),
    tar: (output) => tarball(facts, { prefix, output }),
  }
  for (const format of wanted) {
    say(`making ${names[format]}`)
    await steps[format](path.join(releaseFolder, names[format]))
  }
  if (wanted.includes('appimage'))
    await runtimeSources(facts, path.join(releaseFolder, names.runtime))
}

/** @param {'shim' | 'electron'} engine @returns {Facts} */
export function theFacts(engine) {
  const arch = knownArch(process.arch)
  if (arch === undefined)
    throw new Stop(`packages are made for x64 and arm64, and this is ${process.arch}`)
  const { name, version } = readJson(path.join(root, 'package.json'))
  const commit =
    spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).stdout ?? ''
  const epoch = epochOf(
    process.env['SOURCE_DATE_EPOCH'],
    commit,
    fs.statSync(path.join(root, 'package-lock.json')).mtimeMs / 1000,
  )
  return { name, version, engine, arch, epoch }
}

if (startedDirectly(import.meta.url)) {
  await script(async () => {
    const { args, retry } = takeRetry(process.argv.slice(2))
    if (args.length === 1 && args[0] === 'npm') {
      process.stdout.write(`${await npmPackage(theFacts('shim'), releaseFolder)}\n`)
      return
    }
    await makePackages({ args, retry })
    process.stdout.write(`${releaseFolder}\n`)
  })
}
