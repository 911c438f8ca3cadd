/** Ignores pointer events without movement, as reported when rows appear under the pointer. */
export function whenMoved(
  act: () => void,
): (event: Pick<PointerEvent, 'movementX' | 'movementY'>) => void {
  return ({ movementX, movementY }) => {
    if (movementX !== 0 || movementY !== 0) act()
  }
}
