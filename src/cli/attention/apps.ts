/** What needs the user in all running apps: once, and as it changes. */
import {
  attentionList,
  type AttentionItem,
  type AttentionList,
} from '../../core/windows/attention/list.ts'
import { askEveryApp, followApp } from '../ask-app.ts'
import { appsIn, findRoots, type ProcessEnvironment } from '../client/discover.ts'

/** An item, and the socket of the app that has it. */
export type FoundItem = AttentionItem & { readonly app: string }

/** Of all apps. null: none is running. */
export type Attention = {
  readonly working: number
  readonly items: readonly FoundItem[]
} | null

/** An app that answers so late, ms, is hung and not waited for: a busy one is about to. */
const answerMs = 2_000

/** Apps that have started are found after so long, ms. */
const lookMs = 1_000

/** What it is now. */
export async function attentionNow(environment: ProcessEnvironment): Promise<Attention> {
  const answers = await askEveryApp(environment, { cmd: 'attention' }, answerMs)
  return together(
    answers.flatMap(({ path, answer }) => {
      const read = attentionList.safeParse(answer)
      return read.success ? [[path, read.data] as const] : []
    }),
  )
}

/**
 * Calls with what it is at first, and whenever it is another one; apps may come and go.
 * @returns what ends that
 */
export function followAttention(
  environment: ProcessEnvironment,
  changed: (attention: Attention) => void,
): () => void {
  const apps = new Map<string, { list: AttentionList | null; readonly stop: () => void }>()
  const roots = findRoots(environment)
  const say = (): void => {
    const known = [...apps].flatMap(([path, { list }]) =>
      list === null ? [] : [[path, list] as const],
    )
    // one that has just been found is about to answer
    if (known.length > 0 || apps.size === 0) changed(together(known))
  }
  const look = (): void => {
    const none = apps.size === 0
    for (const path of appsIn(roots)) {
      if (apps.has(path)) continue
      const stop = followApp(
        path,
        { cmd: 'attention', follow: true },
        {
          answered: (answer) => {
            const read = attentionList.safeParse(answer)
            const app = apps.get(path)
            if (!read.success || app === undefined) return
            app.list = read.data
            say()
          },
          closed: () => {
            if (apps.delete(path)) say()
          },
        },
      )
      apps.set(path, { list: null, stop })
    }
    if (none && apps.size === 0) say()
  }
  look()
  const timer = setInterval(look, lookMs)
  return () => {
    clearInterval(timer)
    for (const { stop } of apps.values()) stop()
    apps.clear()
  }
}

/** One app has its own order; of several what nobody has seen comes first, then the oldest. */
function together(lists: readonly (readonly [path: string, list: AttentionList])[]): Attention {
  if (lists.length === 0) return null
  const items = lists.flatMap(([app, list]) => list.items.map((item) => ({ ...item, app })))
  return {
    working: lists.reduce((sum, [, { working }]) => sum + working, 0),
    items:
      lists.length === 1
        ? items
        : items.sort((a, b) => Number(a.seen) - Number(b.seen) || a.since - b.since),
  }
}
