/**
 * What the shell's marks (OSC 133) say of the primary screen and its history, by row numbers: where
 * prompts, commands and their output stand, and how they ended; and where events of the recorder
 * stand. Rows keep their numbers, so nothing is done while text comes and goes.
 */
import { parse133 } from '../../protocol/osc/marks.ts'
import type { MarkListener } from '../screen/screen.ts'
import type { MarkedCommand } from './frame.ts'
import { eventPlacesMax, promptsMax } from './limits.ts'

/**
 * In place of the number of a row that was erased while its prompt stayed: below all that are
 * there.
 */
const goneRow = -1

/** Where output stands: the row that the cursor was in behind so many bytes. */
export interface MarkedPlace {
  readonly at: number
  readonly row: number
}

export class Prompts implements MarkListener {
  #all: MarkedCommand[] = []
  #places: readonly MarkedPlace[] = []
  /** Counts changes. */
  #version = 0
  /** The row at the top of what the page's user looks at, while that is above the screen. */
  view: number | null = null

  /** Changes whenever commands are others than before. */
  get version(): number {
    return this.#version
  }

  /**
   * Commands whose prompt is still there, the oldest first.
   * @param dropped number of the oldest row of history
   */
  commands(dropped: number): readonly MarkedCommand[] {
    if (this.#all.some(({ prompt }) => prompt < dropped))
      this.#become(this.#all.filter(({ prompt }) => prompt >= dropped))
    return this.#all
  }

  /** Places of events, the oldest first. */
  get places(): readonly MarkedPlace[] {
    return this.#places
  }

  /** The cursor is in this row behind so many bytes. */
  place(at: number, row: number): void {
    this.#places = [...this.#places.slice(1 - eventPlacesMax), { at, row }]
  }

  /**
   * The row of a place, or of the last one before it; null: it is there no more.
   * @param dropped as in `commands`
   */
  rowOf(at: number, dropped: number): number | null {
    const row = this.#places.findLast((place) => place.at <= at)?.row
    return row === undefined || row < dropped ? null : row
  }

  restorePlaces(places: readonly MarkedPlace[]): void {
    this.#places = places
  }

  /** Those of a terminal that was kept. */
  restore(commands: readonly MarkedCommand[]): void {
    this.#become([...commands])
  }

  /** The terminal's own. */
  mark(body: string, row: number, column: number): void {
    const mark = parse133(body)
    const last = this.#all.at(-1)
    switch (mark?.kind) {
      case 'prompt_start':
        this.#promptAt(row, last)
        return
      case 'command_start':
        if (last?.output === null) this.#replaceLast({ ...last, output: row })
        return
      case 'command_end':
        if (last !== undefined && last.output !== null && last.end === null)
          this.#replaceLast({ ...last, end: { row, column }, exit: mark.exit_code })
        // it has erased its prompt, and printed nothing since
        if (last?.prompt === row && last.output === row && column === 0) this.#all.pop()
        return
      case 'prompt_end':
      case undefined:
    }
  }

  erase(from: number, end: number, cursorRow: number): void {
    const isErased = (row: number | null | undefined) =>
      row !== null && row !== undefined && row >= from && row < end
    if (this.#places.some(({ row }) => isErased(row)))
      this.#places = this.#places.filter(({ row }) => !isErased(row))
    if (
      this.#all.some(
        (command) =>
          isErased(command.prompt) || isErased(command.output) || isErased(command.end?.row),
      )
    ) {
      const running = this.#running()
      const begin = Math.min(from, cursorRow)
      const goneTo = (command: MarkedCommand) => (command === running ? begin : goneRow)
      this.#become(
        this.#all
          .filter((command) => command === running || !isErased(command.prompt))
          .map((command) => ({
            ...command,
            prompt: isErased(command.prompt) ? begin : command.prompt,
            output: isErased(command.output) ? goneTo(command) : command.output,
            end:
              command.end !== null && isErased(command.end.row)
                ? { ...command.end, row: goneRow }
                : command.end,
          })),
      )
    }
  }

  reset(row: number): void {
    const running = this.#running()
    this.#places = []
    this.#become(running === undefined ? [] : [{ ...running, prompt: row, output: row }])
  }

  rows(): readonly number[] {
    const rows = this.#all.flatMap(({ prompt, output, end }) => [prompt, output, end?.row])
    const places = this.#places.map(({ row }) => row)
    return [
      ...new Set(
        [this.view, ...rows, ...places].filter(
          (row) => row !== null && row !== undefined && row !== goneRow,
        ),
      ),
    ] as number[]
  }

  renumber(moved: (row: number) => number | null): void {
    const place = (row: number) => (row === goneRow ? goneRow : moved(row))
    this.view = this.view === null ? null : moved(this.view)
    this.#places = this.#places.flatMap(({ at, row: before }) => {
      const row = moved(before)
      return row === null ? [] : [{ at, row }]
    })
    this.#become(
      this.#all.flatMap((command): MarkedCommand[] => {
        const prompt = place(command.prompt)
        const output = command.output === null ? null : place(command.output)
        const endRow = command.end === null ? null : place(command.end.row)
        if (
          prompt === null ||
          (output === null) !== (command.output === null) ||
          (endRow === null) !== (command.end === null)
        )
          return []
        return [
          {
            prompt,
            output,
            end:
              command.end === null || endRow === null
                ? null
                : { row: endRow, column: command.end.column },
            exit: command.exit,
          },
        ]
      }),
    )
  }

  /** A command that erases what it has printed, as `clear; make` does, goes on behind that. */
  #running(): MarkedCommand | undefined {
    const last = this.#all.at(-1)
    return last?.end === null && last.output !== null ? last : undefined
  }

  /** A prompt that is drawn again, as after a change of size, is the same one. */
  #promptAt(row: number, last: MarkedCommand | undefined): void {
    if (last?.output === null) this.#all.pop()
    this.#all.push({ prompt: row, output: null, end: null, exit: null })
    if (this.#all.length > promptsMax) this.#all.shift()
    this.#version += 1
  }

  #replaceLast(command: MarkedCommand): void {
    this.#all[this.#all.length - 1] = command
    this.#version += 1
  }

  #become(commands: MarkedCommand[]): void {
    this.#all = commands
    this.#version += 1
  }
}
