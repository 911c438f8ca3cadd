/** Determines the renderer of terminals from the option and Chromium's WebGL report. */

export type DrawnBy =
  | 'GPU'
  | 'CPU'
  | 'SwiftShader (software)'
  | 'software (the OpenGL driver)'
  | 'DOM (no WebGL)'
  | 'DOM (ui.renderer)'
  | 'not known'

/** Known names of software renderers: SwiftShader is Chromium's, others are drivers. */
export function isSoftwareName(renderer: string): boolean {
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(renderer)
}

interface Facts {
  readonly graphics: { readonly renderer: string }
  readonly features: Readonly<Record<string, string>>
}

/**
 * @param option `ui.renderer`
 * @param facts `null` if the engine was not asked. A status is one of Electron's GPUFeatureStatus:
 * `enabled...` is drawn by `renderer`, `..._software` by SwiftShader (with the switch
 * `enable-unsafe-swiftshader`, measured on Electron 43: memrynote/memry#2127), `..._off` not at all
 */
export function drawnBy(option: 'auto' | 'webgl' | 'dom', facts: Facts | null): DrawnBy {
  if (option === 'dom') return 'DOM (ui.renderer)'
  const webGl = webGlBy(facts)
  return option === 'webgl' || webGl === 'GPU' || webGl === 'not known' ? webGl : 'CPU'
}

function webGlBy(facts: Facts | null): DrawnBy {
  const status = facts?.features['webgl2'] ?? facts?.features['webgl']
  if (facts === null || status === undefined) return 'not known'
  if (status.endsWith('_software')) return 'SwiftShader (software)'
  if (!status.startsWith('enabled')) return 'DOM (no WebGL)'
  const { renderer } = facts.graphics
  if (/swiftshader/i.test(renderer)) return 'SwiftShader (software)'
  return isSoftwareName(renderer) ? 'software (the OpenGL driver)' : 'GPU'
}
