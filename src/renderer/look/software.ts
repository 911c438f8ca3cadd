/** Detects whether the CPU draws, once, because the test takes 60 ms in software. */
import { isSoftwareName } from '../../core/config/diagnose/drawing.ts'

let known: boolean | null = null

/**
 * Returns whether the CPU draws. Tests with a context that is released right after. Without WebGL
 * the answer is true but not stored, because the graphics process may just be restarting.
 */
export function drawsInSoftware(): boolean {
  if (known !== null) return known
  const context = document.createElement('canvas').getContext('webgl2')
  if (context === null) return true
  const info = context.getExtension('WEBGL_debug_renderer_info')
  const name: unknown = context.getParameter(
    info === null ? context.RENDERER : info.UNMASKED_RENDERER_WEBGL,
  )
  known = typeof name !== 'string' || isSoftwareName(name)
  context.getExtension('WEBGL_lose_context')?.loseContext()
  return known
}

/** Discards the answer: after a lost or refused context, something else may draw the next one. */
export function askAgain(): void {
  known = null
}
