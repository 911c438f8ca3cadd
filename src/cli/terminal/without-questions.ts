/**
 * Output of a session on its way to another terminal, without what that terminal would answer: the session's own terminal answers, and
 * a second answer would be typed into the program. Everything else passes as it is, cut anywhere. A replay of old output also loses what was
 * meant for its moment: bells, notifications, writes to the clipboard.
 */

const ESC = 0x1b
const BEL = 0x07
const ENQ = 0x05

/** A sequence that is longer is no question: it passes as it comes. */
const sequenceBytesMax = 131_072

export class WithoutQuestions {
  readonly #replayed: boolean
  #state: 'ground' | 'escape' | 'control' | 'string' | 'stringEscape' = 'ground'
  #kept: number[] = []

  constructor({ replayed = false }: { readonly replayed?: boolean } = {}) {
    this.#replayed = replayed
  }

  /** What of these bytes, and of a sequence kept from before, passes. */
  feed(bytes: Uint8Array): Uint8Array {
    if (this.#state === 'ground' && !bytes.includes(ESC) && !bytes.includes(ENQ) && !(this.#replayed && bytes.includes(BEL))) return bytes
    const passed: number[] = []
    for (const byte of bytes) this.#byte(byte, passed)
    return Uint8Array.from(passed)
  }

  #byte(byte: number, passed: number[]): void {
    if (this.#state === 'ground') {
      if (byte === ESC) { this.#kept = [byte]; this.#state = 'escape' }
      else if (byte !== ENQ && !(byte === BEL && this.#replayed)) passed.push(byte)
      return
    }
    if ((byte === 0x18 || byte === 0x1a) || this.#kept.length >= sequenceBytesMax) { this.#pass(passed, byte); return } // cut short: no question
    if (byte === ESC && this.#state !== 'string') { // a sequence that was broken off
      if (this.#state === 'stringEscape') this.#kept.pop()
      this.#pass(passed)
      this.#kept = [ESC]
      this.#state = 'escape'
      return
    }
    this.#kept.push(byte)
    switch (this.#state) {
      case 'escape':
        if (byte === 0x5b) this.#state = 'control'
        else if (byte === 0x5d || byte === 0x50 || byte === 0x58 || byte === 0x5e || byte === 0x5f) this.#state = 'string'
        else if (byte >= 0x30) this.#end(passed, byte === 0x5a) // ESC Z: DECID
        return
      case 'control':
        if (byte >= 0x40 && byte <= 0x7e) this.#end(passed, isControlQuestion(latin1(this.#kept)))
        return
      case 'string':
        if (byte === ESC) this.#state = 'stringEscape'
        else if (byte === BEL && this.#kept[1] === 0x5d) this.#end(passed, this.#drops(latin1(this.#kept)))
        return
      case 'stringEscape':
        if (byte === 0x5c) this.#end(passed, this.#drops(latin1(this.#kept)))
        else this.#pass(passed)
        return
    }
  }

  #end(passed: number[], dropped: boolean): void {
    if (dropped) { this.#kept = []; this.#state = 'ground' }
    else this.#pass(passed)
  }

  #pass(passed: number[], also?: number): void {
    for (const byte of this.#kept) passed.push(byte)
    if (also !== undefined) passed.push(also)
    this.#kept = []
    this.#state = 'ground'
  }

  #drops(text: string): boolean {
    return isStringQuestion(text) || (this.#replayed && /^\x1b\](?:9;(?!4;)|52;|99;|777;)/.test(text))
  }
}

/** DA1 to 3, DSR and CPR, DECRQM, XTVERSION, kitty's flags, window reports, DECREQTPARM, checksums. */
function isControlQuestion(text: string): boolean {
  return /^\x1b\[(?:[>=]?[0-9;]*c|\??[0-9;]*n|\??[0-9;]*\$p|>[0-9;]*q|\?u|(?:1[1345689]|2[01])(?:;[0-9;]*)?t|[0-9;]*x|[0-9;]*\*y|\?[0-9;]*S|[0-9;]*\$w)$/.test(text)
}

/** Colours, clipboard, our own protocols' queries; DECRQSS and XTGETTCAP. kitty's graphics answer too. */
function isStringQuestion(text: string): boolean {
  return /^\x1b\](?:(?:4|5|1[0-9]|21|22|52|60|61|7501|88|1337)(?:;[^]*)?[;=]\?|99;[^;]*p=\?)/.test(text) || /^\x1bP(?:\$q|\+q)/.test(text) || /^\x1b_G/.test(text)
}

function latin1(bytes: readonly number[]): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += 8_192) text += String.fromCharCode(...bytes.slice(from, from + 8_192))
  return text
}
