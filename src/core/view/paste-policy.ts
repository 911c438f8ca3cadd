/** When a paste is asked about, as the configuration wants it. */
import type { Options } from '../config/table.ts'
import type { PastePolicy } from '../paste/paste.ts'

export function pastePolicy({ clipboard }: Options): Omit<PastePolicy, 'bracketed'> {
  return {
    confirmMultiline: clipboard.confirm_multiline_paste,
    confirmLargeBytes: clipboard.confirm_large_paste_kib * 1_024,
  }
}
