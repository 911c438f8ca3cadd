/**
 * A notification's texts as they go to the desktop (Desktop Notifications Specification 1.3): the
 * title is plain, the body may be read as markup.
 */

/** The bus ends a connection that sends NUL or half a character in a text. */
export function sentTitle(title: string): string {
  return title.replace(/\0|\p{Surrogate}/gu, '')
}

/** @param markup the desktop says `body-markup`: text is escaped then, and only then */
export function sentBody(body: string, markup: boolean): string {
  const text = sentTitle(body)
  return markup
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    : text
}
