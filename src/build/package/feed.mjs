/**
 * Address and content of the newest release for `vibeflow update`. The address is `publish` in
 * electron-builder.yml; `releases.json` stores it in a package, and `latest-linux.yml` is next to
 * the packages. electron-builder's own feed contains the time of day, and packages with the shim
 * have none.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { root } from '../project.mjs'
import { fileNames } from './facts.mjs'

/** @typedef {import('./facts.mjs').Facts} Facts */

/**
 * Returns `owner/repository` on GitHub, or undefined while electron-builder.yml has `publish:
 * null`.
 * @param {string} [configuration] the text of electron-builder.yml
 */
export function repositoryOf(
  configuration = fs.readFileSync(path.join(root, 'electron-builder.yml'), 'utf8'),
) {
  const [, block = ''] = /^publish:\n((?: {2}\S.*\n)+)/m.exec(configuration) ?? []
  const value = (/** @type {string} */ key) =>
    new RegExp(`^  ${key}: ([\\w.-]+)$`, 'm').exec(block)?.[1]
  const [owner, repository] = [value('owner'), value('repo')]
  if (value('provider') !== 'github' || owner === undefined || repository === undefined)
    return undefined
  return `${owner}/${repository}`
}

/**
 * Returns GitHub's address of a file of the newest release.
 * @param {string} repository `owner/repository`
 * @param {string} file
 */
function latestAddress(repository, file) {
  return `https://github.com/${repository}/releases/latest/download/${file}`
}

/**
 * Writes the feed's address into a package. Without one, nothing is written, and the verb reports
 * that.
 * @param {Facts} facts
 * @param {string} share
 * @param {string} [repository]
 */
export function writeFeedAddress(facts, share, repository = repositoryOf()) {
  if (repository === undefined) return
  const file = path.join(share, 'vibeflow/releases.json')
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const feed = latestAddress(repository, fileNames(facts).feed)
  fs.writeFileSync(file, `${JSON.stringify({ feed })}\n`)
}

/**
 * Writes the packages of a release folder in electron-builder's format, the AppImage first.
 * @param {Facts} facts
 * @param {string} folder
 */
export function writeFeed(facts, folder) {
  const names = fileNames(facts)
  const files = [names.appimage, names.deb, names.rpm, names.tar]
    .filter((name) => fs.existsSync(path.join(folder, name)))
    .map((name) => {
      const content = fs.readFileSync(path.join(folder, name))
      const sha512 = createHash('sha512').update(content).digest('base64')
      return { name, sha512, size: content.length }
    })
  const [first] = files
  if (first === undefined) return
  const items = files.map(
    ({ name, sha512, size }) => `  - url: ${name}\n    sha512: ${sha512}\n    size: ${size}\n`,
  )
  fs.writeFileSync(
    path.join(folder, names.feed),
    `version: ${facts.version}\nfiles:\n${items.join('')}path: ${first.name}\n` +
      `sha512: ${first.sha512}\nreleaseDate: '${new Date(facts.epoch * 1000).toISOString()}'\n`,
  )
}
