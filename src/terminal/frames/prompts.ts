/**
 * Positions of prompts, commands and their output on the primary screen and in its history, from
 * the shell's marks (OSC 133), and positions of recorder events. Rows keep their numbers, so output
 * needs no extra work.
 */
import { parseMarkOptions, type MarkOptions } from '../../protocol/osc/mark-options.ts'
import { parse133 } from '../../protocol/osc/marks.ts'
import type { MarkListener } from '../screen/screen.ts'
import type { MarkedCommand } from './frame.ts'
import { eventPlacesMax, promptsMax } from './limits.ts'

/** Replaces the number of an erased row whose prompt remains; below all existing rows. */
const goneRow = -1

/** Row of the cursor at an output offset. */
export interface MarkedPlace {
  readonly at: number
  readonly row: number
}

export class Prompts implements MarkListener {
  #all: MarkedCommand[] = []
  #places: readonly MarkedPlace[] = []
  #version = 0
  #view: number | null = null
  /** Rows inserted by lines that scroll above a margin, in one step until a position is read. */
  #inserted: { readonly row: number; readonly count: number } | null = null

  /** Row at the top of the user's view while it is above the screen. */
  get view(): number | null {
    this.#settle()
    return this.#view
  }

  set view(row: number | null) {
    this.#settle()
    this.#view = row
  }

  /** Changes whenever the commands do. */
  get version(): number {
    this.#settle()
    return this.#version
  }

  /** Returns commands with a prompt at or after row `dropped`, oldest first. */
  commands(dropped: number): readonly MarkedCommand[] {
    this.#settle()
    if (this.#all.some(({ prompt }) => prompt < dropped))
      this.#become(this.#all.filter(({ prompt }) => prompt >= dropped))
    return this.#all
  }

  /** Event positions, oldest first. */
  get places(): readonly MarkedPlace[] {
    this.#settle()
    return this.#places
  }

  /** Adds the cursor's row at an output offset. */
  place(at: number, row: number): void {
    this.#settle()
    this.#places = [...this.#places.slice(1 - eventPlacesMax), { at, row }]
  }

  /** Returns the row of a position, or of the last before; `null` if older than `dropped`. */
  rowOf(at: number, dropped: number): number | null {
    this.#settle()
    const row = this.#places.findLast((place) => place.at <= at)?.row
    return row === undefined || row < dropped ? null : row
  }

  restorePlaces(places: readonly MarkedPlace[]): void {
    this.#settle()
    this.#places = places
  }

  /** Restores the commands of a saved terminal. */
  restore(commands: readonly MarkedCommand[]): void {
    this.#settle()
    this.#become([...commands])
  }

  /** Handles the terminal's marks. */
  mark(body: string, row: number, column: number): void {
    this.#settle()
    const mark = parse133(body)
    const options = parseMarkOptions(body)
    const last = this.#all.at(-1)
    switch (mark?.kind) {
      case 'prompt_start':
        if (options.further === undefined) this.#promptAt(row, last, options)
        return
      case 'prompt_end':
        if (last?.click !== undefined) this.#replaceLast({ ...last, input: { row, column } })
        return
      case 'command_start':
        if (last?.output === null) {
          const { click: _click, input: _input, ...command } = last
          this.#replaceLast({ ...command, output: row })
        }
        return
      case 'command_end':
        this.#endAt({ row, column }, mark.exit_code, options.aid)
        return
      case undefined:
    }
  }

  /** Ends the application's own command, and commands that nested applications left open. */
  #endAt(end: NonNullable<MarkedCommand['end']>, exit: number | null, aid?: string): void {
    const last = this.#all.at(-1)
    let own = this.#all.length - 1
    if (aid !== undefined && last?.aid !== undefined)
      own = this.#all.findLastIndex((one) => one.aid === aid && isOpen(one))
    const command = this.#all[own]
    if (command === undefined) return
    if (isOpen(command)) {
      for (let at = own; at < this.#all.length; at += 1) {
        const one = this.#all[at]!
        if (isOpen(one)) this.#all[at] = { ...one, end, exit: at === own ? exit : null }
      }
      this.#version += 1
    } else if (command === last && command.output !== null)
      // a program can print the mark before it exits; the shell's own one is the last
      this.#replaceLast({ ...command, end, exit })
    // the command has erased its prompt and printed nothing since
    const { prompt, output } = command
    if (command === last && prompt === end.row && output === end.row && end.column === 0)
      this.#all.pop()
  }

