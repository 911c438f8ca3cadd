/** All verbs, in the order of help. */
import type { Verb } from '../verb.ts'
import { attach } from './attach.ts'
import { completion } from './completion.ts'
import { focus, kill, resize, send } from './input.ts'
import { ls } from './ls.ts'
import { open } from './new.ts'
import { record, replay } from './record.ts'
import { snapshot } from './snapshot.ts'
import { status, wait, why } from './state.ts'

export const verbs: readonly Verb[] = [ls, attach, send, resize, kill, status, why, snapshot, wait, record, replay, focus, open, completion(() => verbs)]
