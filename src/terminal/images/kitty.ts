/**
 * Kitty's graphics protocol (sw.kovidgoyal.net/kitty/graphics-protocol): commands in APC strings
 * that start with `G`. Replies are typed, like all others.
 */
import { Base64Bytes } from './base64.ts'
import { controlBytesMax, pictureBytesMax } from './limits.ts'
import type { PictureHost } from './host.ts'
import type { ImagePicture } from './picture.ts'
import type { Screen } from '../screen/screen.ts'
import { lineFeed } from '../screen/scroll.ts'
import { addFrame, animate, composeFrames, type AnimationFrames } from './kitty-animation.ts'
import { PlacementReader } from './kept-pictures.ts'
import { KittyCommand } from './kitty-command.ts'
import { parentOf } from './kitty-parent.ts'
import { decodePixels, sentBy, type GraphicsOutcome, type Sent } from './kitty-data.ts'
import { deletePictures } from './kitty-delete.ts'
import { PixelQueue } from './pixel-queue.ts'
import { placeImage } from './place.ts'

/** Outcome of a command, and its image and frame, from 1. */
interface Done {
  readonly outcome: GraphicsOutcome
  readonly picture?: ImagePicture
  readonly frame?: number
}

/** Data of several commands. `files`: it may name one. */
interface Loading {
  readonly command: KittyCommand
  readonly data: Base64Bytes
  readonly files: boolean
}

export class Kitty {
  readonly #screen: Screen
  readonly #host: PictureHost | undefined
  readonly #queue: PixelQueue
  readonly #frames: AnimationFrames
  #control = ''
  #inData = false
  #tooLong = false
  /** Whether files were allowed where the string started. */
  #files = false
  #command: KittyCommand | null = null
  #data: Base64Bytes | null = null
  #loading: Loading | null = null
  /** The string continues another terminal (`KeptPictures`). */
  #restores = false
  readonly #restored = new PlacementReader()

