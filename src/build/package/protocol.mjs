/**
 * Adds files from elsewhere to the protocol package: the test vectors (test/data) and licenses. Run
 * by the build and by its `prepack`.
 */
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { readJson, root, startedDirectly } from '../project.mjs'

export const protocolVectors = 'test/data/protocol-vectors.json'
export const licences = ['LICENSE-MIT', 'LICENSE-APACHE']

/** @param {string} folder of the built package */
export async function fillProtocol(folder) {
  const built = pathToFileURL(path.join(folder, 'dist/conformance/vectors.js'))
  const { shippedGroups } = await import(built.href)
  const groups = Object.entries(readJson(path.join(root, protocolVectors)))
  const shipped = Object.fromEntries(groups.filter(([group]) => shippedGroups.includes(group)))
  fs.writeFileSync(path.join(folder, 'vectors.json'), `${JSON.stringify(shipped)}\n`)
  for (const name of licences) fs.copyFileSync(path.join(root, name), path.join(folder, name))
}

if (startedDirectly(import.meta.url)) await fillProtocol(path.join(root, 'src/protocol'))
