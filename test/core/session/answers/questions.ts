/** Queries of programs, and their answers. */
import { hex, E } from './ask-session.ts'

const notificationSupport =
  'a=focus,report:o=always,unfocused,invisible:u=0,1,2:p=title,body,?,close,icon,alive,buttons:' +
  'c=1:w=1:s=system,silent,error,info,question,warn,warning'

/** Question, answer. */
export const cases: [string, string, string][] = [
  ['DECID, which is DA1', `${E}Z`, `${E}[?62;4;22;52c`],
  ['DA1', `${E}[c${E}[0c${E}[1c`, `${E}[?62;4;22;52c${E}[?62;4;22;52c`],
  ['DA2', `${E}[>c${E}[>1c`, `${E}[>0;276;0c`],
  ['DA3, a unit of zeros', `${E}[=c${E}[=0c${E}[=1c`, `${E}P!|00000000${E}\\`.repeat(2)],
  ['XTVERSION', `${E}[>q${E}[>0q`, `${E}P>|vibeflow(1.0)${E}\\`.repeat(2)],
  ['DSR 5', `${E}[5n${E}[?5n`, `${E}[0n`],
  ['CPR', `${E}[3;7H${E}[6n${E}[?6n`, `${E}[3;7R${E}[?3;7R`],
  ['CPR of a cursor that waits to wrap', `${'x'.repeat(80)}${E}[6n`, `${E}[1;80R`],
  [
    'CPR in origin mode, counted from the margins',
    `${E}[?69h${E}[3;10r${E}[5;40s${E}[?6h${E}[2;4H${E}[6n${E}[?6l${E}[6n`,
    `${E}[2;4R${E}[1;1R`,
  ],
  [
    'devices that do not exist: printer, keys, keyboard, locators, macros, links, sessions',
    [15, 25, 26, 53, 55, 56, 62, 75, 85, 16, 1e9].map((one) => `${E}[?${one}n`).join(''),
    `${E}[?13n${E}[?21n${E}[?27;0n${E}[?50n${E}[?50n${E}[?57;0n${E}[0*{${E}[?70n${E}[?83n`,
  ],
  [
    'the checksum of macros, with the number of the request',
    `${E}[?63n${E}[?63;123n${E}[?63;65535n${E}[?63;65536n${E}[?63;1;2n${E}[63;1n`,
    [0, 123, 65_535, 1].map((id) => `${E}P${id}!~0000${E}\\`).join(''),
  ],
  ['the colour scheme', `${E}[?996n`, `${E}[?997;1n`],
  [
    'the colour scheme of a background that the program has set',
    `${E}]11;#ffffff${E}\\${E}[?996n${E}]111${E}\\${E}[?996n`,
    `${E}[?997;2n${E}[?997;1n`,
  ],
  [
    'the size of a cell, as iTerm2 is asked',
    `${E}]1337;ReportCellSize${E}\\${E}]1337;ReportCellSize=1${E}\\`,
    `${E}]1337;ReportCellSize=16.0;8.0;1.0${E}\\`,
  ],
  ['sizes', `${E}[14t${E}[16t${E}[18t`, `${E}[4;384;600t${E}[6;16;8t${E}[8;24;80t`],
  [
    'window, place, titles, state, which are not answered',
    `${E}[14;2t${E}[11t${E}[13t${E}[15t${E}[19t${E}[20t${E}[21t`,
    '',
  ],
  ['keyboard flags', `${E}[?u${E}[>5u${E}[?u${E}[?1049h${E}[?u`, `${E}[?0u${E}[?5u${E}[?0u`],
  [
    'modifyOtherKeys: level 0, set, unknown level, disabled, reset by DECSTR and RIS',
    ['', '[>4;1m', '[>4;2m', '[>4;3m', '[>4;2m', '[>4n', '[>4;2m', '[!p', '[>4;1m', 'c']
      .map((one) => `${one === '' ? '' : `${E}${one}`}${E}[?4m`)
      .join(''),
    [...'0120202010'].map((level) => `${E}[>4;${level}m`).join(''),
  ],
  [
    'modifyOtherKeys: both screens share it, other resources leave it, no parameters reset it',
    ['[>4;2m', '[?1049h', '[>1;1m', '[>0;1m', '[>n', '[>2;4n', '[>4;1m', '[>4m', '[>4;1m', '[>m']
      .map((one) => `${E}${one}${E}[?4m`)
      .join(''),
    [...'2222221010'].map((level) => `${E}[>4;${level}m`).join(''),
  ],
  ['XTQMODKEYS of other resources, which is not answered', `${E}[?m${E}[?0m${E}[?1;2m${E}[?5m`, ''],
  [
    'OSC 21: colors of the theme, of the palette, and those without a value',
    `${E}]21;foreground=?;background=?;cursor=?;7=?;196=?\x07${E}]21;selection_background=?;` +
      `cursor_text=?;visual_bell=?;transparent_background_color7=?${E}\\`,
    `${E}]21;foreground=rgb:e0/e0/e0;background=rgb:10/14/18;cursor=rgb:ff/80/00;` +
      `7=rgb:07/07/07;196=rgb:ff/00/00\x07${E}]21;selection_background=;cursor_text=;` +
      `visual_bell=;transparent_background_color7=${E}\\`,
  ],
  [
    'OSC 21: colors are set, reset and queried in order, and OSC 10 and 4 know them',
    `${E}]21;foreground=#123456;foreground=?;foreground;foreground=?;7=rgb:f/0/f;7=?\x07` +
      `${E}]4;7;?\x07${E}]21;background=#fff;cursor=#abc\x07${E}]11;?\x07${E}]21;background=\x07` +
      `${E}]11;?\x07${E}]21;7;cursor=\x07${E}]21;7=?;cursor=?\x07`,
    `${E}]21;foreground=rgb:12/34/56;foreground=rgb:e0/e0/e0;7=rgb:ff/00/ff\x07` +
      `${E}]4;7;rgb:ffff/0000/ffff\x07${E}]11;rgb:f0f0/f0f0/f0f0\x07` +
      `${E}]11;rgb:1010/1414/1818\x07${E}]21;7=rgb:07/07/07;cursor=rgb:ff/80/00\x07`,
  ],
  [
    'OSC 21: unknown keys, which are not answered, and values that are not colors',
    `${E}]21;curl evil=?;toString=?;256=?;007=?;=?;?;\x07` +
      `${E}]21;background=red@0.5;background=rm -rf;visual_bell=#fff\x07` +
      `${E}]21;background=?;visual_bell=?\x07`,
    `${E}]21;background=rgb:10/14/18;visual_bell=\x07`,
  ],
  [
    'OSC 21: more fields than are read',
    `${E}]21;${'1;'.repeat(288)}1=?\x07${E}]21;${'1;'.repeat(287)}1=?\x07`,
    `${E}]21;1=rgb:01/01/01\x07`,
  ],
  [
    'XTREPORTCOLORS: how many are stored',
    `${E}[#R${E}[#P${E}[#P${E}[#R${E}[#Q${E}[#R${E}[#P`.concat(`${E}[#P`.repeat(20), `${E}[#R`),
    [0, 2, 1, 10].map((count) => `${E}[?${count};${count}#Q`).join(''),
  ],
  [
    'OSC 22: the shape at present, those of the terminal, and which are supported',
    `${E}]22;?__current__\x07${E}]22;>grab,wait\x07${E}]22;?__current__,__default__${E}\\` +
      `${E}]22;?__grabbed__,pointer,rm -rf,crosshair,,url(x)\x07`,
    `${E}]22;0\x07${E}]22;wait,text${E}\\${E}]22;default,1,0,1,0,0\x07`,
  ],
  [
    'OSC 22: of more names than are answered',
    `${E}]22;?${'help,'.repeat(500)}help\x07`,
    `${E}]22;${Array.from({ length: 64 }, () => '1').join(',')}\x07`,
  ],
  ['a colour of the theme, ended by BEL', `${E}]4;7;?\x07`, `${E}]4;7;rgb:0707/0707/0707\x07`],
  [
    'a colour of the cube and a grey, ended by ST',
    `${E}]4;196;?;244;?${E}\\`,
    `${E}]4;196;rgb:ffff/0000/0000${E}\\${E}]4;244;rgb:8080/8080/8080${E}\\`,
  ],
  [
    'colours set and asked for in one string, in its order',
    `${E}]4;1;?;1;#112233;1;?;300;?;x;?\x07`,
    `${E}]4;1;rgb:0101/0101/0101\x07${E}]4;1;rgb:1111/2222/3333\x07`,
  ],
  [
    'special colors by either number: the foreground until they are set',
    `${E}]5;0;?\x07${E}]4;260;?${E}\\${E}]5;0;#102030;0;?;5;?\x07${E}]4;256;?;261;?\x07` +
      `${E}]10;#405060\x07${E}]105;0\x07${E}]5;0;?\x07`,
    `${E}]5;0;rgb:e0e0/e0e0/e0e0\x07${E}]4;260;rgb:e0e0/e0e0/e0e0${E}\\` +
      `${E}]5;0;rgb:1010/2020/3030\x07${E}]4;256;rgb:1010/2020/3030\x07` +
      `${E}]5;0;rgb:4040/5050/6060\x07`,
  ],
  [
    'a colour that was reset',
    `${E}]4;1;#112233\x07${E}]104;1\x07${E}]4;1;?\x07`,
    `${E}]4;1;rgb:0101/0101/0101\x07`,
  ],
  [
    'foreground, background, cursor',
    `${E}]10;?\x07${E}]11;?\x07${E}]12;?${E}\\`,
    `${E}]10;rgb:e0e0/e0e0/e0e0\x07${E}]11;rgb:1010/1414/1818\x07${E}]12;rgb:ffff/8080/0000${E}\\`,
  ],
  [
    'all three in one string',
    `${E}]10;?;?;?;?\x07`,
    `${E}]10;rgb:e0e0/e0e0/e0e0\x07${E}]11;rgb:1010/1414/1818\x07${E}]12;rgb:ffff/8080/0000\x07`,
  ],
  [
    'a dynamic colour of its own',
    `${E}]11;#abcdef;?\x07${E}]11;?\x07`,
    `${E}]12;rgb:ffff/8080/0000\x07${E}]11;rgb:abab/cdcd/efef\x07`,
  ],
  [
    'OSC 7501',
    `${E}]7501;?\x07${E}]7501;?${E}\\${E}]7501;? \x07`,
    `${E}]7501;?\x07${E}]7501;?${E}\\`,
  ],
  [
    'OSC 7501 wrapped for tmux, which is none',
    `${E}Ptmux;${E}${E}]7501;?\x07${E}\\${E}[5n`,
    `${E}[0n`,
  ],
  [
    'OSC 99',
    `${E}]99;i=12:p=?;\x07${E}]99;i=rm -rf ~:p=?;\x07${E}]99;i=1;p=?\x07${E}]99;p=?;${E}\\`,
    `${E}]99;i=12:p=?;${notificationSupport}\x07`,
  ],
  [
    'OSC 99 of the notifications that are shown',
    `${E}]99;i=a_b+c.d-e:p=alive;\x07${E}]99;i=rm -rf ~:p=alive;\x07${E}]99;p=alive;${E}\\`,
    `${E}]99;i=a_b+c.d-e:p=alive;\x07`,
  ],
  [
    'DECRQSS of pen, margins, cursor style, level, protection',
    `${E}P$qm${E}\\${E}[1;2;3;4;5;7;8;9;53;31;102m${E}P$qm${E}\\${E}[3;9r${E}P$qr${E}\\` +
      `${E}[?69h${E}[5;20s${E}P$qs${E}\\${E}[3 q${E}P$q q${E}\\${E}P$q"p${E}\\` +
      `${E}[1"q${E}P$q"q${E}\\`,
    `${E}P1$r0m${E}\\${E}P1$r0;1;2;3;4;5;7;8;9;53;31;102m${E}\\${E}P1$r3;9r${E}\\` +
      `${E}P1$r5;20s${E}\\${E}P1$r3 q${E}\\${E}P1$r62;1"p${E}\\${E}P1$r1"q${E}\\`,
  ],
  [
    'DECRQSS of the extent of DECCARA, and of status lines, of which there are none',
    `${E}P$q*x${E}\\${E}[2*x${E}P$q*x${E}\\${E}P$q$}${E}\\${E}P$q$~${E}\\`,
    ['0*x', '2*x', '0$}', '0$~'].map((one) => `${E}P1$r${one}${E}\\`).join(''),
  ],
  [
    'DECRQSS of other colours and underlines',
    `${E}[4:3;38;5;200;48;2;1;2;3;58;5;4m${E}P$qm${E}\\`,
    `${E}P1$r0;4:3;38:5:200;48:2:1:2:3;58:5:4m${E}\\`,
  ],
  [
    'DECRQSS of what is no setting, too long or broken off',
    `${E}P$qx${E}\\${E}P$q${E}\\${E}P$q${'m'.repeat(300)}${E}\\${E}P$qm\x18`,
    `${E}P0$r${E}\\`.repeat(3),
  ],
  [
    'XTGETTCAP of the name, colours, and what has no value, each by itself',
    `${E}P+q544e;436f;524742;5463;5375${E}\\`,
    [`544E=${hex('xterm-256color')}`, `436F=${hex('256')}`, `524742=${hex('8')}`, '5463', '5375']
      .map((one) => `${E}P1+r${one}${E}\\`)
      .join(''),
  ],
  [
    'XTGETTCAP of sequences and keys, in digits of either case',
    `${E}P+q${hex('Ms')};${hex('kcuu1').toLowerCase()}${E}\\${E}P+q${hex('Se')}${E}\\`,
    `${E}P1+r${hex('Ms')}=${hex(`${E}]52;%p1%s;%p2%s${E}\\`)}${E}\\` +
      `${E}P1+r${hex('kcuu1')}=${hex(`${E}OA`)}${E}\\` +
      `${E}P1+r${hex('Se')}=${hex(`${E}[0 q`)}${E}\\`,
  ],
  [
    'XTGETTCAP of what is no capability, no name, too long or broken off',
    `${E}P+q${hex('toString')};5g;4${E}\\${E}P+q${E}\\` +
      `${E}P+q${'5463;'.repeat(300)}${E}\\${E}P+q5463\x18`,
    `${E}P0+r${E}\\`.repeat(5),
  ],
  [
    'XTGETTCAP of more names than are answered',
    `${E}P+q${'5463;'.repeat(100)}5463${E}\\`,
    `${E}P1+r5463${E}\\`.repeat(64),
  ],
  ['the clipboard, which is never read', `${E}]52;c;?\x07${E}]52;;?${E}\\`, ''],
  [
    'ENQ, DECREQTPARM, checksums, focus mode, which say nothing',
    `\x05${E}[x${E}[1*y${E}[?1004h`,
    '',
  ],
  // measured with xterm 379
  ['common attributes of no style', `${E}[1;1;1;1#|`, `${E}[0m`],
  ['common attributes of an empty rectangle', `${E}[31ma${E}[2;2;1;1#|`, `${E}[0m`],
  [
    'common attributes of one cell',
    `${E}[1;3;5;7;9;48;5;100ma${E}[1;1;1;1#|`,
    `${E}[0;1;3;5;7;9;48:5:100m`,
  ],
  ['common attributes of different colors', `${E}[1;31ma${E}[22;32mb${E}[1;1;1;2#|`, `${E}[0m`],
  ['common attributes of a part', `${E}[1;4;31ma${E}[22mb${E}[1;1;1;2#|`, `${E}[0;4;31m`],
  ['common attributes of two underlines', `${E}[4ma${E}[4:3mb${E}[1;1;1;2#|`, `${E}[0m`],
  ['common attributes of the screen', `${E}[31ma${E}[#|`, `${E}[0m`],
  ['visibility', `${E}[?998n${E}[998n`, `${E}[?999;1n`],
  ['visibility, each time mode 2033 is set', `${E}[?2033h${E}[?2033h`, `${E}[?999;1n`.repeat(2)],
  [
    'OSC 6 and 106, which change no reply, as in xterm 379',
    `${E}]5;0;#123456\x07${E}]6;0;0\x07${E}]106;0;1\x07${E}]6;0;?\x07` +
      `${E}]106;0;?\x07${E}]5;0;?\x07`,
    `${E}]5;0;rgb:1212/3434/5656\x07`,
  ],
  [
    'extra cursors: support, none, no colors',
    `${E}[> q${E}[>100 q${E}[>101 q`,
    `${E}[>1;2;3;29;30;40;100;101 q${E}[>100 q${E}[>101;30:0;40:0 q`,
  ],
  [
    'extra cursors and their colors',
    `${E}[>29;2:2:5 q${E}[>1;2:1:1 q${E}[>100 q${E}[>30;1 q` +
      `${E}[>40;2:1:2:255 q${E}[>101 q${E}[>40;5:7 q${E}[>101 q`,
    `${E}[>100;29:2:2:5;1:2:1:1 q${E}[>101;30:1;40:2:1:2:255 q${E}[>101;30:1;40:5:7 q`,
  ],
  ['in-band sizes when they are asked for', `${E}[?2048h`, `${E}[48;24;80;384;600t`],
]
