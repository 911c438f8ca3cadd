/** The items that need the user, set by a test, and the calls that were made to them. */
import type {
  AttentionAct,
  AttentionItem,
  AttentionList,
} from '../../../src/core/windows/attention/list.ts'
import type { PromptQueueAct } from '../../../src/core/windows/tabs/prompt-queue-view.ts'
import type { AgentDialog } from '../../../src/core/windows/tabs/tab-view.ts'
import type { AttentionCalls } from '../../../src/host/socket/app-socket.ts'

export interface FakeAttention extends AttentionCalls {
  /** Sets the list, and calls who follows. */
  set(list: AttentionList): void
  readonly acts: (AttentionAct & { readonly id: string })[]
  readonly followers: Set<() => void>
  /**
   * The dialog of each session, the choices that were sent, and the reason for which further
   * choices are refused.
   */
  readonly dialogs: Map<string, AgentDialog>
  readonly answers: (readonly [id: string, token: string, choice: number])[]
  refuses: string | null
  /** Actions on prompt queues. A session without a dialog is unknown. */
  readonly queued: (readonly [id: string, act: PromptQueueAct, by: string])[]
}

export function fakeAttention(): FakeAttention {
  let list: AttentionList = { working: 0, items: [] }
  const acts: FakeAttention['acts'] = []
  const followers = new Set<() => void>()
  const dialogs: FakeAttention['dialogs'] = new Map()
  const answers: FakeAttention['answers'] = []
  const fake: FakeAttention = {
    dialogs,
    answers,
    refuses: null,
    dialog: (id) => {
      const dialog = dialogs.get(id)
      return dialog === undefined ? null : Promise.resolve(dialog)
    },
    answer: (id, token, choice) => {
      const dialog = dialogs.get(id)
      if (dialog === undefined) return null
      const chosen = dialog.choices.find(({ number }) => number === choice)
      if (fake.refuses !== null) return Promise.resolve({ sent: false, why: fake.refuses })
      if (chosen === undefined || dialog.token !== token)
        return Promise.resolve({ sent: false, why: 'It is another dialog.' })
      answers.push([id, token, choice])
      return Promise.resolve({ sent: true, rule: 'asks', lines: dialog.lines, choice: chosen })
    },
    queued: [],
    queue: (id, act, by) => {
      if (!dialogs.has(id)) return null
      if (fake.refuses !== null) return { problem: fake.refuses }
      fake.queued.push([id, act, by])
      return { prompts: [], paused: null, waitsFor: '' }
    },
    acts,
    followers,
    set: (next) => {
      list = next
      for (const follower of followers) follower()
    },
    list: () => list,
    follow: (changed) => {
      followers.add(changed)
      return () => followers.delete(changed)
    },
    attend: (id, act) => {
      if (!list.items.some((one) => one.id === id)) return false
      acts.push({ id, ...act })
      return true
    },
    seen: () => Promise.resolve(true),
    next: () => {
      const [first = null] = list.items
      if (first !== null) acts.push({ id: first.id, act: 'go' })
      return first
    },
    upNext: () => ({ item: list.items[0] ?? null, isOn: false }),
    nextElsewhere: () => undefined,
  }
  return fake
}

/** An item that waits for a permission, but for what is given. */
export function attentionItemOf(
  given: Partial<AttentionItem> & { readonly id: string },
): AttentionItem {
  return {
    ...{ title: given.id, project: '', tool: 'claude', state: 'waiting', kind: 'permission' },
    ...{ message: '', since: Date.now(), window: 'Window 1', seen: false, muted: false },
    ...given,
  }
}
