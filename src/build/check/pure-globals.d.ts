/** Globals of Node and browsers for pure code: the text codecs. */
declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}
/** And the parser of addresses. */
declare class URL {
  constructor(address: string)
  static canParse(address: string): boolean
  readonly protocol: string
  readonly hostname: string
  readonly port: string
  readonly username: string
  readonly password: string
  readonly href: string
  readonly pathname: string
}
