/** Catches exceptions of an xterm.js terminal, which continues with the next frame. */
export class Failures {
  count = 0

  readonly note = (error: unknown): void => {
    if (this.count === 0) console.error('xterm.js has failed', error)
    this.count += 1
  }

  attempt(act: () => void): void {
    try {
      act()
    } catch (error) {
      this.note(error)
    }
  }
}
