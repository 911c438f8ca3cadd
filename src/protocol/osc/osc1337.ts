/**
 * OSC 1337: the few iTerm2 commands that are read. All others, such as focus stealing, are ignored.
 */
import { decodeBase64 } from '../text/base64.ts'
import { userVariableBytesMax, userVariableEncodedMax, userVariableNameMax } from '../limits.ts'
import { fail, ok, type Result } from '../result.ts'
import { hasControl } from '../text/text.ts'
import { decodeUtf8 } from '../text/utf8.ts'
import { parsePath } from './directory.ts'

/** A variable that a program sets (`SetUserVar`), or removes with the value `null`. */
export interface UserVariable {
  readonly variable: string
  readonly value: string | null
}

export type Message1337 = { readonly attention: boolean } | { readonly cwd: string } | UserVariable

const nameForm = new RegExp(`^[A-Za-z0-9_.-]{1,${userVariableNameMax}}$`)

/** Parses the decoded payload after `1337;`. Returns `null` for ignored commands. */
export function parse1337(body: string): Result<Message1337> | null {
  const split = body.indexOf('=')
  if (split === -1) return null
  const value = body.slice(split + 1)
  switch (body.slice(0, split)) {
    case 'RequestAttention':
      if (value === 'yes' || value === 'once') return ok({ attention: true })
      return value === 'no' ? ok({ attention: false }) : null
    case 'CurrentDir': {
      const cwd = parsePath(value)
      return cwd === null ? null : ok({ cwd })
    }
    case 'SetUserVar':
      return userVariable(value)
    default:
      return null
  }
}

/** Reads `NAME=BASE64`. `NAME` alone removes the variable, as in kitty. */
function userVariable(text: string): Result<UserVariable> {
  const split = text.indexOf('=')
  const variable = split === -1 ? text : text.slice(0, split)
  if (!nameForm.test(variable)) return fail('bad-id')
  if (split === -1) return ok({ variable, value: null })
  const encoded = text.slice(split + 1)
  const bytes = encoded.length > userVariableEncodedMax ? null : decodeBase64(encoded)
  if (bytes === null || bytes.length > userVariableBytesMax) return fail('bad-text')
  const value = decodeUtf8(bytes)
  return value === null || hasControl(value) ? fail('bad-text') : ok({ variable, value })
}
