/** Expands `~` and `$VARIABLE` in a user's path. Unset variables are empty; `$$` is not special. */
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
