/**
 * Finds the modes that an ended command left in the terminal (docs/reference/protocols.md, "Modes
 * at the end of a command").
 */
import { wasSuspended } from '../../../agents/process/exit-codes.ts'
import type { ShellMark } from '../../../protocol/index.ts'
import { ModeMemory, setMode } from './mode-memory.ts'

/** Modes that no shell sets: margins, mouse, hidden cursor, insert mode and the like. */
const programModes = [4, 20, 9, 1000, 1002, 1003, 1005, 1006, 1015, 1016, 25, 69, 2026] as const

/** Modes that shells set while they read a line; some do so before the mark of their prompt. */
const shellModes = [1, 66, 1004, 2031, 2033, 2048] as const

/** Modes of the order of text, which a shell can set before its prompt, in its start file. */
const orderModes = [8, 2500, 2501] as const

/** Modes that are also set on purpose at the prompt, as `tput rmam` does. */
const chosenModes = [
  ...[5, 7, 12, 40, 41, 45, 67, 80, 95],
  ...[1007, 1045, 1243, 2027, 8452],
] as const

/** Smallest exit code of a program that a signal ended; 255 is a lost SSH connection. */
const killedCode = 128

const wasKilled = (mark: ShellMark) => {
  const code = mark.kind === 'command_end' ? (mark.exit_code ?? 0) : 0
  return code >= killedCode && !wasSuspended(code)
}

/**
 * Controls of 7 bits, character sets and their shifts, protection and text attributes. They are not
 * remembered.
 */
export const defaultPen = '\x1b F\x1b(B\x1b)B\x1b*B\x1b+B\x0f\x1b}\x1b[0"q\x1b[m'

/** Links and pointer shapes, not remembered either. No shell leaves them at a command's start. */
const closedLink = '\x1b]8;;\x07'
const defaultPointer = '\x1b]22;\x07'
const noExtraCursors = '\x1b[>0;4 q'

const fresh = new ModeMemory()

/**
 * Returns the sequences that change the modes at a mark back to the ones at the command's start; ''
 * if they are equal.
 * @param base source of the modes that no shell sets: by default their defaults
 */
export function leftoverReset(
  now: ModeMemory,
  start: ModeMemory,
  mark: ShellMark,
  rows: number,
  base = fresh,
): string {
  const modes = now.copy()
  const killed = base === fresh && wasKilled(mark)
  let text = ''
  const send = (sequence: string) => {
    text += sequence
    modes.feed(new TextEncoder().encode(sequence))
  }
  const settle = (mode: number, before: ModeMemory) => {
    if (modes.isOn(mode) !== before.isOn(mode)) send(setMode(mode, before.isOn(mode)))
  }
  const keyboard = (alternate: boolean) => modes.keyboardBackTo(start, alternate)

  if (modes.entered !== 0 && base.entered !== 0) send(keyboard(true))
  else if (modes.entered !== 0) {
    // Both would move the cursor of the primary screen, which leaving restores.
    settle(6, fresh)
    if (modes.hasMargins(rows)) send('\x1b[r')
    send(`${keyboard(true)}${setMode(modes.entered, false)}${killed ? defaultPointer : ''}`)
  } else if (keyboard(true) !== '')
    send(`${setMode(1047, true)}${keyboard(true)}${setMode(1047, false)}`)
  // Only DECSTR ends origin mode without moving the cursor. It also resets modes that a shell has
  // set before the mark of its prompt, and modes that are set on purpose. DECSCL does the same.
  const hasLevel = killed && modes.level !== start.level
  if (hasLevel || (mark.kind === 'command_end' && modes.isOn(6) && !base.isOn(6))) {
    send(hasLevel ? `\x1b[${start.level};1"p` : '\x1b[!p')
    for (const mode of [...chosenModes, ...orderModes]) settle(mode, now)
    if (modes.direction !== now.direction) send(now.direction)
  }
  if (modes.hasMargins(rows) && !base.hasMargins(rows)) send('\x1b7\x1b[r\x1b8')
  if (modes.entered === 0) send(keyboard(false))
  for (const mode of programModes) settle(mode, base)
  if (mark.kind === 'command_end') settleEnd(modes, start, wasKilled(mark), send)
  // A program that did not reset its modes did not reset its colors and character sets either.
  // Leaving the alternate screen restores those with which it was entered.
  if (killed) return `${closedLink}${defaultPointer}${noExtraCursors}${text}${defaultPen}`
  return text === '' ? '' : `${text}${defaultPen}`
}

/** Settles what is not settled at a prompt, where the shell may have set its own modes. */
function settleEnd(
  modes: ModeMemory,
  start: ModeMemory,
  killed: boolean,
  send: (sequence: string) => void,
): void {
  const settle = (mode: number, on: boolean) => {
    if (modes.isOn(mode) !== on) send(setMode(mode, on))
  }
  // Never turned on: a shell may turn its modes off only after it has marked the command. And
  // pastes trust the program that sets mode 2004 (input/paste-brackets.ts).
  for (const mode of [...shellModes, 2004]) if (!start.isOn(mode)) settle(mode, false)
  if (start.otherKeys === 0 && modes.otherKeys !== 0) send('\x1b[>4;0m')
  for (const mode of orderModes) settle(mode, start.isOn(mode))
  if (modes.direction !== start.direction) send(start.direction)
  if (!killed) return
  for (const mode of chosenModes) settle(mode, start.isOn(mode))
  if (modes.cursorStyle !== start.cursorStyle) send(`\x1b[${start.cursorStyle} q`)
}
