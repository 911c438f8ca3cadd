/**
 * The two text codecs that Node and every browser share; this package takes neither library's
 * types.
 */
declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(bytes?: Uint8Array): string
}
