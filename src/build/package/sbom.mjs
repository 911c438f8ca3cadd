/**
 * The SBOM of a release (CycloneDX): components by others, their licenses, and checksums of all
 * files. The components are read from the build's source maps and font files, so that none can be
 * forgotten.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { nodePackage, projectNode, readJson, root, Stop } from '../project.mjs'
import { fileNames, isOf } from './facts.mjs'

/** @typedef {import('./facts.mjs').Facts} Facts */
/**
 * @typedef {{ name: string, version: string, licence: string, purl: string, hash?: string, text:
 * string }} Part hash: hexadecimal SHA-512 of npm's archive
 */

const modules = path.join(root, 'node_modules')

/** Font files by package. */
const fontPackages = {
  'jetbrains-mono': /^JetBrainsMono-/,
  '@azurity/pure-nerd-font': /^PureNerdFont/,
}

/** Its themes are in a file of the app (bundle/themes.mjs). */
export const themesPackage = '@electerm/electerm-themes'

/** The shim is bundled without source maps; it may import these packages (test/tidy/imports.ts). */
const shimPackages = ['dbus-native', 'ws', 'x11']

/** Linked into the AppImage runtime: Debian's package, and its SPDX license. */
const libraries = {
  'libsquashfuse-dev': 'BSD-2-Clause',
  'libfuse3-dev': 'LGPL-2.1-only',
  'zlib1g-dev': 'Zlib',
  'libzstd-dev': 'BSD-3-Clause',
  'liblzma-dev': '0BSD',
  'liblz4-dev': 'BSD-2-Clause',
  'libc6-dev': 'LGPL-2.1-or-later',
}

/** @param {Facts} facts @returns {Part[]} by name */
function partsOf({ engine }) {
  const out = path.join(root, 'out')
  const names = new Set(['node-pty', themesPackage, ...(engine === 'shim' ? shimPackages : [])])
  for (const part of ['main', 'preload', 'renderer']) {
    for (const name of packagesIn(path.join(out, part))) names.add(name)
    for (const file of filesOf(path.join(out, part))) {
      if (/\.(woff2?|ttf|otf)$/.test(file)) names.add(fontPackage(path.basename(file)))
    }
  }
  return [
    ...npmParts([...names]),
    ...(engine === 'shim'
      ? [
          nodePart(),
          ...Object.entries(libraries).map(([name, licence]) => debianPart(name, licence)),
        ]
      : []),
  ].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
}

/** Returns the packages bundled into a folder, from its source maps. @param {string} folder */
export function packagesIn(folder) {
  return filesOf(folder)
    .filter((file) => file.endsWith('.map'))
    .flatMap((file) => packagesOf(readJson(path.join(folder, file))?.sources ?? []))
}

/** @param {string} folder */
function filesOf(folder) {
  return fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
}

/** @param {readonly string[]} names @returns {Part[]} */
export function npmParts(names) {
  const lock = readJson(path.join(root, 'package-lock.json'))
  return [...new Set(names)].map((name) =>
    npmPart(name, lock.packages[`node_modules/${name}`]?.integrity),
  )
}

/**
 * Returns the packages in a source map's files, by their paths below node_modules. A package may
 * have another version of a package in a node_modules folder of its own.
 * @param {readonly (string | null)[]} sources
 */
export function packagesOf(sources) {
  return [...new Set(sources.flatMap((source) => inModules.exec(source ?? '')?.[1] ?? []))]
}

const inModules = /node_modules\/((?:@[^/]+\/)?[^/]+(?:\/node_modules\/(?:@[^/]+\/)?[^/]+)*)/

/** @param {string} file */
function fontPackage(file) {
  const [name] = Object.entries(fontPackages).find(([, pattern]) => pattern.test(file)) ?? []
  if (name === undefined)
    throw new Stop(`${file}: no package is named for this font in src/build/package/sbom.mjs`)
  return name
}

/** @param {string} place @param {string | undefined} integrity @returns {Part} */
function npmPart(place, integrity) {
  const name = place.replace(/^.*node_modules\//, '')
  const folder = path.join(modules, place)
  const { version, license } = readJson(path.join(folder, 'package.json')) ?? {}
  if (version === undefined)
    throw new Stop(`${place} is in the build and not in node_modules: run npm ci`)
  const texts = fs
    .readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => fs.readFileSync(path.join(folder, file), 'utf8'))
  if (name in fontPackages) texts.unshift(fontLicence(name))
  if (name === themesPackage) texts.unshift(collectionLicence())
  if (texts.length === 0) throw new Stop(`${name} brings no licence text`)
  const licence = name === 'jetbrains-mono' ? 'OFL-1.1' : String(license)
  const [, base64] = /^sha512-(.+)$/.exec(integrity ?? '') ?? []
  return {
    name,
    version,
    licence,
    purl: `pkg:npm/${name.replace(/^@/, '%40')}@${version}`,
    text: texts.join('\n\n'),
    ...(base64 === undefined ? {} : { hash: Buffer.from(base64, 'base64').toString('hex') }),
  }
}

/**
 * Returns the font's own license, which its package does not contain.
 * @param {string} name a package of `fontPackages`
 */
