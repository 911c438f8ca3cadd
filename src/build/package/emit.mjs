/**
 * `vibeflow-emit` in packages: the shell version, which calls the Node version in one file. Found
 * through its link in bin/, or copied by --install-desktop.
 */
import fs from 'node:fs'
import path from 'node:path'
import { must, projectNode, root } from '../project.mjs'
import { copy, write } from './files.mjs'

const sources = path.join(root, 'src/protocol')

/** Below a package's share. */
export const emitFolder = 'vibeflow/emit'

/** @param {string} version @param {string} share */
export async function fillEmit(version, share) {
  const folder = path.join(share, emitFolder)
  copy(path.join(sources, 'bin/vibeflow-emit.sh'), path.join(folder, 'bin/vibeflow-emit.sh'), 0o755)
  copy(
    path.join(sources, 'bin/vibeflow-emit.mjs'),
    path.join(folder, 'bin/vibeflow-emit.mjs'),
    0o644,
  )
  write(
    path.join(folder, 'package.json'),
    `${JSON.stringify({ name: 'vibeflow-emit', version, type: 'module' })}\n`,
  )
  const bundle = path.join(folder, 'dist/bin/main.js')
  const words = [
    path.join(root, 'node_modules/rolldown/bin/cli.mjs'),
    path.join(sources, 'dist/bin/main.js'),
    '--platform',
    'node',
    '--format',
    'esm',
    '--file',
    bundle,
    '--log-level',
    'warn',
  ]
  const failed = 'vibeflow-emit cannot be put into one file; the reason stands above'
  await must(failed, projectNode().path, words, { quiet: true })
  fs.chmodSync(bundle, 0o644)
}

/**
 * Links the command and the package's Node for it, so that hooks need no system Node.
 * @param {string} prefix with bin, lib and share
 */
export function linkEmit(prefix) {
  fs.symlinkSync(
    `../share/${emitFolder}/bin/vibeflow-emit.sh`,
    path.join(prefix, 'bin/vibeflow-emit'),
  )
  fs.symlinkSync(
    '../../../../lib/vibeflow/node',
    path.join(prefix, 'share', emitFolder, 'bin/node'),
  )
}
