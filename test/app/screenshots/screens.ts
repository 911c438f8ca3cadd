/** Screens of agents, as real ones draw them: rules for screens and dialogs hold on them. */
import type { Screen } from './stage.ts'

const bold = (text: string) => `\x1b[1m${text}\x1b[m`
const dim = (text: string) => `\x1b[38;5;245m${text}\x1b[m`
const green = (text: string) => `\x1b[32m${text}\x1b[m`
const red = (text: string) => `\x1b[31m${text}\x1b[m`
const cyan = (text: string) => `\x1b[36m${text}\x1b[m`

const encoded = (text: string) => Buffer.from(text).toString('base64')
const report = (state: string, message = '') => [
  `7501;state=${state}${message === '' ? '' : `:msg=${encoded(message)}`}`,
]

const claudeStart = [
  `${bold('Claude Code')}  ${dim('~/projects/shop')}`,
  '',
  `${dim('>')} A payment that times out fails the order. Retry it, and add a test.`,
  '',
  `${green('●')} I'll look at how the checkout handles a failed payment.`,
  '',
  `${green('●')} ${bold('Read')}(src/checkout.ts)`,
  dim('  ⎿  Read 148 lines'),
  '',
  `${green('●')} ${bold('Update')}(src/checkout.ts)`,
  dim('  ⎿  Updated with 2 additions and 1 removal'),
  '       41    const order = await orders.find(id)',
  red('       42 -  await payments.charge(order)'),
  green('       42 +  const charge = () => payments.charge(order)'),
  green('       43 +  await retry(charge, { times: 3 })'),
  '',
]

export const claude: Readonly<Record<'working' | 'asks' | 'done', Screen>> = {
  working: {
    title: 'Retry payments',
    rows: [
      ...claudeStart,
      `${green('●')} ${bold('Write')}(test/checkout.test.ts)`,
      dim('  ⎿  Wrote 26 lines'),
      '',
      `${cyan('✻')} Adding a test… ${dim('(42s · esc to interrupt)')}`,
    ],
    reports: report('working:app=claude', 'Adding a test'),
  },
  asks: {
    title: 'Retry payments',
    rows: [
      ...claudeStart,
      '─',
      ` ${bold('Bash command')}`,
      '',
      '   npm test -- checkout',
      `   ${dim('Run the tests of the checkout')}`,
      '',
      ' Do you want to proceed?',
      ` ${cyan('❯ 1. Yes')}`,
      "   2. Yes, and don't ask again for npm test commands",
      '   3. No',
      '',
      ' Esc to cancel · Tab to amend',
    ],
    reports: report('blocked:kind=permission:app=claude', 'Run npm test -- checkout?'),
  },
  done: {
    title: 'Retry payments',
    rows: [
      ...claudeStart,
      `${green('●')} ${bold('Bash')}(npm test -- checkout)`,
      dim('  ⎿  130 tests passed in 1.8 s'),
      '',
      `${green('●')} The checkout now tries a payment three times. The new test`,
      '  covers a payment that times out twice.',
      '',
      '─',
      '❯ ',
      '─',
      dim('  ? for shortcuts'),
    ],
    reports: report('done:app=claude', 'Payments are retried'),
  },
}

export const codex: Readonly<Record<'working' | 'asks', Screen>> = {
  working: {
    title: 'Order history',
    rows: [
      `${bold('OpenAI Codex')}  ${dim('~/projects/api')}`,
      '',
      `${dim('›')} Add a table for the order history.`,
      '',
      `${dim('•')} ${bold('Explored')}`,
      dim('  └ Read migrations/0042_orders.sql, src/orders.ts'),
      '',
      `${dim('•')} ${bold('Working')} ${dim('(12s • esc to interrupt)')}`,
    ],
    reports: report('working:app=codex'),
  },
  asks: {
    title: 'Order history',
    rows: [
      `${bold('OpenAI Codex')}  ${dim('~/projects/api')}`,
      '',
      `${dim('›')} Add a table for the order history.`,
      '',
      `${dim('•')} ${bold('Explored')}`,
      dim('  └ Read migrations/0042_orders.sql, src/orders.ts'),
      '',
      `${dim('•')} ${bold('Added')} migrations/0043_history.sql (${green('+14')} ${red('-0')})`,
      '',
      '  Would you like to run the following command?',
      '',
      '  $ npm run migrate -- --to 0043',
      '',
      `${cyan('› 1. Yes, proceed (y)')}`,
      "  2. Yes, and don't ask again for commands that start with `npm run migrate` (p)",
      '  3. No, and tell Codex what to do differently (esc)',
      '',
      '  Press enter to confirm or esc to cancel',
    ],
    reports: report('blocked:kind=permission:app=codex', 'Run npm run migrate -- --to 0043?'),
  },
}

export const gemini: Screen = {
  title: 'Build the docs',
  rows: [
    `${bold('Gemini')}  ${dim('~/projects/docs')}`,
    '',
    `${dim('>')} Build the site and fix what fails.`,
    '',
    `${red('✗')} npm run build`,
    '  Error: out of memory while building 4,120 pages',
    '',
    '  The build failed twice. I stopped here.',
  ],
  reports: report('error:app=gemini', 'The build failed: out of memory'),
}

export const opencode: Screen = {
  title: 'Update the icons',
  rows: [
    `${bold('opencode')}  ${dim('~/projects/mobile')}`,
    '',
    `${dim('>')} Replace the old icons.`,
    '',
    `${green('✓')} 18 icons replaced, 3 removed`,
    '',
    '  All screens use the new icons now.',
  ],
  reports: report('done:app=opencode', 'All screens use the new icons'),
}

/** By which words an agent resumes its session. */
export const resumes: Readonly<Record<'codex' | 'opencode', string>> = {
  codex: `88;arm;cmd=${encoded('codex')};args=${encoded('resume 0198c2f4')}`,
  opencode: `26;AppName=${encoded('opencode')};SessionId=${encoded('ses_6f2a91c4')}`,
}
