/**
 * Prompts queued for agents in panes of a real tmux. Each agent draws the prompt of Claude Code and
 * notes what it was sent (test/support/dialogs/prompts.pl).
 */
import { chmodSync, copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { TmuxTab, until } from '../../support/tmux-tab.ts'
import { silent } from '../../support/tmux/asking-pane.ts'

const tabs: TmuxTab[] = []
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.dispose()
})

test('a prompt reaches the agent of the active pane, once, and no other pane', async () => {
  const own = new TmuxTab("new-session -s own 'exec sh'", silent)
  tabs.push(own)
  await own.panes(1)
  const program = join(own.folder, 'bin/claude')
  rmSync(program)
  copyFileSync(join(import.meta.dirname, '../../support/dialogs/prompts.pl'), program)
  chmodSync(program, 0o755)
  for (const name of ['one', 'two'])
    own.tmux('split-window', '-t', 'own', `exec ${program} ${join(own.folder, name)}`)
  await own.panes(3)
  const sent = (name: string) => {
    const file = join(own.folder, name)
    return existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : ''
  }
  const { queue, agents } = own.session
  const add = (text: string) => queue.act({ act: 'add', text, guess: false })
  own.tmux('select-pane', '-t', 'own:0.2')
  await until('the agent of the active pane', () => agents.takesPrompts)
  expect(add('for the second')).toHaveProperty('prompts')
  expect(add('and more')).toHaveProperty('prompts')
  own.tmux('select-pane', '-t', 'own:0.1')
  await until('the first prompt', () => sent('two') === '<for the second>')
  await until('both prompts', () => sent('two') === '<for the second>\n<and more>')
  await until('an empty queue', () => queue.prompts.length === 0)
  expect([sent('one'), queue.view.paused]).toEqual(['', null])
  // tmux doesn't tell whether this agent asked for paste brackets before the tab looked
  own.tmux('select-pane', '-t', 'own:0.2')
  expect(add('two\nlines')).toHaveProperty('prompts')
  await until('the pause', () => queue.view.paused !== null)
  expect(sent('two')).toBe('<for the second>\n<and more>')
  // neither the shell nor an agent of the tab's own terminal
  own.tmux('select-pane', '-t', 'own:0.0')
  own.tmux('kill-pane', '-t', 'own:0.2')
  own.tmux('kill-pane', '-t', 'own:0.1')
  await own.panes(1)
  await until('no agent', () => !agents.takesPrompts)
  expect(add('for nothing')).toHaveProperty('problem')
})
