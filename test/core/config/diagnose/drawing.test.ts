import { expect, test } from 'vitest'
import { drawnBy, isSoftwareName } from '../../../../src/core/config/diagnose/drawing.ts'

/** Answers of `getGPUInfo` and `getGPUFeatureStatus`, by their renderer and status of WebGL. */
const facts = (renderer: string, features: Readonly<Record<string, string>>) => ({
  graphics: { renderer },
  features,
})
const intel = 'ANGLE (Intel, Mesa Intel(R) UHD Graphics 620 (KBL GT2), OpenGL 4.6)'
const swiftShader =
  'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (LLVM 16.0.0) (0x0000C0DE)), SwiftShader driver)'

test.each([
  ['a graphics card', facts(intel, { webgl: 'enabled' }), 'GPU'],
  ['one that is read back', facts(intel, { webgl: 'enabled_readback' }), 'GPU'],
  ['one that is forced', facts(intel, { webgl: 'enabled_force_on' }), 'GPU'],
  ['no card, the switch', facts('Disabled', { webgl: 'unavailable_software' }), 'SwiftShader'],
  ['a card forbidden', facts(intel, { webgl: 'disabled_software' }), 'SwiftShader'],
  ['SwiftShader as the only driver', facts(swiftShader, { webgl: 'enabled' }), 'SwiftShader'],
  ["Mesa's processor", facts('llvmpipe (LLVM 15.0.6)', { webgl: 'enabled' }), 'software (the'],
  ['no card, no switch', facts('Disabled', { webgl: 'disabled_off' }), 'DOM (no WebGL)'],
  ['no graphics process', facts('not known', { webgl: 'unavailable_off' }), 'DOM (no WebGL)'],
  ['WebGL 2 off', facts(intel, { webgl: 'enabled', webgl2: 'disabled_off' }), 'DOM (no WebGL)'],
  ['no answer', facts('not known', {}), 'not known'],
  ['nobody asked', null, 'not known'],
] as const)('%s', (_name, answers, word) => {
  expect(drawnBy('webgl', answers).startsWith(word), drawnBy('webgl', answers)).toBe(true)
  expect(drawnBy('auto', answers)).toBe(/^(GPU|not known)$/.test(word) ? word : 'CPU')
  expect(drawnBy('dom', answers)).toBe('DOM (ui.renderer)')
})

test('CPU renderers are known by their names, and graphics cards are not affected', () => {
  const software = [
    'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)',
    'llvmpipe (LLVM 15.0.6, 256 bits)',
    'Mesa/X.org, softpipe',
    'Microsoft Basic Render Driver',
  ]
  const cards = [
    'ANGLE (Intel, Mesa Intel(R) UHD Graphics 620 (KBL GT2), OpenGL 4.6)',
    'ANGLE (NVIDIA Corporation, NVIDIA GeForce RTX 3060/PCIe/SSE2, OpenGL 4.5.0)',
    'AMD Radeon RX 6600 (radeonsi, navi23, LLVM 15.0.6)',
    'Mali-G52',
  ]
  for (const name of software) expect(isSoftwareName(name), name).toBe(true)
  for (const name of cards) expect(isSoftwareName(name), name).toBe(false)
})
