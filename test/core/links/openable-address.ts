import { judgeAddress } from '../../../src/core/links/links.ts'

/** Returns the address for the desktop; `null` if it is refused. */
export function openableAddress(address: string, schemes?: readonly string[]): string | null {
  const verdict = judgeAddress(address, schemes)
  return 'href' in verdict ? verdict.href : null
}
