/**
 * Fake agents that can be resumed: scripts with the names of agents. Each counts the turns of a
 * conversation in a file per session, and reports in its own dialect the arguments that resume it.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const emitter = resolve(import.meta.dirname, '../../src/protocol/bin/vibeflow-emit.mjs')

const base64 = (variable: string) => `$(printf %s "${variable}" | base64 -w0)`

const arms = (name: string, args: string) =>
  `printf '\\033]88;arm;cmd=%s;args=%s\\007' ${base64(name)} "${base64(args)}"`
const namesSession = (name: string) =>
  `printf '\\033]26;AppName=%s;SessionId=%s\\007' ${base64(name)} "${base64('$id')}"`

/** By name: the words that resume session $id, and how the agent reports it. */
const agents: Readonly<Record<string, { readonly words: string; readonly reports: string }>> = {
  claude: {
    words: '--resume',
    reports:
      `echo '{"hook_event_name":"SessionStart","session_id":"'"$id"'"}' | ` +
      `'${process.execPath}' '${emitter}' --hook claude`,
  },
  codex: { words: 'resume', reports: arms('codex', 'resume $id') },
  opencode: { words: '--session', reports: namesSession('opencode') },
  qwen: {
    words: '--resume',
    reports:
      `printf '\\033]777;notify;warp://cli-agent;` +
      `{"event":"session_start","v":1,"agent":"qwen","session_id":"%s"}\\007' "$id"`,
  },
}

export const standIns: readonly string[] = Object.keys(agents)

/** Puts them into the PATH of this home. */
export function installStandIns(home: string): void {
  mkdirSync(join(home, 'talks'), { recursive: true })
  for (const [name, { words, reports }] of Object.entries(agents))
    writeFileSync(
      join(home, '.desktop', name),
      '#!/bin/sh\n' +
        `if [ "$1" = "${words}" ]; then id=$2; else id=${name}-$(date +%s%N); fi\n` +
        `echo turn >> "$HOME/talks/$id"\n` +
        `${reports}\n` +
        `echo "${name} turn $(wc -l < "$HOME/talks/$id")"\n` +
        'while read line; do :; done\n',
      { mode: 0o755 },
    )
}

/** Runs a command in a group of its own as shells do, prints nothing, and reads on itself. */
export const silentShell = `
  use POSIX qw(setpgid tcsetpgrp); $SIG{TTOU} = "IGNORE"; my $after = shift;
  if (my $child = fork) { waitpid $child, 0; tcsetpgrp 0, getpgrp }
  else { setpgid 0, 0; tcsetpgrp 0, $$; exec @ARGV }
  open my $to, ">", $after; while (sysread STDIN, my $byte, 1) { syswrite $to, $byte }
`.replaceAll('\n', ' ')
