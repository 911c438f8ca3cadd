/**
 * Finds conversations in the agents' own files for a page, and resumes one in a new tab. The page
 * names a result by number: agent, id and directory are those of the search.
 */
import type { FoundConversation } from '../../../../agents/conversations/found.ts'
import { shownLine } from '../../../../agents/conversations/query.ts'
import { conversationHint } from '../../../../agents/resume/conversation.ts'
import { shippedAgents } from '../../../../agents/rules/shipped.ts'
import { agentDirectories } from '../../../config/accounts.ts'
import { profileNamed } from '../../../config/profile.ts'
import { agentName } from '../../tabs/agent-names.ts'
import type { NewTabs } from '../new-tabs.ts'
import type { WindowContext } from '../workspace-ports.ts'
import type { MessageOf, PageMessageHandlers } from './handlers.ts'

export class OldConversations {
  readonly #context: WindowContext
  readonly #newTabs: NewTabs
  #cancel: (() => void) | null = null
  #found: { readonly request: number; readonly list: FoundConversation[] } = {
    request: -1,
    list: [],
  }

  constructor(context: WindowContext, newTabs: NewTabs) {
    this.#context = context
    this.#newTabs = newTabs
  }

  get handlers() {
    return {
      'conversations/find': (message) => this.#find(message),
      'conversations/stop': () => this.#stop(),
      'conversations/open': (message) => void this.#open(message),
    } satisfies Partial<PageMessageHandlers>
  }

  #stop(): void {
    this.#cancel?.()
    this.#cancel = null
  }

  #find({ request, text }: MessageOf<'conversations/find'>): void {
    const { facts, options, page, ports } = this.#context
    this.#stop()
    const list: FoundConversation[] = []
    this.#found = { request, list }
    const kind = 'conversations/found'
    if (!options.ai.conversations) {
      const stopped = 'The search is off. Turn ai.conversations on to search conversations.'
      page.send({ kind, request, conversations: [], end: { stopped, transcripts: 0 } })
      return
    }
    const directories = agentDirectories(options, facts.environment, facts.home)
    this.#cancel = ports.conversations.search(
      { directories, text },
      {
        found: (conversation) => {
          list.push(conversation)
          page.send({ kind, request, conversations: [conversation], end: null })
        },
        ended: (end) => page.send({ kind, request, conversations: [], end }),
      },
    )
  }

  async #open({ request, index, fork }: MessageOf<'conversations/open'>): Promise<void> {
    const conversation = this.#found.request === request ? this.#found.list[index] : undefined
    if (conversation === undefined) return
    const { agent, account, directory: noted, id } = conversation
    const { options, page, ports } = this.#context
    const wentToOpen = (): boolean => {
      const open = fork ? null : ports.registry.withConversation(agent, id)
      if (open !== null) ports.registry.goTo(open)
      return open !== null
    }
    if (wentToOpen()) return
    const rules = (ports.sessions.agents?.() ?? shippedAgents()).get(agent)
    const directory = noted === '' ? null : await ports.conversations.directory(noted)
    if (wentToOpen()) return // Enter was pressed again
    const found = conversationHint(rules, { id, directory: directory ?? '/', fork })
    const refuse = (why: string) => page.notice('warning', `Can't resume this conversation: ${why}`)
    if (account !== '' && profileNamed(options, account) === undefined)
      refuse(`its profile ${shownLine(account)} no longer exists. Search again.`)
    else if (found === null && (fork ? rules?.fork : rules?.resume) != null)
      refuse('its session id or its directory has unusual characters.')
    else if (found === null)
      refuse(
        `vibeflow has no command that ${fork ? 'copies' : 'resumes'} one of ${agentName(agent)}.`,
      )
    else if (noted === '')
      refuse(`its directory is unknown. Run “${found.line}” in the directory of its project.`)
    else if (directory === null)
      refuse(
        `${shownLine(noted)} no longer exists. Create the directory, or run “${found.line}” in ` +
          'another one.',
      )
    else if (!fork && ports.sessions.lives?.(found.hint, rules?.names ?? []) === true)
      refuse('it is still running in another terminal.')
    else
      this.#newTabs.open({
        ...{ directory, conversation: found.hint },
        ...(account === '' ? {} : { profile: account }),
      })
  }
}
