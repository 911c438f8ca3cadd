/** The labels of actions, as menus, the palette and the list of keys show them. */
import { isNode, lineOf, parse, walk, type Node, type SourceFile } from '../parse.ts'
import type { Finding } from './documents.ts'

const actionsPath = 'src/core/config/keys/actions.ts'
const charactersMax = 34

/** Verbs, and words that name a thing as other terminals do (*New tab*, *Command palette*). */
const beginnings = new Set([
  ...['Command', 'Keyboard', 'Last', 'Most', 'New', 'Next', 'Previous', 'Quick', 'Why'],
  ...['Acknowledge', 'Broadcast', 'Choose', 'Clear', 'Close', 'Copy', 'Decrease', 'Duplicate'],
  ...['Equalize', 'Filter', 'Find', 'Focus', 'Go', 'Increase', 'Manage', 'Mark', 'Move', 'Mute'],
  ...[
    'Open',
    'Paste',
    'Queue',
    'Quit',
    'Reload',
    'Remove',
    'Rename',
    'Reopen',
    'Reset',
    'Resize',
    'Restart',
    'Restore',
  ],
  ...['Resume', 'Save', 'Scroll', 'Search', 'Select', 'Show', 'Snooze', 'Split', 'Swap', 'Toggle'],
])

/**
 * Actions that ask for input, and so have `…` unless they start with Open. A panel that the same
 * keys close, such as the palette, has none.
 */
const asking = new Set([
  ...['rename_tab', 'tab_list', 'broadcast_to_tabs', 'attention_list', 'save_layout'],
  ...['mcp_access', 'settings', 'choose_theme', 'context_menu', 'queue_prompt'],
  'find_conversation',
  ...['new_worktree', 'list_worktrees', 'remove_worktree'],
])

/** Empty for every other file than the table of actions. */
export function labelFindings(file: SourceFile): Finding[] {
  if (file.path !== actionsPath) return []
  return labelsIn(file).flatMap(({ name, label, line }) =>
    labelProblems(name, label).map((expected) => ({
      kind: 'labels',
      line,
      found: `"${label}"`,
      expected,
    })),
  )
}

export function labelProblems(name: string, label: string): string[] {
  const first = label.replace(/…$/, '').split(' ')[0] ?? ''
  return [
    ...(label.length > charactersMax ? [`at most ${charactersMax} characters`] : []),
    ...(beginnings.has(first) ? [] : ['a verb at the start (test/tidy/prose/labels.ts)']),
    ...(asking.has(name) && !label.endsWith('…') && first !== 'Open' ? ['… at the end'] : []),
    ...(!asking.has(name) && label.endsWith('…') ? ['no …: it asks for nothing'] : []),
  ]
}

/** `name: row('group', 'label', ...)`. */
function labelsIn(file: SourceFile): { name: string; label: string; line: number }[] {
  const found: { name: string; label: string; line: number }[] = []
  walk(parse(file).program, (node) => {
    const [key, value] = [node['key'], node['value']]
    if (node.type !== 'Property' || !isNode(key) || !isNode(value)) return
    if (value.type !== 'CallExpression') return
    const label = (value['arguments'] as readonly Node[])[1]
    if (label?.type !== 'Literal') return
    found.push({
      name: String(key['name']),
      label: String(label['value']),
      line: lineOf(file, label.start),
    })
  })
  return found
}
