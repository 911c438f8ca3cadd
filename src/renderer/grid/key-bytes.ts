/** Converts xterm.js's key and mouse data to bytes for the pty. */

/** Encodes keys as UTF-8. A character beyond U+FFFF may arrive in two halves, one event each. */
export class KeyBytes {
  readonly #encoder = new TextEncoder()
  #half = ''

  encode(text: string): Uint8Array {
    const whole = this.#half + text
    this.#half = /[\ud800-\udbff]$/.test(whole) ? whole.slice(-1) : ''
    return this.#encoder.encode(this.#half === '' ? whole : whole.slice(0, -1))
  }
}

/** Returns whether the data is an SGR mouse report. No key sends one. */
export function isMouseReport(data: string): boolean {
  return data.startsWith('\x1b[<') && /^\x1b\[<\d+;-?\d+;-?\d+[Mm]$/.test(data)
}

/** Converts text whose units are bytes. */
export function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (unit) => unit.charCodeAt(0))
}
