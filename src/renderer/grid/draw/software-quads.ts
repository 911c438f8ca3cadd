/**
 * WebGL without a graphics card. Chromium's software renderer (SwiftShader) pays for each instance
 * of a drawing as for a drawing of its own, and xterm.js draws each cell as an instance: 4,000
 * letters took it 100 ms. Here the instances of a context become plain triangles of few drawings:
 * each instance's record stands four times in its buffer, once for each corner of its quad. Nothing
 * is changed where there is a graphics card.
 */
import { drawsInSoftware, isSoftware } from '../../look/software.ts'
import { uploadChangedRows } from './page-upload.ts'

/**
 * Atlas pages that one drawing reads. The shader asks for each page at each pixel, and in software
 * all the questions are carried out.
 */
const texturePagesMax = 4

/**
 * Quads of one drawing. SwiftShader has 34 KB for each of the 128 triangles that it takes at once,
 * in 16 places, and what it has written to once stays with it: 22 MB, and half of that with 32
 * quads, in the same time. Fewer take longer.
 */
const drawnAtOnce = 32

const cornersOfQuad = 4
const indicesOfQuad = [0, 1, 2, 2, 1, 3] as const

/**
 * Runs `make`, which creates a WebGL context or a page of glyphs as xterm.js's addon does, so that
 * both suit the renderer.
 */
export function drawingInOne<Result>(make: () => Result): Result {
  const prototype = HTMLCanvasElement.prototype
  const getContext = prototype.getContext
  prototype.getContext = function (this: HTMLCanvasElement, kind: string, options: object) {
    // What is drawn on a canvas of the processor need not be fetched from the graphics process
    // first.
    const context = getContext.call(
      this,
      kind,
      kind === '2d' && drawsInSoftware() ? { ...options, willReadFrequently: true } : options,
    )
    if (context instanceof WebGL2RenderingContext && isSoftware(context)) {
      joinInstances(context)
      uploadChangedRows(context)
    }
    return context
  } as typeof getContext
  try {
    return make()
  } finally {
    prototype.getContext = getContext
  }
}

/** What one vertex array has in its hands. */
interface Quads {
  /** Floats of one instance. */
  recordLength: number
  corners: { readonly buffer: WebGLBuffer; readonly unit: Float32Array } | null
  indices: WebGLBuffer | null
  /** Quads for which corners and indices are there. */
  room: number
}

function joinInstances(gl: WebGL2RenderingContext): void {
  const quadsOf = new Map<WebGLVertexArrayObject | null, Quads>()
  let quads: Quads = { recordLength: 0, corners: null, indices: null, room: 0 }
  let expanded = new Float32Array(0)
  const { bindVertexArray, bufferData, getParameter, vertexAttribPointer } =
    WebGL2RenderingContext.prototype

  gl.getParameter = (name: number): unknown => {
    const value: unknown = getParameter.call(gl, name)
    return name === gl.MAX_TEXTURE_IMAGE_UNITS ? Math.min(Number(value), texturePagesMax) : value
  }
  gl.bindVertexArray = (array) => {
    quads = quadsOf.get(array) ?? { recordLength: 0, corners: null, indices: null, room: 0 }
    quadsOf.set(array, quads)
    bindVertexArray.call(gl, array)
  }
  gl.deleteVertexArray = (array) => {
    quadsOf.delete(array)
    WebGL2RenderingContext.prototype.deleteVertexArray.call(gl, array)
  }
  gl.vertexAttribPointer = (index, size, type, normalised, stride, offset) => {
    if (stride > 0) quads.recordLength = stride / Float32Array.BYTES_PER_ELEMENT
    vertexAttribPointer.call(gl, index, size, type, normalised, stride, offset)
  }
  // Each corner has a record of its own.
  gl.vertexAttribDivisor = () => undefined
  gl.bufferData = ((target: number, data: unknown, usage: number): void => {
    if (target === gl.ELEMENT_ARRAY_BUFFER) {
      quads.indices = getParameter.call(gl, gl.ELEMENT_ARRAY_BUFFER_BINDING) as WebGLBuffer
    } else if (usage === gl.STATIC_DRAW) {
      quads.corners = {
        buffer: getParameter.call(gl, gl.ARRAY_BUFFER_BINDING) as WebGLBuffer,
        unit: data as Float32Array,
      }
    } else {
      const records = data as Float32Array
      if (expanded.length < records.length * cornersOfQuad)
        expanded = new Float32Array(records.length * cornersOfQuad)
      repeatRecords(records, quads.recordLength, expanded)
      bufferData.call(gl, target, expanded, usage, 0, records.length * cornersOfQuad)
    }
  }) as typeof gl.bufferData
  gl.drawElementsInstanced = (_mode, _count, _type, _offset, instances) => {
    if (instances > quads.room) makeRoom(gl, quads, instances)
    for (let quad = 0; quad < instances; quad += drawnAtOnce) {
      const count = Math.min(drawnAtOnce, instances - quad) * indicesOfQuad.length
      const offset = quad * indicesOfQuad.length * Uint32Array.BYTES_PER_ELEMENT
      gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_INT, offset)
    }
  }
}

/** Writes each record four times, once for each corner. */
export function repeatRecords(
  records: Float32Array,
  recordLength: number,
  into: Float32Array,
): void {
  let to = 0
  for (let from = 0; from < records.length; from += recordLength) {
    for (let corner = 0; corner < cornersOfQuad; corner += 1) {
      for (let field = 0; field < recordLength; field += 1)
        into[to++] = records[from + field] as number
    }
  }
}

function makeRoom(gl: WebGL2RenderingContext, quads: Quads, instances: number): void {
  if (quads.corners === null || quads.indices === null) return
  const { bufferData } = WebGL2RenderingContext.prototype
  const room = 2 ** Math.ceil(Math.log2(instances))
  const { buffer, unit } = quads.corners
  const corners = new Float32Array(room * unit.length)
  const indices = new Uint32Array(room * indicesOfQuad.length)
  for (let quad = 0; quad < room; quad += 1) {
    corners.set(unit, quad * unit.length)
    for (let at = 0; at < indicesOfQuad.length; at += 1)
      indices[quad * indicesOfQuad.length + at] = quad * cornersOfQuad + (indicesOfQuad[at] ?? 0)
  }
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
  bufferData.call(gl, gl.ARRAY_BUFFER, corners, gl.STATIC_DRAW, 0)
  bufferData.call(gl, gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW, 0)
  quads.room = room
}
