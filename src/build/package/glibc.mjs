/**
 * Which versions of libraries a compiled file asks the system for. A system with an older glibc
 * refuses to load it: forkpty is of 2.34 where it was compiled on Debian 12.
 */
import fs from 'node:fs'
import { Stop } from '../project.mjs'

/** The oldest glibc that packages support; docs/building.md names the systems. */
export const glibcNeeded = '2.34'

/** ELF's section of "versions needed" (System V ABI, Linux Standard Base "Symbol Versioning"). */
const versionsNeeded = 0x6ffffffe

/**
 * The symbol versions that a 64-bit little-endian ELF file needs, such as `GLIBC_2.34`.
 * @param {string} file
 * @returns {string[]} none twice, in no order; an error where the file is no such ELF
 */
export function neededVersions(file) {
  const bytes = fs.readFileSync(file)
  if (bytes.readUInt32BE(0) !== 0x7f454c46 || bytes[4] !== 2 || bytes[5] !== 1)
    throw new Stop(`${file} is no 64-bit little-endian ELF file`)
  const number = (/** @type {number} */ at) => Number(bytes.readBigUInt64LE(at))
  const [sections, size, count] = [number(40), bytes.readUInt16LE(58), bytes.readUInt16LE(60)]
  const section = (/** @type {number} */ index) => sections + index * size
  const found = new Set()
  for (let index = 0; index < count; index++) {
    const at = section(index)
    if (bytes.readUInt32LE(at + 4) !== versionsNeeded) continue
    const names = number(section(bytes.readUInt32LE(at + 40)) + 24)
    let library = number(at + 24)
    for (let libraries = bytes.readUInt32LE(at + 44); libraries > 0; libraries--) {
      let version = library + bytes.readUInt32LE(library + 8)
      for (let versions = bytes.readUInt16LE(library + 2); versions > 0; versions--) {
        const name = names + bytes.readUInt32LE(version + 8)
        found.add(bytes.toString('latin1', name, bytes.indexOf(0, name)))
        version += bytes.readUInt32LE(version + 12)
      }
      library += bytes.readUInt32LE(library + 12)
    }
  }
  return [...found]
}

/**
 * The newest glibc among them.
 * @param {readonly string[]} versions
 * @returns {string} such as `2.34`; `0` where none is of glibc
 */
export function newestGlibc(versions) {
  const minor = (/** @type {string} */ version) => Number(version.split('.')[1] ?? 0)
  return versions
    .filter((version) => version.startsWith('GLIBC_2.'))
    .map((version) => version.slice('GLIBC_'.length))
    .reduce((newest, one) => (minor(one) > minor(newest) ? one : newest), '0')
}

/** Says what a package made here demands beyond what is promised. @param {string} file */
export function checkGlibc(file) {
  const newest = newestGlibc(neededVersions(file))
  return Number(newest.split('.')[1]) > Number(glibcNeeded.split('.')[1])
    ? `${file} needs glibc ${newest}, and packages promise ${glibcNeeded}: ` +
        'make releases on Debian 12'
    : null
}
