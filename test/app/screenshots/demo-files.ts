/** Files of the demo home: three small projects, and programs with fixed output. */

const prints = (text: string) => `#!/bin/sh\ncat <<'END'\n${text}END\n`
const green = (text: string) => `\x1b[32m${text}\x1b[m`
const yellow = (text: string) => `\x1b[33m${text}\x1b[m`
const dim = (text: string) => `\x1b[2m${text}\x1b[m`

const tests = [
  'cart.test.ts',
  'checkout.test.ts',
  'prices.test.ts',
  'session.test.ts',
  'stock.test.ts',
]

const log = [
  ['4f2a91c', 'checkout: retry a payment that timed out'],
  ['b07d3e8', 'cart: keep items after signing in'],
  ['9ac51f4', 'prices: round per line, not per order'],
  ['e83b620', 'session: end after 30 minutes without a request'],
  ['17f9d05', 'stock: read from the replica'],
] as const

const repository = (branch: string) => `ref: refs/heads/${branch}\n`

export const demoFiles: Readonly<Record<string, string>> = {
  'projects/shop/.git/HEAD': repository('checkout'),
  'projects/api/.git/HEAD': repository('main'),
  'projects/docs/.git/HEAD': repository('main'),
  'projects/mobile/.git/HEAD': repository('release'),
  'projects/shop/README.md': '# Shop\n',
  'projects/shop/package.json': '{ "name": "shop" }\n',
  'projects/shop/src/cart.ts': 'export const cart = []\n',
  'projects/shop/src/checkout.ts': 'export const checkout = () => null\n',
  'projects/shop/src/prices.ts': 'export const prices = {}\n',
  'projects/shop/src/session.ts': 'export const session = null\n',
  'projects/shop/test/cart.test.ts': '',
  'projects/shop/test/checkout.test.ts': '',
  'projects/api/src/server.ts': '',
  '.local/bin/npm': prints(
    `\n${dim('> shop@2.4.0 test')}\n${dim('> vitest run')}\n\n` +
      tests
        .map((name, at) => ` ${green('✓')} test/${name} ${dim(`(${12 + 7 * at} tests)`)}\n`)
        .join('') +
      `\n Test Files  ${green('5 passed')} (5)\n      Tests  ${green('130 passed')} (130)\n` +
      `   Duration  1.84s\n`,
  ),
  '.local/bin/git': prints(log.map(([hash, text]) => `${yellow(hash)} ${text}\n`).join('')),
  '.local/bin/tsc': prints(
    'src/checkout.ts:42:7 - error TS2322: Type string is not assignable to type number.\n' +
      'src/prices.ts:18:3 - error TS2741: Property currency is missing.\n' +
      'See https://example.com/docs/errors for details.\n',
  ),
  '.local/bin/server': prints(
    [
      'GET /',
      'GET /cart',
      'POST /cart/items',
      'GET /checkout',
      'POST /checkout',
      'GET /orders/1042',
    ]
      .flatMap((request, at) => [
        `10:4${at}:07 ${green('info')}  ${request} 200 ${3 + at} ms\n`,
        ...(at % 2 === 1 ? [`10:4${at}:08 ${yellow('warn')}  slow query: orders, 212 ms\n`] : []),
      ])
      .join(''),
  ),
  '.local/bin/top-processes': prints(
    '  PID  CPU%   MEM  COMMAND\n 4127  38.0  212M  node server.js\n 4203  12.5   96M  postgres\n' +
      ' 3980   4.1   41M  redis-server\n 4311   1.2   18M  nginx\n',
  ),
}
