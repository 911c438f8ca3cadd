/** A streaming MD5 that runs inside the page, so that what the page received can be compared with what a program wrote. */

/** Source of an expression whose value is a function that makes `{ update(bytes), hex() }`. */
export const md5Source = `(() => {
  const rotations = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
  const constants = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 4294967296))
  return () => {
    const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476)
    const block = new Uint8Array(64)
    const words = new Int32Array(16)
    let filled = 0
    let length = 0
    const mix = (bytes, at) => {
      for (let i = 0; i < 16; i++) { const p = at + i * 4; words[i] = bytes[p] | bytes[p + 1] << 8 | bytes[p + 2] << 16 | bytes[p + 3] << 24 }
      let a = state[0], b = state[1], c = state[2], d = state[3]
      for (let i = 0; i < 64; i++) {
        const round = i >> 4
        const f = round === 0 ? (b & c) | (~b & d) : round === 1 ? (d & b) | (~d & c) : round === 2 ? b ^ c ^ d : c ^ (b | ~d)
        const g = round === 0 ? i : round === 1 ? (5 * i + 1) & 15 : round === 2 ? (3 * i + 5) & 15 : (7 * i) & 15
        const sum = (a + f + constants[i] + words[g]) | 0
        const by = rotations[round * 4 + (i & 3)]
        a = d; d = c; c = b
        b = (b + ((sum << by) | (sum >>> (32 - by)))) | 0
      }
      state[0] = (state[0] + a) | 0; state[1] = (state[1] + b) | 0; state[2] = (state[2] + c) | 0; state[3] = (state[3] + d) | 0
    }
    const update = (bytes) => {
      length += bytes.length
      let at = 0
      if (filled > 0) {
        const part = Math.min(64 - filled, bytes.length)
        block.set(bytes.subarray(0, part), filled); filled += part; at = part
        if (filled === 64) { mix(block, 0); filled = 0 }
      }
      for (; at + 64 <= bytes.length; at += 64) mix(bytes, at)
      if (at < bytes.length) { block.set(bytes.subarray(at), 0); filled = bytes.length - at }
    }
    const hex = () => {
      const total = length
      const tail = new Uint8Array((filled < 56 ? 56 : 120) - filled + 8)
      tail[0] = 0x80
      new DataView(tail.buffer).setBigUint64(tail.length - 8, BigInt(total) * 8n, true)
      update(tail)
      return Array.from(new Uint8Array(state.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('')
    }
    return { update, hex }
  }
})()`