  constructor(screen: Screen, host: PictureHost | undefined) {
    this.#screen = screen
    this.#host = host
    const { pictures } = screen
    this.#queue = new PixelQueue(pictures, (act) => host?.soon(act))
    this.#frames = {
      pictures,
      queue: this.#queue,
      pixelsOf: (picture) => decodePixels(picture, host),
    }
  }

  /** Starts a string, after the `G`, or the `V` of a kept image. */
  begin(restores: boolean): void {
    this.#restores = restores
    this.#control = ''
    this.#inData = false
    this.#tooLong = false
    this.#files = this.#screen.facts.files
    this.#command = null
    this.#data = null
  }

  add(bytes: Uint8Array, from: number, end: number): void {
    let at = from
    if (!this.#inData) {
      const semicolon = bytes.subarray(from, end).indexOf(0x3b)
      const controlEnd = semicolon < 0 ? end : from + semicolon
      this.#tooLong ||= this.#control.length + controlEnd - from > controlBytesMax
      if (!this.#tooLong) this.#control += String.fromCharCode(...bytes.subarray(from, controlEnd))
      if (semicolon < 0) return
      this.#inData = true
      this.#begun()
      at = controlEnd + 1
    }
    if (at < end) this.#data?.add(bytes, at, end)
  }

  /** `whole`: the string was not canceled. */
  end(whole: boolean): void {
    if (!this.#inData) this.#begun()
    const [command, data] = [this.#command, this.#data]
    this.#command = null
    this.#data = null
    if (command === null || data === null || !whole) {
      this.#loading = null
      return
    }
    if (this.#restores) {
      this.#restore(command, data)
      return
    }
    // A file name is not read if any part is from another machine or replayed.
    const files = this.#files && this.#screen.facts.files && this.#loading?.files !== false
    if (command.number('m') === 1) {
      this.#loading = { command: this.#loading?.command ?? command, data, files }
      return
    }
    const first = this.#loading?.command ?? command
    this.#loading = null
    this.#answer(first, command, this.#run(first, data, files))
  }

  /** Handles the complete control data. */
  #begun(): void {
    this.#command = this.#tooLong ? null : KittyCommand.parse(this.#control)
    this.#control = ''
    if (this.#command === null) return
    if (this.#restores || !this.#command.continues) this.#loading = null
    this.#data = this.#loading?.data ?? new Base64Bytes(pictureBytesMax)
  }

  #run(command: KittyCommand, data: Base64Bytes, files: boolean): Done {
    const { pictures } = this.#screen
    const action = command.letter('a', 't')
    if (action === 'd') {
      deletePictures(this.#screen, command, this.#queue)
      return { outcome: 'OK' }
    }
    if (command.number('i') > 0 && command.number('I') > 0) return { outcome: 'EINVAL' }
    const known = pictures.byId(command.number('i')) ?? pictures.byNumber(command.number('I'))
    switch (action) {
      case 't':
      case 'T':
      case 'q':
      case 'f': {
        if (data.problem !== null)
          return { outcome: data.problem === 'too-large' ? 'EFBIG' : 'EINVAL' }
        if (action === 'f' && known === undefined) return { outcome: 'ENOENT' }
        const sent = sentBy(command, data.taken(), this.#host, files)
        if (typeof sent === 'string') return { outcome: sent }
        if (action === 'q') return { outcome: 'OK' }
        return action === 'f' ? this.#addFrame(known!, command, sent) : this.#add(command, sent)
      }
      case 'p':
        return known === undefined
          ? { outcome: 'ENOENT' }
          : { outcome: this.#place(command, known), picture: known }
      case 'a':
        return known === undefined
          ? { outcome: 'ENOENT' }
          : { outcome: animate(pictures, known, command), picture: known }
      case 'c':
        return known === undefined
          ? { outcome: 'ENOENT' }
          : { outcome: composeFrames(this.#frames, known, command), picture: known }
      default:
        return { outcome: 'EINVAL' }
    }
  }

  /** Continues another terminal. Nothing is answered, and no file is read. */
  #restore(command: KittyCommand, data: Base64Bytes): void {
    if (data.problem !== null) return
    const restored = this.#restored
    const bytes = data.taken()
    const action = command.letter('a', '')
    if (action === 'd') {
      restored.forget()
      this.#screen.pictures.isContinuing = false
    } else if (action === 'p') restored.place(this.#screen, command, bytes)
    else if (action === 't' || action === 'f') {
      const sent = command.letter('t', 'd') === 'd' ? sentBy(command, bytes, this.#host, false) : ''
      if (action === 't')
        restored.add(
          typeof sent === 'string' ? undefined : this.#addAs(command.number('i'), command, sent),
        )
      else if (typeof sent !== 'string' && restored.picture !== undefined)
        this.#addFrame(restored.picture, command, sent)
    } else if (action === 'a' && restored.picture !== undefined)
      animate(this.#screen.pictures, restored.picture, command)
  }

  #addFrame(picture: ImagePicture, command: KittyCommand, sent: Sent): Done {
    const pixels = decodePixels(sent, this.#host)
    if (typeof pixels === 'string') return { outcome: pixels, picture }
    const frames = 1 + (picture.animation?.frames.length ?? 0)
    const edited = command.number('r')
    const frame = edited > 0 && edited <= frames ? edited : frames + 1
    const outcome = addFrame(this.#frames, picture, command, pixels)
    return outcome === 'OK' ? { outcome, picture, frame } : { outcome, picture }
  }

  #add(command: KittyCommand, sent: Sent): Done {
    const { pictures } = this.#screen
    const number = command.number('I')
    const shows = command.letter('a', 't') === 'T'
    const id = command.number('i') || (number > 0 || !shows ? pictures.freeId() : 0)
    const picture = this.#addAs(id, command, sent)
    return { outcome: shows ? this.#place(command, picture) : 'OK', picture }
  }

  #addAs(id: number, command: KittyCommand, sent: Sent): ImagePicture {
    const { pictures } = this.#screen
    const { width, height, form, data, later } = sent
    const number = command.number('I')
    const picture = pictures.add({
      ...{ id, number, width, height, form, data },
      ...{ version: 1, animation: null },
    })
    if (later !== undefined)
      this.#queue.add(picture, sent, (inflated) => pictures.filled(picture, inflated))
    return picture
  }

  #place(command: KittyCommand, picture: ImagePicture): GraphicsOutcome {
    const screen = this.#screen
    const virtual = command.number('U') === 1
    const parent = parentOf(screen, command, picture)
    if (typeof parent === 'string') return parent
    const [x, y] = [command.number('x'), command.number('y')]
    if (x >= picture.width || y >= picture.height) return 'EINVAL'
    const { cols, rows } = placeImage(screen, {
      picture,
      id: command.number('p'),
      source: {
        x,
        y,
        width: Math.min(command.number('w') || picture.width, picture.width - x),
        height: Math.min(command.number('h') || picture.height, picture.height - y),
      },
      cols: Math.min(1_000, command.number('c')),
      rows: Math.min(1_000, command.number('r')),
      offsetX: command.number('X'),
      offsetY: command.number('Y'),
      z: command.signed('z'),
      virtual,
      parent,
    })
    if (!virtual && parent === null && command.number('C') !== 1)
      moveCursorAfter(screen, cols, rows)
    return 'OK'
  }

  /** Does not reply to commands without id and number, or to successful control. */
  #answer(first: KittyCommand, last: KittyCommand, { outcome, picture, frame }: Done): void {
    const number = first.number('I')
    const id = first.number('i') || (number > 0 ? (picture?.id ?? 0) : 0)
    const quiet = Math.max(first.number('q'), last.number('q'))
    if (id === 0 && number === 0) return
    const action = first.letter('a', 't')
    if (action === 'd' || (action === 'a' && outcome === 'OK')) return
    if (quiet >= (outcome === 'OK' ? 1 : 2)) return
    const placement = first.number('p')
    const named = frame === undefined ? {} : { frame }
    this.#screen.events.asked({ kind: 'graphics', id, number, placement, outcome, ...named })
  }
}

/** Moves right of the image's last row, as kitty does; at the edge to the next row. */
function moveCursorAfter(screen: Screen, cols: number, rows: number): void {
  screen.pending = false
  const { x, modes } = screen
  const { newline } = modes
  modes.newline = false
  for (let row = 1; row < rows; row += 1) lineFeed(screen)
  screen.x = x + cols
  if (screen.x >= screen.cols) {
    screen.x = 0
    lineFeed(screen)
  }
  modes.newline = newline
}
