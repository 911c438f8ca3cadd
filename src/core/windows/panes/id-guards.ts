/** Guards of the ids in messages. They need zod, which commands that only use ids do not load. */
import { z } from 'zod'

const text = z.string().min(1).max(64)

export const sessionId = text.brand<'SessionId'>()
export const paneId = text.brand<'PaneId'>()
export const tabId = text.brand<'TabId'>()
