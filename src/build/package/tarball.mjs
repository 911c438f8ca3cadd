/** Reproducible archives: the same bytes for the same tree. */
import fs from 'node:fs'
import { findProgram, must } from '../project.mjs'
import { packageName } from './facts.mjs'
import { pack, settle } from './tree.mjs'

/** @param {import('./facts.mjs').Facts} facts @param {{ prefix: string, output: string }} places */
export async function tarball(facts, { prefix, output }) {
  settle(prefix, facts.epoch)
  await archive(prefix, output, `${packageName(facts)}-${facts.version}`, facts.epoch)
}

/**
 * @param {string} folder
 * @param {string} output
 * @param {string} name of the folder in the archive
 * @param {number} epoch
 */
export async function archive(folder, output, name, epoch) {
  const temporary = `${output}.new`
  const args = [
    '--sort=name',
    '--format=gnu',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rw,go+r-w,a+X',
    `--mtime=@${epoch}`,
    `--transform=s,^\\.,${name},S`,
    '-cf',
    temporary,
    '-C',
    folder,
    '.',
  ]
  const failed = `${name} cannot be archived; the reason stands above`
  await must(failed, findProgram('tar') ?? 'tar', args, { quiet: true })
  fs.writeFileSync(output, pack(fs.readFileSync(temporary)))
  fs.rmSync(temporary)
}
