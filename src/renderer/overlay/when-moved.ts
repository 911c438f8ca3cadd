/**
 * A pointer that rests where rows appear beneath it has chosen none of them: the engine reports it
 * as of one that moved, by nothing.
 */
export function whenMoved(
  act: () => void,
): (event: Pick<PointerEvent, 'movementX' | 'movementY'>) => void {
  return ({ movementX, movementY }) => {
    if (movementX !== 0 || movementY !== 0) act()
  }
}
