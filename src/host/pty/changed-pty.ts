import type { Pty } from '../../core/session/ports.ts'

/** Returns a pty with some methods replaced. The others call the original. */
export function changedPty(pty: Pty, changes: Partial<Pty>): Pty {
  return {
    pid: pty.pid,
    reader: () => pty.reader(),
    lives: (group) => pty.lives(group),
    write: (bytes) => pty.write(bytes),
    writeIfRead: (bytes, leader, program) => pty.writeIfRead(bytes, leader, program),
    resize: (size) => pty.resize(size),
    setCell: (cell) => pty.setCell(cell),
    signal: (signal) => pty.signal(signal),
    pause: () => pty.pause(),
    resume: () => pty.resume(),
    close: () => pty.close(),
    checkpoint: (...checkpoint) => pty.checkpoint?.(...checkpoint),
    noteState: (state, since) => pty.noteState?.(state, since),
    redraw: () => pty.redraw?.(),
    ...changes,
  }
}
