/** Writes files of a package with their folders, and with modes independent of the umask. */
import fs from 'node:fs'
import path from 'node:path'

/** @param {string} from @param {string} to @param {number} mode */
export function copy(from, to, mode) {
  fs.mkdirSync(path.dirname(to), { recursive: true })
  fs.copyFileSync(from, to)
  fs.chmodSync(to, mode)
}

/** @param {string} file @param {string | Buffer} content */
export function write(file, content) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, content)
  fs.chmodSync(file, 0o644)
}
