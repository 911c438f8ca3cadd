/** Labels of options and sections in the settings window, with units. */

const units: Readonly<Record<string, string>> = { ms: 'ms', s: 's', kib: 'KiB', mib: 'MiB' }
/** Names and abbreviations. */
const words: Readonly<Record<string, string>> = {
  ai: 'AI',
  ansi: 'ANSI',
  bg: 'background',
  dnd: 'do not disturb',
  env: 'environment',
  esc: 'Esc',
  mcp: 'MCP',
  osc: 'OSC',
  osc52: 'OSC 52',
  ui: 'UI',
}
const whole: Readonly<Record<string, string>> = {
  drop_down: 'Drop-down',
  shift_enter: 'Shift+Enter',
}

/** Returns the label of a key: `debounce_ms` is "Debounce (ms)". */
export function optionLabel(key: string): string {
  const known = whole[key]
  if (known !== undefined) return known
  let parts = key.split('_')
  const unit = parts.length > 1 ? units[parts.at(-1) ?? ''] : undefined
  if (unit !== undefined) parts.pop()
  if (parts.at(-1) === 'max') parts = ['maximum', ...parts.slice(0, -1)]
  const text = parts.map((part) => words[part] ?? part).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1) + (unit === undefined ? '' : ` (${unit})`)
}
