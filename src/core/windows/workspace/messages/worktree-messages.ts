/** Handles a page's requests about the worktrees of a tab's repository. */
import { noSuchProfile, profileNamed } from '../../../config/profile.ts'
import { isProblem, shownName, shownPath } from '../../worktrees/removal.ts'
import type { WorktreeAct } from '../../worktrees/worktree-view.ts'
import type { Directories } from '../directories.ts'
import type { NewTabs } from '../new-tabs.ts'
import { profileCommand, type TabOptions } from '../tab-options.ts'
import type { TabStrip } from '../tab-strip.ts'
import type { WindowContext } from '../workspace-ports.ts'
import type { MessageOf } from './handlers.ts'

/** A worktree that needs longer, ms, has a notice and opens in the background. */
const slowMs = 2_000

type Act<Name extends WorktreeAct['act']> = Extract<WorktreeAct, { readonly act: Name }>

export function worktreeActs(
  context: WindowContext,
  strip: TabStrip,
  newTabs: NewTabs,
  directories: Directories,
): (message: MessageOf<'worktree/act'>) => void {
  const { page, ports } = context
  const { worktrees, goTo } = ports.registry
  const refuse = (problem: string): void => page.notice('error', problem)

  async function create(directory: string, { branch, profile, tool }: Act<'new'>): Promise<void> {
    const { options } = context
    const found = profileNamed(options, profile)
    if (profile !== undefined && found === undefined) return refuse(noSuchProfile(options, profile))
    // only the user's own list names programs
    const program = options.ai.tools.find((name) => name === tool)
    const own = found === undefined ? {} : { profile, ...profileCommand(found) }
    const { command = program === undefined ? undefined : { program, args: [] } }: Own = own
    let isSlow = false
    const cancel = ports.clock.after(slowMs, () => {
      isSlow = true
      page.notice('notice', `Creating a worktree of ${shownPath(directory)}…`)
    })
    const made = await worktrees.create(directory, branch, command?.program ?? profile ?? null)
    cancel()
    if (isProblem(made)) return refuse(made.problem)
    const tab: TabOptions = {
      ...{ directory: made.path, ...(profile === undefined ? {} : { profile }) },
      ...(command === undefined ? {} : { command }),
    }
    if (isSlow) newTabs.openInBackground(tab)
    else newTabs.open(tab)
    const verb = made.isNew ? 'Created' : 'Checked out'
    const done = `${verb} ${shownName(made.branch)} in ${shownPath(made.path)}.`
    if (made.notes.length > 0) page.notice('warning', [done, ...made.notes].join(' '))
    else if (isSlow) page.notice('notice', done)
  }

  async function open(directory: string, { path }: Act<'open'>): Promise<void> {
    const found = await worktrees.find(directory, path)
    if (isProblem(found)) return refuse(found.problem)
    const [tab] = found.tabs
    if (tab === undefined || !goTo(tab.session)) newTabs.open({ directory: found.path })
  }

  async function remove(directory: string, { path, agreed }: Act<'remove'>): Promise<void> {
    const answer = await worktrees.remove(directory, path, { mayClose: true }, agreed)
    if (isProblem(answer)) refuse(answer.problem)
    else page.notice('notice', `Removed ${shownPath(path)}.`)
  }

  async function act(message: MessageOf<'worktree/act'>, directory: string): Promise<void> {
    const { do: wanted } = message
    if (wanted.act === 'new') return create(directory, wanted)
    if (wanted.act === 'open') return open(directory, wanted)
    if (wanted.act === 'remove') return remove(directory, wanted)
    const none = noState(message)
    if (wanted.act === 'list') {
      const list = await worktrees.list(directory)
      page.send(isProblem(list) ? { ...none, problem: list.problem } : { ...none, list })
      return
    }
    const removal = await worktrees.check(directory, wanted.path, { mayClose: true })
    if (isProblem(removal)) refuse(removal.problem)
    else page.send({ ...none, removal })
  }

  return (message) => {
    const session = strip.sessions.get(message.session)
    if (session === undefined) return
    directories.lookUp(session)
    const { directory, elsewhere } = session.identity
    if (elsewhere === null) return void act(message, directory)
    const problem = `This tab works on ${shownName(elsewhere)}, not on this machine.`
    if (message.do.act === 'list') page.send({ ...noState(message), problem })
    else refuse(problem)
  }
}

const noState = ({ session }: MessageOf<'worktree/act'>) =>
  ({ kind: 'worktree/state', session, list: null, removal: null, problem: null }) as const

type Own = Pick<TabOptions, 'command'>
