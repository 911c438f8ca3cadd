/**
 * The output that is shown: made without chance, so that every run and every contestant gets the
 * same bytes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const recordings = join(import.meta.dirname, '../../data/recordings')

export type StreamName =
  | 'ascii'
  | 'coloured'
  | 'cjk'
  | 'emoji'
  | 'truecolour'
  | 'edits'
  | 'region'
  | 'motion'
  | 'agent'
  | 'mixed'

const words = (
  'request handled in cache miss for user session token refresh worker queue drained retry ' +
  'upstream timeout connect accepted closed index rebuilt shard segment flushed warning ' +
  'slow query plan'
).split(' ')
const ideographs =
  '終端視窗顯示輸出速度測試記錄檔案系統請求處理完成連線逾時重試使用者資料庫索引更新日誌訊息警告錯誤成功語言模型代理程式碼編輯執行結果等待輸入確認取消'
const kana = 'ターミナルのログをひょうじする'

/**
 * One period of each stream: a few hundred kilobytes to two megabytes, ending at a line's end in
 * the state in which it began.
 */
const periods: Readonly<Record<Exclude<StreamName, 'mixed'>, () => Uint8Array>> = {
  ascii: () =>
    lines(
      4_000,
      (row) =>
        `2026-01-${two(1 + (row % 28))}T${two(row % 24)}:${two(row % 60)}:` +
        `${two((row * 7) % 60)}.${(row * 37) % 1000} INFO  [worker-${row % 16}] ` +
        `${phrase(row, 8)} id=${(row * 2_654_435_761) % 1_000_000} ms=${row % 977}`,
    ),
  coloured: () =>
    lines(4_000, (row) => {
      const level =
        [
          ['32', 'INFO '],
          ['33', 'WARN '],
          ['31;1', 'ERROR'],
          ['36', 'DEBUG'],
        ][row % 4] ?? []
      return (
        `\x1b[2m${two(row % 24)}:${two(row % 60)}:${two((row * 7) % 60)}\x1b[0m \x1b[` +
        `${level[0]}m${level[1]}\x1b[0m \x1b[38;5;${16 + (row % 216)}m[worker-${row % 16}` +
        `]\x1b[39m ${phrase(row, 6)} \x1b[1mid\x1b[22m=\x1b[38;2;${row % 256};` +
        `${(row * 3) % 256};200m${(row * 2_654_435_761) % 1_000_000}\x1b[0m`
      )
    }),
  cjk: () =>
    lines(
      3_000,
      (row) =>
        `${two(row % 24)}:${two(row % 60)} ${signs(ideographs, row * 5, 34)} ` +
        `${signs(kana, row, 6)} ${row % 977}ms`,
    ),
  emoji: () => lines(10_000, (row) => `${row} 🎉🚀 done ✅ 日本語 e\u0301 ok`),
  truecolour: () =>
    Buffer.from(
      `${times(
        50_000,
        (cell) => `\x1b[38;2;${cell % 256};${(cell * 7) % 256};${(cell * 13) % 256}mx`,
      )}\x1b[m\r\n`,
    ),
  /** Inserted, deleted, erased and scrolled, mixed, each anywhere on a screen of 120x40. */
  edits: () =>
    Buffer.from(
      `${times(
        30_000,
        (step) => `${place(step)}\x1b[${edits[step % edits.length]}${phrase(step, 2)}`,
      )}\x1b[40;1H\r\n`,
    ),
  region: () =>
    Buffer.from(
      `\x1b[5;30r${times(
        20_000,
        (row) => `\x1b[30;1Hline ${row} of a region that scrolls\n\x1b[5;1H\x1bM\x1b[2L\x1b[M`,
      )}\x1b[r\x1b[40;1H\r\n`,
    ),
  /** The cursor moved after each letter, by one or anywhere on a screen of 120x40. */
  motion: () =>
    Buffer.from(
      `${times(
        30_000,
        (step) => `${place(step)}a\x1b[Bb\x1b[3Dc\x1b[2Ad\x1b[5Ce\x1b[${1 + (step % 120)}Gf`,
      )}\x1b[40;1H\r\n`,
    ),
  agent: () =>
    Buffer.concat([readFileSync(join(recordings, 'ink.raw')), Buffer.from('\x1b[0m\r\n')]),
}

/**
 * ICH, DCH, ECH, IL, DL, EL, ED, SU and SD, without their introducer. The counts are from a real
 * program.
 */
const edits = [
  '4@',
  '3P',
  '5X',
  'L',
  'M',
  '@',
  'K',
  '1K',
  'P',
  '2L',
  '2M',
  'S',
  'X',
  'T',
  'J',
] as const

/** CUP to a place that is another at each step. */
function place(step: number): string {
  return `\x1b[${1 + ((step * 7) % 40)};${1 + ((step * 37) % 100)}H`
}

/** Writes `bytes` bytes of a stream, cut at a period's end, and returns how many they are. */
export function writeStream(name: StreamName, bytes: number, file: string): number {
  const period =
    name === 'mixed'
      ? // The agent's recording is long: the others come as often as fills about as much.
        Buffer.concat([
          periods.agent(),
          ...[0, 1, 2, 3].flatMap(() => [periods.ascii(), periods.coloured(), periods.cjk()]),
        ])
      : periods[name]()
  const times = Math.max(1, Math.round(bytes / period.length))
  writeFileSync(file, Buffer.concat(Array.from({ length: times }, () => period)))
  return times * period.length
}

/** One period, for cases that need no file. */
export function streamPeriod(name: Exclude<StreamName, 'mixed'>): Uint8Array {
  return periods[name]()
}

/** Returns the results of `one` for each step, joined. */
const times = (count: number, one: (step: number) => string): string =>
  Array.from({ length: count }, (_, step) => one(step)).join('')

function lines(count: number, line: (row: number) => string): Uint8Array {
  return Buffer.from(Array.from({ length: count }, (_, row) => `${line(row)}\r\n`).join(''))
}

function phrase(row: number, count: number): string {
  return Array.from(
    { length: count },
    (_, index) => words[(row * 5 + index * 11 + (row >> 3)) % words.length],
  ).join(' ')
}

function signs(all: string, from: number, count: number): string {
  return Array.from({ length: count }, (_, index) => all[(from + index * 3) % all.length]).join('')
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
