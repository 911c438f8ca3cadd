/** Text in a manual page, man(7): what stands there is what is read, whatever is in it. */

/** Backslashes, hyphens that are typed as such, and lines that would be requests. */
export function roff(text: string): string {
  return text.replace(/\\/g, '\\e').replace(/-/g, '\\-').replace(/^[.']/gm, '\\&$&')
}

/** A list: what is typed, and what it does. */
export function roffItems(items: readonly (readonly [typed: string, text: string])[]): string[] {
  return items.flatMap(([typed, text]) => ['.TP', `.B ${roff(typed)}`, roff(text)])
}
