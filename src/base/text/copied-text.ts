/**
 * Returns a selection as text for the clipboard. With `trimTrailingSpaces`, omits the spaces with
 * which programs fill a row. Wrapped rows of `text` are already joined.
 */
export function copiedText(text: string, trimTrailingSpaces: boolean): string {
  if (!trimTrailingSpaces) return text
  const lines = text.split('\n').map(withoutTail)
  while (lines.length > 1 && lines.at(-1) === '') lines.pop()
  return lines.join('\n')
}

/** A regular expression would take quadratic time for a long run of spaces. */
function withoutTail(line: string): string {
  let end = line.length
  while (end > 0 && (line.charCodeAt(end - 1) === 0x20 || line.charCodeAt(end - 1) === 0x09))
    end -= 1
  return line.slice(0, end)
}
