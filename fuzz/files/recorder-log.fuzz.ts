/**
 * A session's log and a day's sums, any bytes: reading never throws, gives only what is within
 * limits, is written again as it was read, and no time of it is negative.
 */
import { logRows, rowWords } from '../../src/core/recorder/log-rows.ts'
import { LogWriter, readLog } from '../../src/core/recorder/log-file.ts'
import { replayHtml } from '../../src/core/recorder/replay-html.ts'
import { readSums, writeSums } from '../../src/core/recorder/daily-totals.ts'
import { Timeline } from '../../src/core/recorder/timeline.ts'
import { holds, tryBytes, type FuzzRun } from '../support/support.ts'

export const name = 'recorder-log'

const parts = [
  '["r",1,1700000000000]\n',
  '["c",5,1700000009000]\n',
  '["a",9]\n',
  '["s",10,7,"working",null,"claude","api","osc7501","it said so"]\n',
  '["s",20,9,0,null,1,2,3,4]\n',
  '["s",30,9,"waiting","permission",1,2,3,4]\n',
  '["x",40,9,"make <b>all</b>",2500,2]\n',
  '["q",50,9,"rule","Run it?","Yes","list",null]\n',
  '["n",60,9,"program","text"]\n',
  '["m",70,9,"/usr/bin/x","list",true]\n',
  '["e",80,9,1,"SIGTERM"]\n',
  '["d",90,9,12]\n',
  '{"version":1,"rows":[{"project":"a","agent":"b",',
  '"workedMs":1,"waitedMs":2,"answers":3,"failures":4}]}',
  '["s",',
  '"__proto__"',
  '1e999',
  '-1',
  'null',
  '</script><script>',
  '\\u0000',
  '[',
  ']',
  ',',
  '"',
  '\n',
  '\xff',
]

export function run(run: FuzzRun): void {
  tryBytes(run, parts, replay, 20)
}

export function replay(input: Uint8Array): void {
  const text = new TextDecoder().decode(input)
  const { items } = readLog(text)
  const writer = new LogWriter()
  const again = readLog(items.map((item) => writer.line(item)).join(''))
  const lines = (all: typeof items) => all.map((item) => new LogWriter().line(item)).join('')
  holds(again.damaged === 0, 'what was written is not read')
  holds(lines(again.items) === lines(items), 'it is read otherwise than it was written')
  const line = new Timeline()
  for (const item of items) holds((line.feed(item)?.ms ?? 0) >= 0, 'a time is negative')
  const rows = logRows(items)
  for (const row of rows) holds(rowWords(row).join('').length < 4_096, 'a row is too long')
  const html = replayHtml('s', rows, { hash: () => '', time: String })
  holds(html.match(/<script|<style/g)?.length === 2, 'a text is markup')
  const sums = readSums(text)
  if (sums !== null)
    holds(JSON.stringify(readSums(writeSums(sums))) === JSON.stringify(sums), 'other sums')
}
