/**
 * Floods of what a program may report of itself, by name: sequences repeated up to so many bytes,
 * cut at a sequence's end. Made without chance.
 */

const base64 = (text: string) => Buffer.from(text).toString('base64')
const osc = (body: string, end = '\x07') => `\x1b]${body}${end}`
const st = '\x1b\\'
const states7501 = ['working', 'blocked', 'done', 'error'] as const

type Report = (row: number) => string

/** Returns one sequence or a few, selected by the row. */
export const reportFloods: Readonly<Record<string, Report>> = {
  'OSC 7501, one id': (row) =>
    osc(`7501;state=${states7501[row % 3]}:id=job:app=claude:msg=${base64(`step ${row}`)}`, st),
  'OSC 7501, 256 ids': (row) =>
    osc(`7501;state=${states7501[(row >> 8) % 3]}:id=job${row % 256}:app=claude`, st),
  'OSC 7501, distinct ids': (row) => osc(`7501;state=working:id=job${row}`, st),
  'OSC 7501, distinct ids that wait': (row) => osc(`7501;state=blocked:id=job${row}`, st),
  'OSC 7501, distinct programs': (row) => osc(`7501;state=working:app=agent${row}`, st),
  'OSC 7501, distinct ids cleared': (row) => osc(`7501;state=clear:id=job${row}`, st),
  'OSC 1338': (row) =>
    osc(
      `1338;state=${['working', 'waiting', 'done', 'active'][row % 4]};tool=pi;project=p` +
        `${row % 50}`,
    ),
  'OSC 1338, distinct tools': (row) =>
    osc(`1338;state=${row % 2 === 0 ? 'working' : 'waiting'};tool=tool${row}`),
  'OSC 26': (row) =>
    osc(
      `26;CodeAgent=opencode;Status=${row % 2 === 0 ? 'running' : 'awaiting-input'}` +
        `;TaskProgress=${row % 9}/9`,
      st,
    ),
  'OSC 26, parts': (row) =>
    osc(row % 2 === 0 ? `26;TaskProgress=${row % 90}/90` : `26;Status=running`, st),
  'OSC 26, distinct tools': (row) => osc(`26;CodeAgent=tool${row};Status=running`, st),
  'OSC 88': (row) => osc(`88;register;method=session;id=s${row}`, st),
  'OSC 21337': (row) =>
    osc(`21337;status=${['working', 'waiting', 'idle'][row % 3]};detail=step ${row}`),
  'OSC 133': (row) => osc(`133;${['A', 'B', 'C', `D;${row % 3}`][row % 4]}`),
  'OSC 3008': (row) =>
    osc(
      row < 15
        ? `3008;start=${row};type=remote;targethost=${'e\u0301\u202e\ufe0f'.repeat(60)}`
        : `3008;${row % 2 === 0 ? 'start' : 'end'}=last;type=elevate`,
    ),
  'OSC 133 between reports': (row) =>
    row % 2 === 0
      ? osc(`7501;state=working:id=job${row % 256}`, st)
      : osc(`133;${['A', 'B', 'C', 'D;1'][(row >> 1) % 4]}`),
  'OSC 633': (row) => osc(`633;${['A', 'B', 'C', `D;${row % 3}`, `E;make ${row}`][row % 5]}`),
  'OSC 7': (row) => osc(`7;file:///home/u/projects/api-${row}`, st),
  'OSC 9': (row) => osc(`9;step ${row} is done`),
  'OSC 9;4': (row) => osc(`9;4;${[1, 1, 2, 3, 0][row % 5]};${row % 100}`),
  'OSC 99': (row) => osc(`99;i=n${row}:d=1;step ${row}`, st),
  'OSC 99, closed': (row) =>
    osc(`99;i=n${row >> 1}${row % 2 === 0 ? ':d=1;step' : ':p=close;'}`, st),
  'OSC 777': (row) => osc(`777;notify;build;step ${row}`),
  'OSC 777, Warp': (row) =>
    osc(
      `777;notify;warp://cli-agent;${JSON.stringify({
        v: 1,
        agent: 'claude',
        event: row % 2 === 0 ? 'prompt_submit' : 'stop',
        session_id: `s${row}`,
      })}`,
    ),
  'OSC 1337': (row) =>
    osc(
      row % 2 === 0
        ? `1337;CurrentDir=/home/u/p${row}`
        : `1337;RequestAttention=${row % 4 === 1 ? 'yes' : 'no'}`,
    ),
  'OSC 1337, variables': (row) => osc(`1337;SetUserVar=name${row}=${base64(`${row}`.repeat(200))}`),
  'OSC 1337, one variable': (row) =>
    osc(`1337;SetUserVar=a${row % 9 === 0 ? '' : `=${base64(`${row}`)}`}`),
  titles: (row) => osc(`${row % 2 === 0 ? 0 : 2};step ${row} ⠋ ünïcode`),
  'long titles': (row) => osc(`2;${row}${'ünïcode \u200d\u202e'.repeat(400)}`),
  bell: () => '\x07',
  'bell between reports': (row) => `${osc(`7501;state=working:id=job${row % 256}`, st)}\x07`,
  'OSC 52': (row) => osc(`52;c;${base64(`text ${row}`)}`),
  'OSC 52, long': (row) => osc(`52;c;${base64(`text ${row}`.repeat(8_000))}`),
  'alternate screen': (row) => `\x1b[?1049${row % 2 === 0 ? 'h' : 'l'}`,
  RIS: () => '\x1bc',
  'RIS between reports': (row) => `${osc(`7501;state=working:id=job${row % 256}`, st)}\x1bc`,
  'DA, DSR': (row) => ['\x1b[c', '\x1b[>c', '\x1b[5n', '\x1b[6n'][row % 4] ?? '',
  'colour queries': (row) => [osc(`4;${row % 256};?`), osc('10;?'), osc('11;?')][row % 3] ?? '',
  'OSC 7501 and 99 queries': (row) => (row % 2 === 0 ? osc('7501;?') : osc('99;i=1:p=?;', st)),
  faults: (row) => osc(row % 2 === 0 ? `1338;state=${row}` : `7501;state=${row}`),
  'cut strings': (row) => `\x1b]7501;state=working:id=${row}\x18`,
  'an OSC that does not end': (row) => (row === 0 ? '\x1b]7501;state=working' : 'x'.repeat(64)),
  'a DCS that does not end': (row) => (row === 0 ? '\x1bP' : 'x'.repeat(64)),
  'an APC that does not end': (row) => (row === 0 ? '\x1b_' : 'x'.repeat(64)),
  'a clipboard text that does not end': (row) => (row === 0 ? '\x1b]52;c;' : 'QUFB'.repeat(16)),
}

/** @returns at most `bytes` bytes of a flood, and how many of its rows they are */
export function flood(
  name: string,
  bytes: number,
): { readonly bytes: Uint8Array; readonly rows: number } {
  const report = reportFloods[name]
  if (report === undefined) throw new Error(`no flood is called ${name}`)
  const whole = new Uint8Array(bytes)
  const encoder = new TextEncoder()
  for (let at = 0, row = 0; ; row += 1) {
    const next = encoder.encode(report(row))
    if (at + next.length > bytes) return { bytes: whole.subarray(0, at), rows: row }
    whole.set(next, at)
    at += next.length
  }
}
