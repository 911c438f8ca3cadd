/**
 * Finds the glibc that a compiled file requires. Systems with an older one refuse to load it:
 * compiled on Debian 12, forkpty requires 2.34.
 */
import fs from 'node:fs'

/** Oldest supported glibc; docs/get-started/install.md lists the systems. */
export const glibcNeeded = '2.34'

/**
 * Returns the newest glibc that a compiled file requires, from its symbol versions.
 * @param {string} file
 * @returns {string} such as `2.34`, or `2.0` without requirements
 */
export function newestGlibc(file) {
  const names = fs.readFileSync(file, 'latin1').matchAll(/\bGLIBC_2\.(\d+)/g)
  return `2.${Math.max(0, ...Array.from(names, ([, minor]) => Number(minor)))}`
}

/** Warns if a package requires more than promised. @param {string} file */
export function checkGlibc(file) {
  const newest = newestGlibc(file)
  return Number(newest.split('.')[1]) > Number(glibcNeeded.split('.')[1])
    ? `${file} needs glibc ${newest}, and packages promise ${glibcNeeded}: ` +
        'make releases on Debian 12'
    : null
}
