/** Names of keys that the configuration may write, beside single characters (behaviour/config.md 2). */

export const keyNames: ReadonlySet<string> = new Set([
  'enter', 'escape', 'tab', 'space', 'backspace', 'delete', 'insert', 'home', 'end', 'pageup', 'pagedown', 'up', 'down', 'left', 'right',
  'plus', 'minus', 'equal', 'comma', 'menu', 'copy', 'paste', ...Array.from({ length: 24 }, (_, index) => `f${index + 1}`),
])

const codes: readonly string[] = [
  ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `Key${letter}`),
  ...[...'0123456789'].flatMap((digit) => [`Digit${digit}`, `Numpad${digit}`]),
  ...Array.from({ length: 24 }, (_, index) => `F${index + 1}`),
  'Backquote', 'Minus', 'Equal', 'BracketLeft', 'BracketRight', 'Backslash', 'Semicolon', 'Quote', 'Comma', 'Period', 'Slash',
  'IntlBackslash', 'IntlRo', 'IntlYen', 'Space', 'Enter', 'Tab', 'Escape', 'Backspace', 'Delete', 'Insert', 'Home', 'End', 'PageUp', 'PageDown',
  'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'ContextMenu', 'Pause', 'PrintScreen', 'ScrollLock',
  'NumpadAdd', 'NumpadSubtract', 'NumpadMultiply', 'NumpadDivide', 'NumpadDecimal', 'NumpadEnter', 'NumpadEqual', 'NumpadComma',
  'Convert', 'NonConvert', 'KanaMode', 'Lang1', 'Lang2',
]

/** Codes of physical keys (`KeyboardEvent.code`) by their lower-case form, as a chord's `code:` may name them. */
export const keyCodes: ReadonlyMap<string, string> = new Map(codes.map((code) => [code.toLowerCase(), code]))
