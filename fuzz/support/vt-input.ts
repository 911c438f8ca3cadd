/**
 * Terminal output for the targets of the VT core, made from choices: mostly what programs write,
 * and some that none would.
 */
import { Choices } from './support.ts'

/** Parameters that programs send, and some that no program sends. */
const numbers = ['', '', '1', '2', '3', '5', '0', '9', '20', '65535', '2147483647'] as const
const prefixes = ['', '', '', '', '?'] as const
const finals = [...'@ABCDEFGHIJKLMPSTXZ`abdefghlmr'] as const
const modes = [
  '?1',
  '?5',
  '?6',
  '?7',
  '?7',
  '?25',
  '?45',
  '?66',
  '?1000',
  '?1002',
  '?1006',
  '?1016',
  '?1004',
  '?2004',
  '?2026',
  '?1049',
  '?1047',
  '?1048',
  '4',
  '4',
  '20',
  '?9',
  '?2',
  '?12',
] as const
const graphics = [
  '0',
  '',
  '1',
  '2',
  '3',
  '4',
  '4:3',
  '4:0',
  '5',
  '7',
  '8',
  '9',
  '21',
  '22',
  '24',
  '27',
  '31',
  '44',
  '95',
  '102',
  '39',
  '49',
  '53',
  '55',
  '58:5:9',
  '58;2;1;2;3',
  '59',
  '38;5;200',
  '48;2;9;8;7',
  '38:2::1:2:3',
  '48:5:17',
  '38;5',
  '38;2;1',
  '38:2:7:8:9',
  '58:2:6:5:4',
  '38;2:3:2:1',
  '48:2:1:2',
] as const
const others = [
  '\x1b7',
  '\x1b8',
  '\x1bD',
  '\x1bE',
  '\x1bM',
  '\x1bH',
  '\x1b=',
  '\x1b>',
  '\x1b(0',
  '\x1b)0',
  '\x1b(B',
  '\x1b(A',
  '\x0e',
  '\x0f',
  '\x1b*4',
  '\x1bn',
  '\x1b~',
  '\x1b}',
  '\x1b|',
  '\x1b#8',
  '\x1bc',
  '\x1b[!p',
  '\x1b[1"q',
  '\x1b[0"q',
  '\x1b[?K',
  '\x1b[?J',
  '\x1b[?1J',
  '\x1b[1 @',
  '\x1b[2 A',
  "\x1b['}",
  "\x1b[2'~",
  '\x1b[s',
  '\x1b[u',
  '\x1b[3J',
  '\x1b[2J',
  '\x1b[1J',
  '\x1b[1K',
  '\x1b[2K',
  '\x1b[3 q',
  '\x1b]8;;http://a\x07',
  '\x1b]8;;\x1b\\',
  '\x1b]8;id=x;http://b\x07',
  '\x1b]0;title\x07',
  '\x1b]2;other\x1b\\',
  '\x1bP1$q text \x1b\\',
  '\x1b_Gi=1;AAAA\x1b\\',
  '\x1b^pm\x1b\\',
  '\x1b[>1m',
  '\x1b[<5x',
  '\x1b[1;2$q',
  '\x18',
  '\x1a',
  '\x7f',
  '\x00',
  '\x1b[12\x0834G',
  '\x9b3C',
  '\x85',
  '\x84',
  '\x88',
  '\x9c',
  '\x1b[?1;2;7h',
  '\x1b[1:2H',
  '\x1b[;H',
  '\x1b[2;4r',
  '\x1b[3r',
  '\x1b[r',
  '\x1b[?6h',
] as const
const texts = [
  'a',
  'bc',
  'hello',
  'x'.repeat(9),
  ' ',
  '世界',
  '世',
  'か',
  '\u0301',
  'e\u0301',
  '🎉',
  '👨\u200d👩',
  '\ufeff',
  'é',
  '~#q_',
  '\u200b',
  '한',
  '\u1161',
  'ｱ',
  'Ａ',
] as const
const controls = ['\r\n', '\n', '\r', '\b', '\t', '\x0b', '\r\n', '\x07'] as const

/**
 * Sequences that xterm.js does not know: left and right margins, rectangles, clusters, kitty
 * keyboard, and modes that it ignores.
 */
