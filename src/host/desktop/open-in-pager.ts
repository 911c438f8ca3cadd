/** Shows text in the user's pager: a private file, and a command that shows and removes it. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Command } from '../../base/command.ts'
import { openerWords } from '../files/open-file.ts'

/**
 * Replaces the file name in all three prompts of `less`. The user's LESS follows it and takes
 * precedence, as does the user's lesskey file. It would hide a system-wide LESS, so then it is not
 * set.
 */
const prompt = ['-Ps', '-Pm', '-PM'].map((one) => `${one}?ltlines %lt-%lb?L/%L..?e (END)$`).join('')

/** System lesskey files: as text (`less` 582 and newer), compiled, and in their old locations. */
const systemKeys = [
  '"$LESSKEYIN_SYSTEM" "$LESSKEY_SYSTEM"',
  '/etc/syslesskey /usr/local/etc/syslesskey /etc/sysless /usr/local/etc/sysless',
  '/usr/bin/.sysless /usr/local/bin/.sysless',
].join(' ')

/**
 * Waits for the pager, which handles Ctrl+C itself, and removes the file however it ends. A tab
 * restored from the last run no longer has the file.
 */
const script = [
  'file=$1; shift',
  'test -e "$file" || { echo "This text was temporary and has been deleted."; exit 1; }',
  `trap 'rm -f -- "$file"; rmdir -- "\${file%/*}"' EXIT`,
  "trap 'exit 129' HUP TERM",
  'trap : INT QUIT',
  `test -z "\${LESS+set}" && LC_ALL=C grep -aqsw LESS ${systemKeys} ||`,
  `export LESS='${prompt} '"$LESS"`,
  '"$@"',
  'exit $?',
].join('\n')

/**
 * @param line counted from 1
 * @param pager value of `scrollback.pager`, split into arguments without a shell
 * @param environment defines XDG_RUNTIME_DIR, else the directory of temporary files is used
 */
export async function pagerCommand(
  text: Uint8Array,
  line: number,
  pager: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Command> {
  if (pager.trim() === '')
    throw new Error('scrollback.pager is empty. Set it to a program such as "less -R".')
  const runtime = environment['XDG_RUNTIME_DIR'] ?? ''
  // mkdtemp creates a directory with an unpredictable name that only this user can read.
  const folder = await mkdtemp(join(isAbsolute(runtime) ? runtime : tmpdir(), 'vibeflow-text-'))
  const file = join(folder, 'text')
  await writeFile(file, text, { mode: 0o600, flag: 'wx' })
  return {
    program: '/bin/sh',
    args: ['-c', script, 'sh', file, ...openerWords(pager, file, line, null)],
  }
}