export function fontLicence(name) {
  if (name === 'jetbrains-mono') {
    const [, section] =
      /^## SIL Open Font License.*\n\n([^]*?)(?=^## |$(?![^]))/m.exec(
        fs.readFileSync(path.join(root, 'docs/contributing/internals/fonts.md'), 'utf8'),
      ) ?? []
    if (section === undefined)
      throw new Stop(
        'docs/contributing/internals/fonts.md has no SIL Open Font License (JetBrains Mono)',
      )
    return section.replace(/^ {1,4}/gm, '').trim()
  }
  return (
    `${mitOf('2014 Ryan L McIntyre')}\n\nThis is of Nerd Fonts and of the package. The ` +
    'sets of symbols in it keep the free licences of their authors, which Nerd Fonts lists ' +
    'in its file license-audit.md.'
  )
}

/** Returns the license of the collection from which the package's themes come. */
function collectionLicence() {
  return (
    `${mitOf('2011 to Present Mark Badolato')}\n\nThis is of iTerm2-Color-Schemes, from ` +
    'which the themes of the package come. Each theme keeps the copyright and the license ' +
    'of its author, who is named in the file CREDITS.md of that project.'
  )
}

/** @param {string} holder year and name */
function mitOf(holder) {
  return fs
    .readFileSync(path.join(root, 'LICENSE-MIT'), 'utf8')
    .trim()
    .replace(/^Copyright.*$/m, `Copyright (c) ${holder}`)
}

/** @returns {Part} */
function nodePart() {
  const { path: file, version } = projectNode()
  const text = [
    path.join(nodePackage, 'LICENSE'),
    path.resolve(fs.realpathSync(file), '../../LICENSE'),
    '/usr/share/doc/nodejs/copyright',
  ].find((candidate) => fs.existsSync(candidate))
  if (text === undefined) throw new Stop(`Node's licence is not found beside ${file}`)
  return {
    name: 'node',
    version,
    licence: 'MIT',
    purl: `pkg:generic/node@${version}`,
    text: fs.readFileSync(text, 'utf8'),
  }
}

/** @param {string} name @param {string} licence @returns {Part} */
function debianPart(name, licence) {
  const version =
    spawnSync('dpkg-query', ['-W', '-f', '${Version}', name], {
      encoding: 'utf8',
    }).stdout?.trim() || 'unknown'
  const file = `/usr/share/doc/${name}/copyright`
  if (!fs.existsSync(file)) throw new Stop(`the licence of ${name} is not found: ${file}`)
  return {
    name,
    version,
    licence,
    purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}`,
    text: fs.readFileSync(file, 'utf8'),
  }
}

/**
 * Returns CycloneDX 1.6, identical for identical parts.
 * @param {Facts} facts
 * @param {readonly Part[]} parts
 */
export function sbom({ name, version, engine, epoch }, parts) {
  const components = parts.map(({ name, version, licence, purl, hash }) => ({
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: [{ expression: licence }],
    ...(hash === undefined ? {} : { hashes: [{ alg: 'SHA-512', content: hash }] }),
  }))
  const digest = createHash('sha256')
    .update(JSON.stringify([name, version, engine, epoch, components]))
    .digest('hex')
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    // A UUID of version 8, from the content.
    serialNumber:
      `urn:uuid:${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-a` +
      `${digest.slice(17, 20)}-${digest.slice(20, 32)}`,
    metadata: {
      timestamp: new Date(epoch * 1000).toISOString().replace('.000', ''),
      component: {
        type: 'application',
        'bom-ref': `${name}@${version}`,
        name,
        version,
        licenses: [{ expression: 'MIT OR Apache-2.0' }],
        properties: [{ name: 'vibeflow:engine', value: engine }],
      },
    },
    components,
    dependencies: [
      { ref: `${name}@${version}`, dependsOn: components.map((component) => component['bom-ref']) },
    ],
  }
}

/** @param {Facts} facts @param {string} file */
export function writeSbom(facts, file) {
  fs.writeFileSync(file, `${JSON.stringify(sbom(facts, partsOf(facts)), null, 2)}\n`)
}

/**
 * Writes each license text once, with all of its parts.
 * @param {Facts} facts
 * @param {string} file
 * @param {readonly Part[]} parts
 */
export function writeLicences(facts, file, parts = partsOf(facts)) {
  /** @type {Map<string, string[]>} */
  const byText = new Map()
  for (const { name, version, licence, text } of parts)
    byText.set(text.trim(), [...(byText.get(text.trim()) ?? []), `${name} ${version} (${licence})`])
  const rule = '='.repeat(100)
  const sections = [...byText].map(
    ([text, names]) => `${rule}\n${names.join('\n')}\n${rule}\n\n${text}\n`,
  )
  const electron =
    facts.engine === 'electron'
      ? '\nElectron and Chromium: LICENSE.electron.txt and LICENSES.chromium.html lie beside ' +
        'the program.\n'
      : ''
  fs.writeFileSync(
    file,
    `Parts of other projects in ${facts.name} ${facts.version}, with their licences.` +
      `${electron}\n\n${sections.join('\n\n')}`,
  )
}

/** Writes the checksums of this engine's files. @param {Facts} facts @param {string} folder */
export function writeSums(facts, folder) {
  const { sums } = fileNames(facts)
  const files = fs
    .readdirSync(folder)
    .filter(
      (name) => name !== sums && isOf(facts, name) && fs.statSync(path.join(folder, name)).isFile(),
    )
    .sort()
  fs.writeFileSync(path.join(folder, sums), sumsOf(folder, files))
}

/** Returns lines for `sha256sum -c`. @param {string} folder @param {readonly string[]} files */
export function sumsOf(folder, files) {
  const lines = files.map((file) => {
    const content = fs.readFileSync(path.join(folder, file))
    return `${createHash('sha256').update(content).digest('hex')}  ${file}\n`
  })
  return lines.join('')
}
