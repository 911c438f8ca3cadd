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
  const settings = lines.flatMap((line) => {
    const [, name, value = ''] = pattern.exec(line.trim()) ?? []
    return name === undefined ? [] : [{ name, value: value.trim() }]
  })
  return settings.length === 0 && lines.length > 0
    ? { problem: 'it has no settings that can be read' }
    : { settings }
}
