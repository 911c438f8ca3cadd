/**
 * Does the processor draw, because there is no graphics card that could? To ask costs 60 ms in
 * software, once.
 */
import { isSoftwareName } from '../../core/diagnose/drawing.ts'

let known: boolean | null = null

/** Does the processor draw what is drawn in this context? */
function isSoftware(context: WebGL2RenderingContext): boolean {
  const info = context.getExtension('WEBGL_debug_renderer_info')
  const name: unknown = context.getParameter(
    info === null ? context.RENDERER : info.UNMASKED_RENDERER_WEBGL,
  )
  return typeof name !== 'string' || isSoftwareName(name)
}

/**
 * Asked of a context that is given back at once. Without WebGL the processor draws as well: until
 * it can be had, as when the graphics process was just starting again.
 */
export function drawsInSoftware(): boolean {
  if (known !== null) return known
  const context = document.createElement('canvas').getContext('webgl2')
  if (context === null) return true
  known = isSoftware(context)
  context.getExtension('WEBGL_lose_context')?.loseContext()
  return known
}

/** A context was lost, or could not be had: the next one may be drawn by something else. */
export function askAgain(): void {
  known = null
}
