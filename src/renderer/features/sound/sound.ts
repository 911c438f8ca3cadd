/**
 * The user's own sound (`bell.sound`): for bells and for notifications with a sound. One at a time;
 * it comes as bytes, since a page may load nothing.
 */
import type { MainMessage } from '../../../core/ipc/contract.ts'
import type { Page } from '../../page.ts'

/** A sound is a sign, no music: it is cut off after this time, seconds. */
const soundMaxS = 5

export class Sound {
  readonly #page: Page
  #context: AudioContext | null = null
  #wave: AudioBuffer | null = null
  #playing = false
  /** Sounds that were begun, for specs. */
  played = 0

  constructor(page: Page) {
    this.#page = page
  }

  /**
   * No bytes: there is none. What cannot be played is said, and the desktop's bell takes its place.
   */
  async set({ file, bytes }: Extract<MainMessage, { kind: 'page/sound' }>): Promise<void> {
    this.#wave = null
    if (bytes.byteLength === 0) return
    try {
      this.#context ??= new AudioContext()
      this.#wave = await this.#context.decodeAudioData(bytes.slice().buffer)
    } catch {
      this.#page.notices.add(
        'warning',
        `bell.sound: ${file} cannot be played. The desktop's bell is used ` +
          'instead. WAV, Ogg, FLAC and MP3 are known.',
      )
      this.#page.send({ kind: 'bell/unplayable' })
    }
  }

  async play(): Promise<void> {
    const context = this.#context
    if (this.#wave === null || context === null || this.#playing) return
    this.#playing = true
    this.played += 1
    await context.resume() // it sleeps in between: a device that is kept open costs power
    const source = new AudioBufferSourceNode(context, { buffer: this.#wave })
    source.connect(context.destination)
    source.onended = () => {
      this.#playing = false
      void context.suspend()
    }
    source.start(0, 0, soundMaxS)
  }
}
