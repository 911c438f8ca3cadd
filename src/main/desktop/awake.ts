/** `ai.keep_awake`: the computer does not go to sleep while a tab is working. The screen may. */
import { powerSaveBlocker } from '../electron.ts'

/** @returns a function that is called with whether it shall stay awake now */
export function awakeKeeper(): (wanted: boolean) => void {
  let blocker: number | null = null
  return (wanted) => {
    if (wanted === (blocker !== null)) return
    if (blocker !== null) powerSaveBlocker.stop(blocker)
    blocker = wanted ? powerSaveBlocker.start('prevent-app-suspension') : null
  }
}
