/** The labels of actions, as menus, the palette and the list of keys show them. */
import { isNode, lineOf, parse, walk, type Node, type SourceFile } from '../parse.ts'
import type { Finding } from './documents.ts'

const actionsPath = 'src/core/config/keys/actions.ts'
const charactersMax = 28

const verbs = new Set([
  ...['Acknowledge', 'Broadcast', 'Choose', 'Clear', 'Close', 'Copy', 'Decrease', 'Duplicate'],
  ...['Equalize', 'Filter', 'Find', 'Focus', 'Go', 'Increase', 'Manage', 'Mark', 'Move', 'Mute'],
  ...['Open', 'Paste', 'Quit', 'Reload', 'Rename', 'Reopen', 'Reset', 'Resize', 'Restart'],
  ...['Resume', 'Save', 'Scroll', 'Search', 'Select', 'Show', 'Snooze', 'Split', 'Swap', 'Toggle'],
])

/** Actions that open an overlay or ask for input, and so have `…` unless they begin with Open. */
const asking = new Set([
  ...['rename_tab', 'tab_list', 'broadcast_to_tabs', 'attention_list', 'why', 'save_layout'],
  ...['mcp_access', 'find', 'find_in_last_output', 'settings', 'command_palette', 'show_keys'],
  ...['choose_theme', 'context_menu'],
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
    ...(verbs.has(first) ? [] : ['a verb at the beginning (test/tidy/prose/labels.ts)']),
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
