/** Collects the sessions that need the user from all running apps. */
import {
  attentionList,
  type AttentionItem,
  type AttentionList,
} from '../../core/windows/attention/list.ts'
import { askEveryApp, followApp } from '../sessions/ask-app.ts'
import { appsIn, findRoots, type ProcessEnvironment } from '../client/discover.ts'

export type FoundItem = AttentionItem & { readonly app: string }

/** Combined list of all apps, or `null` if none is running. */
export type Attention = {
  readonly working: number
  readonly items: readonly FoundItem[]
} | null

/** Interval of the search for new apps, in ms. */
const lookMs = 1_000

export async function attentionNow(environment: ProcessEnvironment): Promise<Attention> {
  const answers = await askEveryApp(environment, { cmd: 'attention' })
  return together(
    answers.flatMap(({ path, answer }) => {
      const read = attentionList.safeParse(answer)
      return read.success ? [[path, read.data] as const] : []
    }),
  )
}

/** Calls back with the list now and after each change. Returns a function that stops it. */
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
    // A newly found app is about to answer.
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

/** Combines lists: one app keeps its order; else unseen items are first, then the oldest. */
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
