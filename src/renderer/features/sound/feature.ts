/** The user's own sound. */
import type { Feature } from '../../page/page.ts'
import { Sound } from './sound.ts'

export const soundFeature: Feature = (page) => {
  const sound = page.get(Sound)
  return {
    messages: {
      'page/sound': (message) => void sound.set(message),
      'page/ring': () => void sound.play(),
    },
  }
}
