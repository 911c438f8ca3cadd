/**
 * A Content-Security-Policy also binds the isolated world, so its WebSocket needs one source in
 * `connect-src`. That one loopback address is added; nothing else in the policy changes.
 */

/** @param policy a header's value: one policy, or several with commas between */
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
  if (fallback === undefined) return policy // neither directive: connections are free already
  return (
    `${policy.replace(/;?\s*$/, '')}; ` +
    `${extend(fallback.replace(/^\S+/, 'connect-src'), source)}`
  )
}

/** `'none'` stands alone or not at all. */
function extend(directive: string, source: string): string {
  return `${directive.replace(/\s+'none'/gi, '')} ${source}`
}

/** A policy in the document itself is out of reach: the shim cannot add its source there. */
export function hasMetaPolicy(html: string): boolean {
  return /<meta[^>]+http-equiv\s*=\s*["']?content-security-policy/i.test(html)
}
