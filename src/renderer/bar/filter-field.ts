/** The filter field of the sidebar. A collapsed sidebar and a row of tabs do not have one. */

/**
 * @param add text to append
 * @returns whether there is a field to focus
 */
export function focusTabFilter(add = ''): boolean {
  const field = document.querySelector<HTMLInputElement>('.bar-filter-field')
  if (field === null) return false
  field.focus()
  if (document.activeElement !== field) return false // the bar is hidden
  field.select()
  if (add === '') return true
  field.setRangeText(add, field.value.length, field.value.length, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return true
}
