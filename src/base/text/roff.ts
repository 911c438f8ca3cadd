/** Escapes text for man(7): backslashes, literal hyphens, and lines that would be requests. */
export function roff(text: string): string {
  return text.replace(/\\/g, '\\e').replace(/-/g, '\\-').replace(/^[.']/gm, '\\&$&')
}

/** Returns a list of commands and their effects. */
export function roffItems(items: readonly (readonly [typed: string, text: string])[]): string[] {
  return items.flatMap(([typed, text]) => ['.TP', `\\fB${roff(typed)}\\fR`, roff(text)])
}
