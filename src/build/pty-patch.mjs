/**
 * Two lines that node-pty 1.1 lacks, put into its source before it is compiled: without them each program in a tab inherits the
 * terminals of all tabs opened before it (and may read and type there), and a closed tab is not hung up while another lives.
 * docs/decisions/pty-adapter.md says more. A source that does not look as expected stops the set-up.
 */
import fs from 'node:fs'
import path from 'node:path'
import { root, Stop } from './project.mjs'

const source = path.join(root, 'node_modules/node-pty/src/unix/pty.cc')
const mark = 'vibeflow: descriptors'

/** @type {readonly [string, string][]} what stands there, and what is put in front of it */
const insertions = [
  ['#include <pty.h>\n', `#include <sys/syscall.h> /* ${mark} */\n`],
  ['    // remove all signal handler from child\n', `    // ${mark}: the program gets its terminal and no other file of ours
#ifdef SYS_close_range
    if (syscall(SYS_close_range, 3u, ~0u, 0u) != 0)
#endif
    for (int fd = 3, end = static_cast<int>(sysconf(_SC_OPEN_MAX)); fd < end; fd++) close(fd);
`],
  ['      if (pty_nonblock(master) == -1) {\n', `      fcntl(master, F_SETFD, FD_CLOEXEC); // ${mark}: for whatever else the process starts\n`],
]

/** Is the source as we want it? */
export function ptyPatched() {
  return fs.existsSync(source) && fs.readFileSync(source, 'utf8').includes(mark)
}

/** Puts our lines in, once. */
export function patchPty() {
  if (ptyPatched()) return
  fs.writeFileSync(source, patched(fs.readFileSync(source, 'utf8')))
}

/** @param {string} text node-pty's source @returns {string} */
export function patched(text) {
  for (const [anchor, added] of insertions) {
    if (text.split(anchor).length !== 2) throw new Stop(`node-pty's source is not the one that src/build/pty-patch.mjs knows: "${anchor.trim()}" does not stand there exactly once`)
    text = text.replace(anchor, () => added + anchor)
  }
  return text
}
