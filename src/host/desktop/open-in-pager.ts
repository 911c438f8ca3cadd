/** A text in the user's pager: a private file, and the command that shows it and takes it away. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Command } from '../../base/command.ts'
import { openerWords } from '../files/open-file.ts'

/**
 * For all three prompts of `less`, in place of the file's name, which tells nobody anything. What
 * the user's own LESS says comes behind it, and counts; that of the user's lesskey file, too. That
 * of the system's would be hidden: then it is left alone.
 */
const prompt = ['-Ps', '-Pm', '-PM'].map((one) => `${one}?ltlines %lt-%lb?L/%L..?e (END)$`).join('')

/** As text, which `less` reads from 582 on, and as `lesskey` makes it; where it stood of old. */
const systemKeys = [
  '"$LESSKEYIN_SYSTEM" "$LESSKEY_SYSTEM"',
  '/etc/syslesskey /usr/local/etc/syslesskey /etc/sysless /usr/local/etc/sysless',
  '/usr/bin/.sysless /usr/local/bin/.sysless',
].join(' ')

/**
 * Waits for the pager, whose Ctrl+C is its own, and takes the file away however it ends. A tab of
 * the last run has none any more.
 */
const script = [
  'file=$1; shift',
  'test -e "$file" || { echo "This text is gone: it was kept for one look."; exit 1; }',
  `trap 'rm -f -- "$file"; rmdir -- "\${file%/*}"' EXIT`,
  "trap 'exit 129' HUP TERM",
  'trap : INT QUIT',
  `test -z "\${LESS+set}" && LC_ALL=C grep -aqsw LESS ${systemKeys} ||`,
  `export LESS='${prompt} '"$LESS"`,
  '"$@"',
  'exit $?',
].join('\n')

/**
 * @param line counted from 1 @param pager `scrollback.pager`: words, of which no shell reads any
 * @param environment names the folder, XDG_RUNTIME_DIR or that of temporary files
 */
export async function pagerCommand(
  text: Uint8Array,
  line: number,
  pager: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Command> {
  if (pager.trim() === '') throw new Error('scrollback.pager is empty. Name a program in it.')
  const runtime = environment['XDG_RUNTIME_DIR'] ?? ''
  // mkdtemp makes a folder that nobody else can look into, under a name that nobody knows
  const folder = await mkdtemp(join(isAbsolute(runtime) ? runtime : tmpdir(), 'vibeflow-text-'))
  const file = join(folder, 'text')
  await writeFile(file, text, { mode: 0o600, flag: 'wx' })
  return {
    program: '/bin/sh',
    args: ['-c', script, 'sh', file, ...openerWords(pager, file, line, null)],
  }
}
