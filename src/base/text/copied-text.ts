/**
 * A selection as it is put on a clipboard: the blanks with which programs fill a row are not part
 * of what was said. Pure.
 */

/** `text`: rows that wrapped are joined already. */
export function copiedText(text: string, trimTrailingSpaces: boolean): string {
  if (!trimTrailingSpaces) return text
  const lines = text.split('\n').map(withoutTail)
  while (lines.length > 1 && lines.at(-1) === '') lines.pop()
  return lines.join('\n')
}

/**
 * By hand: an expression would look at each blank of a long run as often as there are blanks behind
 * it.
 */
function withoutTail(line: string): string {
  let end = line.length
  while (end > 0 && (line.charCodeAt(end - 1) === 0x20 || line.charCodeAt(end - 1) === 0x09))
    end -= 1
  return line.slice(0, end)
}
