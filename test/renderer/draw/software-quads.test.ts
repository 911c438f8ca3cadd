/** Instances as plain triangles: what is written for each of them, and which renderers want it. */
import { expect, test } from 'vitest'
import { repeatRecords } from '../../../src/renderer/grid/draw/software-quads.ts'
import { isSoftwareName } from '../../../src/core/diagnose/drawing.ts'

test('each record stands once for each corner', () => {
  const into = new Float32Array(16).fill(-1)
  repeatRecords(Float32Array.of(1, 2, 3, 4), 2, into)
  expect([...into]).toEqual([1, 2, 1, 2, 1, 2, 1, 2, 3, 4, 3, 4, 3, 4, 3, 4])
})

// … and graphics cards are left alone
test('renderers on the processor are known by their names', () => {
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
