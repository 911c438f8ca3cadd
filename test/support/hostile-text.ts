/**
 * Text that tries to be something else where people read it, and what must be left of it: nothing
 * that acts and nothing that cannot be seen.
 */

/**
 * Characters that no text shown to people contains (behavior of `safeText`). The joiner and the
 * emoji presentation remain allowed within emoji.
 */
export const unseen = new RegExp(
  String.raw`[\p{Cc}\p{Cs}\u2028\u2029]|(?![\u200d\ufe0f])\p{Default_Ignorable_Code_Point}` +
    String.raw`|(?<!\p{Extended_Pictographic}|[0-9#*])\ufe0f`,
  'u',
)

/**
 * Each without BEL, ESC and ST, so that it can be the body of an escape sequence; the last four are
 * raw text only.
 */
export const hostileWords: readonly string[] = [
  ...['evil\u202egpj.exe', 'a\u2066b\u2069', 'zero\u200bwidth\u200c\u200dname'],
  ...['soft\u00adhyphen\u034f\u115f\u3164\uffa0', 'tag\u{e0041}\u{e007f}'],
  ...['c1 \u009b31m\u009d0;x\u009c', 'selector\ufe0f\ufe01\u{e0100}'],
  ...['line\u2028and\u2029paragraph', '\ufeffmark', '<b>bold</b> &lt;i&gt; \\074u\\076 \\377'],
  `${'long '.repeat(2_000)}`,
  'x\u0301\u0302\u0303'.repeat(500),
  ...['new\nline', 'bell\u0007', '\u001b]0;title\u0007\u001b[2J\u001b[31m', 'half \ud83d'],
]

/** As a program can write them into an escape sequence. */
export const hostileBodies: readonly string[] = hostileWords.slice(0, 12)
