/** Does the processor draw, because there is no graphics card that could? Asked once, of a context that is given back at once. */

const softwareNames = /swiftshader|llvmpipe|softpipe|software|basic render/i

export function drawsInSoftware(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  if (context === null) return true
  const info = context.getExtension('WEBGL_debug_renderer_info')
  const name: unknown = context.getParameter(info === null ? context.RENDERER : info.UNMASKED_RENDERER_WEBGL)
  context.getExtension('WEBGL_lose_context')?.loseContext()
  return typeof name !== 'string' || softwareNames.test(name)
}
