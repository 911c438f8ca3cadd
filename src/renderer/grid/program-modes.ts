/** Modes set by the program that determine the bytes of keys and mouse. */
import { otherKeysLevel, type ModifyOtherKeys } from '../../base/sequences/modes.ts'
import type { Terminal } from '@xterm/xterm'

const alternateScrollMode = 1007
const backspaceMode = 67
const arrowsMode = 1243

export class ProgramModes {
  readonly #terminal: Terminal
  readonly #kittyProtocol: () => boolean
  #keyboardFlags = 0
  #modifyOtherKeys: ModifyOtherKeys = 0
  #wheelSendsKeys = true
  #backspaceSendsBs = false
  #swapsArrows = true

  /** @param kittyProtocol returns `keyboard.kitty_protocol` */
  constructor(terminal: Terminal, kittyProtocol: () => boolean) {
    this.#terminal = terminal
    this.#kittyProtocol = kittyProtocol
    // from the core's state (terminal/frames/state.ts)
    terminal.parser.registerCsiHandler({ prefix: '=', final: 'u' }, ([flags]) => {
      this.#keyboardFlags = Number(flags)
      return true
    })
    terminal.parser.registerCsiHandler({ prefix: '>', final: 'm' }, ([resource, value]) => {
      if (resource === 4) this.#modifyOtherKeys = otherKeysLevel(Number(value))
      return true
    })
    for (const final of ['h', 'l'] as const)
      terminal.parser.registerCsiHandler({ prefix: '?', final }, ([mode]) => {
        if (mode === alternateScrollMode) this.#wheelSendsKeys = final === 'h'
        else if (mode === backspaceMode) this.#backspaceSendsBs = final === 'h'
        else if (mode === arrowsMode) this.#swapsArrows = final === 'h'
        else return false
        return true
      })
  }

  /** Whether the wheel sends arrow keys on the alternate screen (mode 1007). */
  get wheelSendsKeys(): boolean {
    return this.#wheelSendsKeys
  }

  /** Flags of the kitty keyboard protocol, 0 for the legacy forms. */
  get keyboardFlags(): number {
    return this.#kittyProtocol() ? this.#keyboardFlags : 0
  }

  get modifyOtherKeys(): ModifyOtherKeys {
    return this.#modifyOtherKeys
  }

  /** The program has set DECCKM. */
  get applicationCursor(): boolean {
    return this.#terminal.modes.applicationCursorKeysMode
  }

  /** The program has set DECNKM. */
  get applicationKeypad(): boolean {
    return this.#terminal.modes.applicationKeypadMode
  }

  /** Whether the program has set DECBKM. */
  get backspaceSendsBs(): boolean {
    return this.#backspaceSendsBs
  }

  /** Whether arrows are exchanged in a paragraph that starts at the right (mode 1243). */
  get swapsArrows(): boolean {
    return this.#swapsArrows
  }

  /** Whether the program has set LNM. */
  get newline(): boolean {
    return this.#terminal.options.convertEol === true
  }

  /** Whether the program has requested the mouse. */
  get mouseTaken(): boolean {
    return this.#terminal.modes.mouseTrackingMode !== 'none'
  }
}
