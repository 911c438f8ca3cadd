/** Returns the result of `act`, or the other value if it throws. */
export function tryOr<Value, Other>(act: () => Value, other: Other): Value | Other {
  try {
    return act()
  } catch {
    return other
  }
}
