/**
 * `node src/build/package/release.mjs TAG FOLDER`: last step of a release, with the packages of all
 * processors in one folder. Checks tag, version and packages, writes SHA256SUMS, and prints the
 * section of CHANGELOG.md. `--check TAG` needs no packages.
 */
import fs from 'node:fs'
import path from 'node:path'
import { readJson, root, script, startedDirectly, Stop } from '../project.mjs'
import { fileNames } from './facts.mjs'
import { sumsOf } from './sbom.mjs'

/**
 * Returns the section of a version in a changelog (keepachangelog.com 1.1.0), without heading and
 * list of links.
 * @param {string} text
 * @param {string} version
 */
export function sectionOf(text, version) {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => /^## \[?([^\]\s]+)/.exec(line)?.[1] === version)
  if (start === -1)
    throw new Stop(`CHANGELOG.md has no section of ${version}: "## [${version}] - DATE"`)
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => /^## |^\[[^\]]+\]: /.test(line))
  const section = rest
    .slice(0, end === -1 ? undefined : end)
    .join('\n')
    .trim()
  if (section === '') throw new Stop(`the section of ${version} in CHANGELOG.md is empty`)
  return section
}

/**
 * Returns the missing files of the Electron packages for both processors.
 * @param {string} name
 * @param {string} version
 * @param {readonly string[]} there
 */
export function missingFiles(name, version, there) {
  const wanted = /** @type {const} */ (['x64', 'arm64']).flatMap((arch) =>
    Object.values(fileNames({ name, version, engine: 'electron', arch, epoch: 0 })),
  )
  return [...new Set(wanted)].filter((file) => file !== 'SHA256SUMS' && !there.includes(file))
}

/** @param {readonly string[]} words */
function release(words) {
  const onlyCheck = words[0] === '--check'
  const [tag = '', folder = ''] = onlyCheck ? words.slice(1) : words
  const { name, version } = readJson(path.join(root, 'package.json'))
  if (tag !== `v${version}`) throw new Stop(`the tag is ${tag}, and package.json says ${version}`)
  const text = sectionOf(fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version)
  if (!onlyCheck) {
    const files = fs
      .readdirSync(folder)
      .filter((file) => file !== 'SHA256SUMS')
      .sort()
    const missing = missingFiles(name, version, files)
    if (missing.length > 0) throw new Stop(`the release lacks ${missing.join(', ')}`)
    fs.writeFileSync(path.join(folder, 'SHA256SUMS'), sumsOf(folder, files))
  }
  process.stdout.write(`${text}\n`)
}

if (startedDirectly(import.meta.url))
  await script(async () => {
    release(process.argv.slice(2))
  })
