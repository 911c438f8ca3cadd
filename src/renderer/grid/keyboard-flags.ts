/** Hears how a program wants its keys: the sequences of the kitty keyboard protocol, which xterm.js 6.0 does not know (core/keys/kitty-flags.ts). */
import type { Terminal } from '@xterm/xterm'
import { KittyFlags } from '../../core/keys/kitty-flags.ts'

/** Flags that follow what the terminal parses, for as long as it lives. */
export function hearKeyboardFlags(terminal: Pick<Terminal, 'parser' | 'buffer'>): KittyFlags {
  const flags = new KittyFlags()
  const number = (params: readonly (number | number[])[], index: number, missing: number): number => {
    const value = params[index]
    return typeof value === 'number' && value > 0 ? value : missing
  }
  const alternate = (): boolean => terminal.buffer.active.type === 'alternate'
  const hear = (prefix: string, act: (params: readonly (number | number[])[]) => void): void => {
    terminal.parser.registerCsiHandler({ prefix, final: 'u' }, (params) => { act(params); return true })
  }
  hear('>', (params) => flags.push(alternate(), number(params, 0, 0)))
  hear('<', (params) => flags.pop(alternate(), number(params, 0, 1)))
  hear('=', (params) => flags.set(alternate(), number(params, 0, 0), number(params, 1, 1)))
  terminal.parser.registerEscHandler({ final: 'c' }, () => { flags.reset(); return false }) // RIS: xterm.js does the rest
  return flags
}
