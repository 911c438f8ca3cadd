/** Files with one setting per line: kitty's `name value`, Ghostty's `name = value`. Pure. */
import type { Setting } from './foreign.ts'

/** Returns the settings, or a problem if no line is one. */
export function settingsOfFile(
  text: string,
  pattern: RegExp,
): { readonly settings: readonly Setting[] } | { readonly problem: string } {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter((line) => !/^\s*(?:#|$)/.test(line))
  const settings = lines.map((line): Setting => {
    const [, name, value = ''] = pattern.exec(line.trim()) ?? []
    // another line is listed as an unknown option
    return name === undefined ? { name: line.trim(), value: '' } : { name, value: value.trim() }
  })
  return lines.length > 0 && !lines.some((line) => pattern.test(line.trim()))
    ? { problem: 'it has no settings that can be read' }
    : { settings }
}
