/** The address of the page, and which file an address under it names. Knows nothing of Electron. */
import { join, normalize, sep } from 'node:path'

export const pageOrigin = 'vibeflow://app'
export const pageUrl = `${pageOrigin}/index.html`

/**
 * The file that an address names, or null where it is none of ours: another host, or a path that
 * leaves the folder.
 */
export function pagePath(address: string, folder: string): string | null {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return null
  }
  if (url.protocol !== 'vibeflow:' || url.host !== 'app') return null
  let name: string
  try {
    name = decodeURIComponent(url.pathname)
  } catch {
    return null
  }
  if (name.includes('\0') || name.includes('\\')) return null
  const path = normalize(join(folder, name))
  return path.startsWith(folder + sep) ? path : null
}
