/**
 * Maps the app's addresses (`vibeflow://app/x`) to addresses that Chromium loads
 * (`http://app.vibeflow.localhost/x`): a secure context with its own origin and no server.
 */

/** Schemes with a handler. */
export const servedSchemes = new Set<string>()

export function toServed(address: string): string {
  const url = new URL(address)
  const scheme = url.protocol.slice(0, -1)
  if (!servedSchemes.has(scheme)) return address
  // Parsed by hand: Node's URL has no host for unknown schemes, and does not lowercase it.
  const [, host = '', rest = ''] = /^[^:]+:\/\/([^/?#]*)(.*)$/s.exec(address) ?? []
  return new URL(`http://${host.toLowerCase()}.${scheme}.localhost${rest === '' ? '/' : rest}`).href
}

/** @returns the address unchanged if it is not the app's */
export function fromServed(address: string): string {
  const url = URL.parse(address)
  const place = url === null ? undefined : servedPlace(url)
  if (url === null || place === undefined) return address
  return `${place.scheme}://${place.host}${url.pathname}${url.search}${url.hash}`
}

/** Returns host and scheme of a served address. */
export function servedPlace(
  url: URL,
): { readonly host: string; readonly scheme: string } | undefined {
  if (url.protocol !== 'http:' || url.port !== '') return undefined
  const [, host, scheme] =
    /^([^.]+(?:\.[^.]+)*)\.([a-z][a-z0-9+-]*)\.localhost$/.exec(url.hostname) ?? []
  return host === undefined || scheme === undefined || !servedSchemes.has(scheme)
    ? undefined
    : { host, scheme }
}

/** Returns the origin for `senderFrame.origin`. */
export function originOf(address: string): string {
  const url = URL.parse(address)
  if (url === null) return 'null'
  const place = servedPlace(url)
  return place === undefined ? url.origin : `${place.scheme}://${place.host}`
}
