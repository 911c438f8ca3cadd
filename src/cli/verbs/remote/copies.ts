/**
 * Copies files that the user pastes or drops into the tab of a `vibeflow ssh` or `vibeflow enter`:
 * into the private directory of this login, which is removed at its end.
 */
import { serveCopies } from '../../../host/socket/copy-socket.ts'
import { copyMs, copyProblem } from '../../../core/consent/dropped.ts'
import { runBounded } from '../../../host/files/git/bounded-run.ts'
import type { Leading } from './connect.ts'

/** File in the private directory with the id of the login. */
export const idFile = 'id'

/**
 * Run by sh, but passed on by any login shell: without quotes, exclamation marks, backslashes and
 * line feeds. Other users can see the id, so that the directory must belong to this user. They can
 * link to it, so that only the directory that was entered counts, and its real path.
 * Arguments: 1 the id, 2 the name of the file.
 */
const receive = [
  'umask 077; for d in "${TMPDIR:-/tmp}"/vibeflow.*; do ',
  'cd -P "$d" 2>/dev/null && [ -O . ] ',
  `&& [ -O ${idFile} ] && read -r i <${idFile} && [ "$i" = "$1" ] || continue; `,
  'mkdir -p files && cat >"files/$2" || exit 1; ',
  'printf "vibeflow;%s;" "$(pwd -P)/files/$2"; exit 0; done; exit 96',
].join('')

/** Start-up files may print more. */
const outputBytesMax = 65_536

/**
 * Takes copies while the login lasts. `id` has letters and digits.
 * @param lead returns the program that runs these words on the other side
 * @returns a function that ends it
 */
export function offerCopies(
  environment: Leading['environment'],
  id: string,
  lead: (words: readonly string[]) => Leading,
): () => void {
  const socket = environment['VIBEFLOW_SOCKET']
  if (socket === undefined || !socket.startsWith('/')) return () => undefined
  return serveCopies(socket, async (name, bytes) => {
    const {
      program,
      args,
      environment: variables,
    } = lead(['sh', '-c', receive, 'vibeflow', id, name])
    let words = ''
    const output = await runBounded({
      program,
      args,
      environment: Object.fromEntries(
        Object.entries(variables).filter((entry): entry is [string, string] => entry[1] != null),
      ),
      directory: process.cwd(),
      input: bytes,
      withinMs: copyMs - 2_000,
      bytesMax: outputBytesMax,
      urgent: true,
      failed: (said) => {
        words = said
      },
    })
    const path = /vibeflow;(\/[^;]*);$/.exec(Buffer.from(output ?? []).toString())?.[1]
    if (path === undefined) throw new Error(copyProblem(words))
    return path
  })
}
