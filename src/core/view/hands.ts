/** What the user's hands do in a grid, as the configuration wants it: links, selection, paste. */
import type { Options } from '../config/table.ts'
import type { PastePolicy } from '../paste/paste.ts'

/** `links.modifier`: does a click with these keys open a link? */
export function opensLinks({ links: { detect, modifier } }: Options, keys: { readonly ctrlKey: boolean; readonly altKey: boolean }): boolean {
  return detect && (modifier === 'ctrl' ? keys.ctrlKey : modifier === 'alt' ? keys.altKey : true)
}

/** What is selected, as it is copied. */
export function copiedText({ clipboard }: Options, selected: string): string {
  return clipboard.trim_trailing_spaces ? selected.replace(/[ \t]+$/gm, '') : selected
}

/** Where a text goes as soon as it is selected. */
export function selectionTargets({ clipboard: { primary, copy_on_select: copies } }: Options): readonly ('primary' | 'clipboard')[] {
  return [...(primary ? ['primary'] as const : []), ...(copies ? ['clipboard'] as const : [])]
}

/** When a paste is asked about. */
export function pastePolicy({ clipboard }: Options): Omit<PastePolicy, 'bracketed'> {
  return { confirmMultiline: clipboard.confirm_multiline_paste, confirmLargeBytes: clipboard.confirm_large_paste_kib * 1_024 }
}

/** Lines to scroll for a turn of the wheel: `delta` as browsers give it, 120 a step. */
export function wheelLines({ scrollback }: Options, delta: number): number {
  return delta / 120 * scrollback.wheel_lines_per_detent
}
