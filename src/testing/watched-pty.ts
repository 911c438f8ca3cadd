/**
 * A pty that says when flow control holds its program back and lets it go on: a program that is
 * held back is silent, and not at rest.
 */
import type { Pty } from '../core/session/ports.ts'

export function watchedPty(pty: Pty, held: (isHeld: boolean) => void): Pty {
  return {
    pid: pty.pid,
    reader: () => pty.reader(),
    lives: (group) => pty.lives(group),
    write: (bytes) => pty.write(bytes),
    writeIfRead: (bytes, leader, program) => pty.writeIfRead(bytes, leader, program),
    resize: (size) => pty.resize(size),
    setCell: (cell) => pty.setCell(cell),
    signal: (signal) => pty.signal(signal),
    pause: () => {
      held(true)
      pty.pause()
    },
    resume: () => {
      held(false)
      pty.resume()
    },
    close: () => pty.close(),
  }
}
