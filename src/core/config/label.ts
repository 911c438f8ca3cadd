/** What the settings window calls options and sections: their key in words, the unit behind it. */

const units: Readonly<Record<string, string>> = { ms: 'ms', s: 's', kib: 'KiB', mib: 'MiB' }
const bounds: Readonly<Record<string, string>> = { min: 'minimum', max: 'maximum' }
/** Words that are names, or short for something. */
const words: Readonly<Record<string, string>> = {
  ai: 'AI',
  alt: 'Alt',
  ansi: 'ANSI',
  bg: 'background',
  dnd: 'do not disturb',
  env: 'environment',
  esc: 'Esc',
  max: 'maximum',
  mcp: 'MCP',
  osc: 'OSC',
  osc52: 'OSC 52',
  ui: 'UI',
}
const whole: Readonly<Record<string, string>> = {
  drop_down: 'Drop-down',
  shift_enter: 'Shift+Enter',
  snooze_min: 'Snooze (min)', // minutes, and no minimum
}

/** `debounce_ms`: Debounce (ms). */
export function optionLabel(key: string): string {
  const known = whole[key]
  if (known !== undefined) return known
  let parts = key.split('_')
  const unit = parts.length > 1 ? units[parts.at(-1) ?? ''] : undefined
  if (unit !== undefined) parts.pop()
  const bound = parts.length > 1 ? bounds[parts.at(-1) ?? ''] : undefined
  if (bound !== undefined) parts = [bound, ...parts.slice(0, -1)]
  const text = parts.map((part) => words[part] ?? part).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1) + (unit === undefined ? '' : ` (${unit})`)
}
