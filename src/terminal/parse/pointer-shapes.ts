/**
 * Shape of the mouse pointer, with a stack per screen (OSC 22). Source:
 * https://sw.kovidgoyal.net/kitty/pointer-shapes/. Unknown names do nothing.
 */
import { isPointerShape, type PointerShape } from '../../base/sequences/pointer-shapes.ts'
import { pointerNamesMax, pointerStackMax } from '../limits.ts'
import type { Terminator } from '../replies/facts.ts'
import type { Screen } from '../screen/screen.ts'

/** @param text `=name` or `name` sets, `>name,...` pushes, `<` pops, `?name,...` queries */
export function pointerShape(screen: Screen, text: string, terminator: Terminator): void {
  const { pointers } = screen.buffer
  const names = text.replace(/^[=<>?]/, '').split(',', pointerNamesMax)
  const [name = ''] = names
  switch (text[0]) {
    case '<':
      pointers.pop()
      return
    case '>':
      for (const one of names) if (isPointerShape(one)) pointers.push(one)
      pointers.splice(0, pointers.length - pointerStackMax)
      return
    case '?':
      screen.events.asked({
        kind: 'pointer-shapes',
        values: names.map((one) => support(pointers, one)),
        terminator,
      })
      return
    default: // an empty name takes the shape away
      if (name !== '' && !isPointerShape(name)) return
      pointers.pop()
      if (name !== '') pointers.push(name)
  }
}

function support(pointers: readonly PointerShape[], name: string): 0 | 1 | PointerShape {
  if (name === '__current__') return pointers.at(-1) ?? 0
  if (name === '__default__') return 'text'
  if (name === '__grabbed__') return 'default'
  return isPointerShape(name) ? 1 : 0
}
