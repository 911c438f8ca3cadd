/** `ai.keep_awake`: the computer does not sleep while a tab is working. The screen may. */
import { powerSaveBlocker } from '../electron.ts'

/** Returns a function that keeps the computer awake, or stops that. */
export function awakeKeeper(): (wanted: boolean) => void {
  let blocker: number | null = null
  return (wanted) => {
    if (wanted === (blocker !== null)) return
    if (blocker !== null) powerSaveBlocker.stop(blocker)
    blocker = wanted ? powerSaveBlocker.start('prevent-app-suspension') : null
  }
}
