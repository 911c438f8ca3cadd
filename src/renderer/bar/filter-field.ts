/** The field in the sidebar that narrows its tabs; a collapsed sidebar and a row have none. */

/** @param add typed behind what the field has @returns whether there is a field to focus */
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
