/**
 * `vibeflow/testing` as an npm package: `out/testing` and the shell integration for this processor.
 * Without dependencies, so that its installation downloads and compiles nothing.
 */
import fs from 'node:fs'
import path from 'node:path'
import { build, testingBuild } from '../build.mjs'
import { findProgram, must, outsideEnvironment, readJson, root, say, Stop } from '../project.mjs'
import { setUpWithoutEngine } from '../setup/setup.mjs'
import { checkGlibc } from './glibc.mjs'
import { licences } from './protocol.mjs'
import { npmParts, packagesIn, writeLicences } from './sbom.mjs'

/** @typedef {import('./facts.mjs').Facts} Facts */

/**
 * @param {Facts} facts
 * @param {string} folder destination, created if missing
 * @returns {Promise<string>} the absolute path
 */
export async function npmPackage(facts, folder) {
  await setUpWithoutEngine()
  await build()
  const newer = checkGlibc(path.join(testingBuild, 'pty.node'))
  if (newer !== null) say(`warning: ${newer}`)
  const tree = fs.mkdtempSync(path.join(root, 'out/npm-'))
  try {
    fs.cpSync(testingBuild, path.join(tree, 'out/testing'), {
      recursive: true,
      filter: (file) => !file.endsWith('.map'),
    })
    fs.cpSync(
      path.join(root, 'out/integrations/shell'),
      path.join(tree, 'out/integrations/shell'),
      { recursive: true },
    )
    const pages = ['docs/guides/test-terminal-programs.md', 'docs/reference/testing.md']
    const texts = pages.map((page) => fs.readFileSync(path.join(root, page), 'utf8'))
    fs.writeFileSync(path.join(tree, 'README.md'), texts.join('\n'))
    for (const name of licences) fs.copyFileSync(path.join(root, name), path.join(tree, name))
    writeLicences(
      facts,
      path.join(tree, 'THIRD-PARTY-LICENSES.txt'),
      npmParts(['node-pty', ...packagesIn(testingBuild)]),
    )
    fs.writeFileSync(path.join(tree, 'package.json'), `${manifest(facts)}\n`)
    return await packed(facts, tree, folder)
  } finally {
    fs.rmSync(tree, { recursive: true, force: true })
  }
}

/** @param {Facts} facts */
function manifest({ name, version, arch }) {
  const { license, engines, os, exports } = readJson(path.join(root, 'package.json'))
  return JSON.stringify(
    {
      name,
      version,
      description:
        'Test terminal programs: start a program, wait for text, press keys, compare the screen.',
      license,
      type: 'module',
      exports: { './testing': exports['./testing'], './package.json': './package.json' },
      engines,
      os,
      cpu: [arch],
      libc: ['glibc'],
    },
    null,
    2,
  )
}

/** @param {Facts} facts @param {string} tree @param {string} folder */
async function packed({ name, version }, tree, folder) {
  const npm = findProgram('npm', outsideEnvironment()['PATH'])
  if (npm === undefined) throw new Stop('npm is missing: install it with Node')
  fs.mkdirSync(folder, { recursive: true })
  const words = ['pack', tree, '--ignore-scripts', '--pack-destination', folder]
  await must('npm does not pack vibeflow/testing; its words stand above', npm, words, {
    cwd: tree,
    env: outsideEnvironment(),
    quiet: true,
  })
  return path.join(folder, `${name}-${version}.tgz`)
}
