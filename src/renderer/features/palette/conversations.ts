/** Old conversations that the palette shows, as the main process has found them so far. */
import type { FoundConversation, SearchEnd } from '../../../agents/conversations/found.ts'
import { searchCharactersMax } from '../../../agents/conversations/limits.ts'
import { noneFound } from '../../../agents/conversations/query.ts'
import type { MainMessage } from '../../../core/ipc/contract.ts'
import { baseName } from '../../../base/text/base-name.ts'
import { span } from '../../../base/text/span.ts'
import { agentName } from '../../../core/windows/tabs/agent-names.ts'
import type { Page } from '../../page/page.ts'
import { Observable } from '../../state/cell.ts'
import type { PaletteEntry } from './entries.ts'

interface Results {
  readonly request: number
  readonly list: readonly FoundConversation[]
  /** `null` while the search runs. */
  readonly end: SearchEnd | null
}

export interface ConversationEntry extends PaletteEntry {
  /** The line that matches. */
  readonly line: string
  /** Continues a copy of the conversation. */
  readonly fork: () => void
}

export class Conversations {
  readonly now = new Observable<Results>({ request: 0, list: [], end: null })
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** @param wanted empty for the newest conversations; cut if it is too long */
  find(wanted: string): void {
    const text = wanted.slice(0, searchCharactersMax)
    const request = this.now.value.request + 1
    // results of the search before stay until others arrive
    this.now.set({ request, list: [], end: null })
    this.#page.send({ kind: 'conversations/find', request, text })
  }

  stop(): void {
    this.#page.send({ kind: 'conversations/stop' })
  }

  received({ request, conversations, end }: MainMessage & { kind: 'conversations/found' }): void {
    const { now } = this
    if (request !== now.value.request) return
    now.set({ request, list: [...now.value.list, ...conversations], end })
  }

  /** @param wall milliseconds since the epoch */
  entries(wall: number): readonly ConversationEntry[] {
    const { list, request } = this.now.value
    return list.map(({ account, agent, at, directory, prompt, line }, index) => {
      const open = (fork: boolean) => () =>
        this.#page.send({ kind: 'conversations/open', request, index, fork })
      const parts = [agentName(agent), account, baseName(directory), span(Math.max(0, wall - at))]
      return {
        ...{ id: `%${request} ${index}`, prefix: '%', heading: '', more: '', line },
        text: prompt === '' ? '(no prompt)' : prompt,
        note: parts.filter((part) => part !== '').join(' · '),
        ...{ run: open(false), fork: open(true) },
      }
    })
  }
}

/** Returns a line about a search without results, or an incomplete search. */
export function searchWords({ end, list }: Results, wanted: string): string | undefined {
  if (end === null) return list.length === 0 ? 'Searching…' : undefined
  if (end.stopped !== null) return end.stopped
  return list.length > 0 ? undefined : noneFound(end, wanted !== '')
}