const beyond = [
  '\x1b[?69h',
  '\x1b[?69l',
  '\x1b[?69h\x1b[2;5s',
  '\x1b[3;7s',
  '\x1b6',
  '\x1b9',
  '\x1b[65;1;2;3;6$x',
  '\x1b[1;2;3;5$z',
  '\x1b[2;2;4;4${',
  '\x1b[1;1;2;3;1;2;4$v',
  '\x1b[2;3;3;6;1;2;4;1$v',
  '\x1b[2*x',
  '\x1b#3',
  '\x1b#4',
  '\x1b#5',
  '\x1b#6',
  '\x1b#6',
  '\x1b]66;w=1;世\x07',
  '\x1b]66;w=2;ab\x07',
  '\x1b]66;w=3;c\x07',
  '\x1b]66;n=1:d=2;e\u0301世\x07',
  '\x1b[?2027h',
  '\x1b[?2027l',
  '❤\ufe0f',
  '🇩🇪',
  '👍🏽',
  '👩\u200d💻',
  'क्षि',
  '\x1b[>5u',
  '\x1b[<u',
  '\x1b[=3;2u',
  '\x1b[>4;2m',
  '\x1b[>4n',
  '\x1b]21;7=#123456;background=#fff;cursor\x07',
  '\x1b[#P',
  '\x1b[#Q',
  '\x1b[#{',
  '\x1b[1;30#p',
  '\x1b[#}',
  '\x1b]30101\x07',
  '\x1b]22;>wait,grab\x07',
  '\x1b]22;help\x07',
  '\x1b]22;<\x07',
  '\x1b[W',
  '\x1b[?5W',
  '\x1b[?47h',
  '\x1b[?47l',
  '\x1b]133;A\x07',
  '\x1b]133;C\x07',
  '\x1b]4;1;#ff0000\x07',
  '\x1b]104\x07',
  '\x1b]11;rgb:12/34/56\x07',
  '\x1b]111\x07',
  '\x1b[22;0t',
  '\x1b[23;0t',
  '\x1b[?1007h',
  '\x1b[?1007s',
  '\x1b[?1015h',
  '\x1b[?2031h',
  '\x1b[?2048h',
  '\x1b[?6h',
  '\x1b[2;3r',
  '\x1b[c',
  '\x1b[>c',
  '\x1b[>q',
  '\x1b[6n',
  '\x1b[?6n',
  '\x1b[?996n',
  '\x1b[?7$p',
  '\x1b[20$p',
  '\x1b[14t',
  '\x1b[18t',
  '\x1b[?u',
  '\x1b[?4m',
  '\x1b[=c',
  '\x1b]22;?__current__,wait\x07',
  '\x1b]4;1;?;200;?\x07',
  '\x1b]11;?\x1b\\',
  '\x1b]10;?;?\x9c',
  '\x1b]7501;?\x07',
  '\x1b]99;p=?;\x1b\\',
  '\x1bN',
  '\x1bO',
  '\x8fq',
  '\x1bN~',
  '\x1b+0',
  '\x1bV',
  '\x1bW',
  '\x1b[3X',
  '\x1b[2j',
  '\x1b[2k',
  '\x1b[?1045h',
  '\x1b[?45h\b',
  '\x1b[?7;1000;6;45s',
  '\x1b[?7;1000;6;45r',
  '\x1b[?40;3;25;69s',
  '\x1b[?3;69;25r',
  '\x1b[?40h',
  '\x1b[?3h',
  '\x1b[?3l',
  '\x1b[?95h',
  '\x1b[?41h',
  '\x1b]5;1;#102030\x07',
  '\x1b]4;258;rgbi:1/.5/0\x07',
  '\x1b]105\x07',
  '\x1b]13;#fff;#010203\x07',
  '\x1b]17;#aabbcc\x07',
  '\x1b]117\x07',
] as const

/** Output that a program might write, by choices; with `all` also what xterm.js does not know. */
export function written(choices: Choices, steps: number, all = false): string {
  let text = ''
  for (let step = 0; step < steps / 2; step += 1) {
    const kind = choices.byte() % 16
    if (all && choices.byte() % 4 === 0) text += choices.pick(beyond)
    else if (kind < 5) text += choices.pick(texts)
    else if (kind < 7) text += choices.pick(controls)
    else if (kind < 9) text += choices.pick(others)
    else if (kind < 11)
      text +=
        `\x1b[${choices.pick(graphics)}` +
        `${choices.byte() % 3 === 0 ? `;${choices.pick(graphics)}` : ''}m`
    else if (kind < 12) {
      const mode = choices.pick(modes)
      text += `\x1b[${mode}${choices.pick(['h', 'h', 'l'])}`
    } else {
      const final = choices.pick(finals)
      // Modes have their own table; the counts of REP stay such that xterm.js ends.
      if (final === 'h' || final === 'l' || final === 'm') continue
      const first = choices.pick(numbers)
      const count =
        final === 'b' && first.length > 2
          ? '7'
          : 'STLMIZ'.includes(final) && first.length > 4
            ? '300'
            : first
      text +=
        `\x1b[${'JK'.includes(final) ? choices.pick(prefixes) : ''}${count}` +
        `${'Hfr'.includes(final) ? `;${choices.pick(numbers)}` : ''}${final}`
    }
  }
  return text
}

const strays = [0x80, 0x9b, 0x9d, 0xbf, 0xc0, 0xc3, 0xe0, 0xe4, 0xed, 0xf0, 0xf4, 0xff] as const

/** As bytes; by one input of four some of them are made to form no character. */
export function damaged(text: string, input: Uint8Array): Uint8Array {
  const bytes = new TextEncoder().encode(text)
  if ((input.at(-1) ?? 1) % 4 !== 0) return bytes
  const choices = new Choices(input)
  for (let at = choices.byte() % 16; at < bytes.length; at += 1 + (choices.byte() % 32))
    bytes[at] = choices.pick(strays)
  return bytes
}
