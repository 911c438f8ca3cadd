/** Plays `bell.sound`, one at a time, from bytes: the page may not load files. */
import type { MainMessage } from '../../../core/ipc/contract.ts'
import type { Page } from '../../page/page.ts'

/** Longest sound, s. The rest is cut off. */
const soundMaxS = 5

export class Sound {
  readonly #page: Page
  #context: AudioContext | null = null
  #wave: AudioBuffer | null = null
  #playing = false
  played = 0

  constructor(page: Page) {
    this.#page = page
  }

  /** Sets the sound, or none without bytes. If it cannot be decoded, the desktop's bell is used. */
  async set({ file, bytes }: Extract<MainMessage, { kind: 'page/sound' }>): Promise<void> {
    this.#wave = null
    if (bytes.byteLength === 0) return
    try {
      this.#context ??= new AudioContext()
      this.#wave = await this.#context.decodeAudioData(bytes.slice().buffer)
    } catch {
      this.#page.notices.add(
        'warning',
        `Can't play bell.sound (${file}). Using the system bell. ` +
          'Supported: WAV, Ogg, FLAC, MP3.',
      )
      this.#page.send({ kind: 'bell/unplayable' })
    }
  }

  async play(): Promise<void> {
    const context = this.#context
    if (this.#wave === null || context === null || this.#playing) return
    this.#playing = true
    this.played += 1
    await context.resume() // suspended in between, because an open device costs power
    const source = new AudioBufferSourceNode(context, { buffer: this.#wave })
    source.connect(context.destination)
    source.onended = () => {
      this.#playing = false
      void context.suspend()
    }
    source.start(0, 0, soundMaxS)
  }
}
