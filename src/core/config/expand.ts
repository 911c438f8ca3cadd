/**
 * `~` and `$VARIABLE` in paths that a person wrote. A variable that is not set is nothing; `$$` is
 * not special.
 */
export function expandPath(
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  return path
    .replace(/^~(?=\/|$)/, home)
    .replace(
      /\$(?:\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))/g,
      (_, braced: string | undefined, bare: string | undefined) =>
        environment[braced ?? bare ?? ''] ?? '',
    )
}
