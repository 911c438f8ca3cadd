/** Mirror images of box drawing characters, for mode 2500, in pairs. */
const pairs = '┌┐┍┑┎┒┏┓└┘┕┙┖┚┗┛├┤┝┥┞┦┟┧┠┨┡┩┢┪┣┫┭┮┱┲┵┶┹┺┽┾╃╄╅╆╉╊╒╕╓╖╔╗╘╛╙╜╚╝╞╡╟╢╠╣╭╮╯╰╱╲╴╶╸╺╼╾'

/** Returns the mirror image, or the character itself. */
export function mirroredBox(code: number): number {
  const at = code < 0x2500 || code > 0x257f ? -1 : pairs.indexOf(String.fromCharCode(code))
  return at === -1 ? code : pairs.charCodeAt(at ^ 1)
}
