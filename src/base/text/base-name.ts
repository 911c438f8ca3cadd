/** Returns the last part of a path: `a` for `a/`, `/` for the root, '' for an empty path. */
export function baseName(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end -= 1
  return end === 1 && path[0] === '/' ? '/' : path.slice(path.lastIndexOf('/', end - 1) + 1, end)
}
