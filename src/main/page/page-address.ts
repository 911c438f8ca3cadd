/** The page's address, and files below it. Independent of Electron. */
import { join, normalize, sep } from 'node:path'

export const pageOrigin = 'vibeflow://app'
export const pageUrl = `${pageOrigin}/index.html`

/**
 * Returns the file of an address, or `null` for another host or a path outside of the directory.
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
