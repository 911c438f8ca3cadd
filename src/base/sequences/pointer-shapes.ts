/** Shapes of the mouse pointer that programs can set (OSC 22), by their names in CSS. */
const pointerShapes = [
  ...([
    'alias',
    'copy',
    'crosshair',
    'default',
    'e-resize',
    'ew-resize',
    'grab',
    'grabbing',
  ] as const),
  ...(['help', 'move', 'n-resize', 'ne-resize', 'nesw-resize', 'no-drop', 'not-allowed'] as const),
  ...(['ns-resize', 'nw-resize', 'nwse-resize', 'pointer', 'progress', 's-resize'] as const),
  ...(['se-resize', 'sw-resize', 'text', 'vertical-text', 'w-resize', 'wait'] as const),
  ...(['zoom-in', 'zoom-out'] as const),
] as const
export type PointerShape = (typeof pointerShapes)[number]

const names: ReadonlySet<string> = new Set(pointerShapes)

export function isPointerShape(name: string): name is PointerShape {
  return names.has(name)
}
