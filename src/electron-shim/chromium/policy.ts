/**
 * Extends a Content-Security-Policy: the isolated world's WebSocket needs one loopback source in
 * `connect-src`. Nothing else changes (docs/contributing/internals/electron.md).
 */

/** @param policy header value: one policy, or several separated by commas */
export function withConnectSource(policy: string, source: string): string {
  return policy
    .split(',')
    .map((one) => addSource(one, source))
    .join(',')
}

function addSource(policy: string, source: string): string {
  const directives = policy.split(';')
  const at = (name: string): number =>
    directives.findIndex((directive) => directive.trim().split(/\s+/)[0]?.toLowerCase() === name)
  const connect = at('connect-src')
  if (connect >= 0) {
    directives[connect] =
      directives[connect]?.replace(/\S[\s\S]*\S/, (text) => extend(text, source)) ?? ''
    return directives.join(';')
  }
  const fallback = directives[at('default-src')]?.trim()
  if (fallback === undefined) return policy // without either directive connections are allowed
  return (
    `${policy.replace(/;?\s*$/, '')}; ` +
    `${extend(fallback.replace(/^\S+/, 'connect-src'), source)}`
  )
}

/** `'none'` must be alone. */
function extend(directive: string, source: string): string {
  return `${directive.replace(/\s+'none'/gi, '')} ${source}`
}

/** Returns whether the document itself has a policy, which cannot be extended. */
export function hasMetaPolicy(html: string): boolean {
  return /<meta[^>]+http-equiv\s*=\s*["']?content-security-policy/i.test(html)
}