  erase(from: number, end: number, cursorRow: number): void {
    this.#settle()
    const isErased = (row: number | null | undefined) =>
      row !== null && row !== undefined && row >= from && row < end
    if (this.#places.some(({ row }) => isErased(row)))
      this.#places = this.#places.filter(({ row }) => !isErased(row))
    if (
      this.#all.some(
        (command) =>
          isErased(command.prompt) ||
          isErased(command.output) ||
          isErased(command.end?.row) ||
          isErased(command.input?.row),
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
          }))
          .map((command) => (isErased(command.input?.row) ? withoutInput(command) : command)),
      )
    }
  }

  reset(row: number): void {
    this.#settle()
    const running = this.#running()
    this.#places = []
    this.#become(running === undefined ? [] : [{ ...running, prompt: row, output: row }])
  }

  rows(): readonly number[] {
    this.#settle()
    const rows = this.#all.flatMap(({ prompt, output, end, input }) => [
      prompt,
      output,
      end?.row,
      input?.row,
    ])
    const places = this.#places.map(({ row }) => row)
    return [
      ...new Set(
        [this.view, ...rows, ...places].filter(
          (row) => row !== null && row !== undefined && row !== goneRow,
        ),
      ),
    ] as number[]
  }

  insert(row: number, count: number): void {
    const before = this.#inserted
    if (before !== null && row === before.row + before.count) {
      this.#inserted = { row: before.row, count: before.count + count }
      return
    }
    this.#settle()
    const last = this.#all.at(-1)
    const newest = [
      last?.end?.row,
      last?.output,
      last?.input?.row,
      last?.prompt,
      this.#places.at(-1)?.row,
    ]
    if (newest.some((one) => (one ?? goneRow) >= row)) this.#inserted = { row, count }
  }

  #settle(): void {
    const inserted = this.#inserted
    if (inserted === null) return
    this.#inserted = null
    this.renumber((row) => (row < inserted.row ? row : row + inserted.count))
  }

  renumber(moved: (row: number) => number | null): void {
    this.#settle()
    const place = (row: number) => (row === goneRow ? goneRow : moved(row))
    this.#view = this.#view === null ? null : moved(this.#view)
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
        const inputRow = command.input === undefined ? null : place(command.input.row)
        return [
          {
            ...withoutInput(command),
            prompt,
            output,
            end:
              command.end === null || endRow === null
                ? null
                : { row: endRow, column: command.end.column },
            ...(command.input === undefined || inputRow === null
              ? {}
              : { input: { ...command.input, row: inputRow } }),
          },
        ]
      }),
    )
  }

  /** Returns the running command, which continues after erasing its output (`clear; make`). */
  #running(): MarkedCommand | undefined {
    const last = this.#all.at(-1)
    return last?.end === null && last.output !== null ? last : undefined
  }

  /** A prompt that is redrawn, as after a resize, is the same one. */
  #promptAt(row: number, last: MarkedCommand | undefined, { aid, click }: MarkOptions): void {
    if (last?.output === null) this.#all.pop()
    this.#all.push({
      prompt: row,
      output: null,
      end: null,
      exit: null,
      ...(aid === undefined ? {} : { aid }),
      ...(click === undefined ? {} : { click }),
    })
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

function isOpen({ output, end }: MarkedCommand): boolean {
  return output !== null && end === null
}

function withoutInput({ input: _input, ...command }: MarkedCommand): MarkedCommand {
  return command
}
