/**
 * Texts of a notification (Desktop Notifications Specification 1.3): the title is plain, the body
 * may be markup.
 */

/** The bus closes connections that send NUL or lone surrogates. */
export function sentTitle(title: string): string {
  return title.replace(/\0|\p{Surrogate}/gu, '')
}

/** @param markup whether the desktop reports `body-markup`, and text is escaped */
export function sentBody(body: string, markup: boolean): string {
  const text = sentTitle(body)
  return markup
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    : text
}
