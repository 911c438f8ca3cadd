/**
 * Which glibc a compiled file asks the system for. A system with an older glibc
 * refuses to load it: forkpty is of 2.34 where it was compiled on Debian 12.
 */
import fs from 'node:fs'

/** The oldest glibc that packages support; docs/building.md names the systems. */
export const glibcNeeded = '2.34'

/**
 * The newest glibc that a compiled file asks for, by the names of symbol versions in it.
 * @param {string} file
 * @returns {string} such as `2.34`; `2.0` where it asks for none
 */
export function newestGlibc(file) {
  const names = fs.readFileSync(file, 'latin1').matchAll(/\bGLIBC_2\.(\d+)/g)
  return `2.${Math.max(0, ...Array.from(names, ([, minor]) => Number(minor)))}`
}

/** Says what a package made here demands beyond what is promised. @param {string} file */
export function checkGlibc(file) {
  const newest = newestGlibc(file)
  return Number(newest.split('.')[1]) > Number(glibcNeeded.split('.')[1])
    ? `${file} needs glibc ${newest}, and packages promise ${glibcNeeded}: ` +
        'make releases on Debian 12'
    : null
}
