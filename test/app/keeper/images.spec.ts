/** Images of programs are drawn again after ends of vibeflow's processes. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { png } from '../../../src/host/desktop/png.ts'
import { slow } from '../../slow.ts'
import { expect, makeHome, picture, startApp, test, type Started } from '../app.ts'
import {
  blue,
  coloursAt,
  filled,
  green,
  inlineFile,
  kitty,
  red,
  yellow,
} from '../grid/image-pixels.ts'
import { removeHome } from './keeper-process.ts'
import { crashWorkers, killApp, killPages } from './kills.ts'

const sixel = '\x1bP0;1q"1;1;40;24#1;2;100;0;0#1!40~-#1!40~-#1!40~-#1!40~\x1b\\'
const file = png({ width: 8, height: 8, pixels: filled(8, 8, blue) })

/** One image of each protocol, one of a file that is gone, and text over one. */
const drawn = (shared: string) =>
  `${sixel}\x1b[1;21H${kitty('a=T,i=1,s=4,v=4,c=4,r=2', filled(4, 4, green))}` +
  `\x1b[5;21H${inlineFile('width=4;height=2;preserveAspectRatio=0', file)}` +
  `\x1b[1;31H${kitty('a=T,i=2,t=f,s=4,v=4,c=4,r=2', shared)}\x1b[5;22Hx\x1b[8;1H`

const cells = [
  [0, 1],
  [0, 21],
  [4, 20],
  [1, 32],
] as const
const colors = [red, green, blue, yellow]

/** Rewrites a line for longer than output is kept. */
const long = `head -c 1500000 /dev/zero | tr '\\0' '\\r'`

async function expectImages({ page, screen }: Started): Promise<void> {
  await expect.poll(() => coloursAt(page, cells)).toEqual(colors)
  expect((await screen()).join('\n')).toMatch(/^ +x/m)
}

/** Waits until a checkpoint with images was saved. */
async function isSaved(home: string): Promise<void> {
  const folder = join(home, 'state/vibeflow/session')
  const outputs = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.out'))
      .map((name) => readFileSync(join(folder, name), 'latin1'))
  await expect
    .poll(() => outputs().filter((text) => text.split('\x1b_Va=t').length > 4))
    .toHaveLength(1)
}

for (const more of ['little', 'much'])
  test(
    `images are drawn again after kills and a restart, and after ${more} output`,
    slow,
    async () => {
      const home = makeHome('[session]\nrestore = "always"\n')
      mkdirSync(join(home, 'tmp'), { recursive: true })
      const shared = join('/tmp', `${home.slice(-6)}.rgba`)
      writeFileSync(shared, filled(4, 4, yellow))
      writeFileSync(join(home, 'drawn.txt'), drawn(shared))
      let app = await startApp({ home })
      await app.shows('ready$')
      await app.type(`clear; cat drawn.txt; ${more === 'much' ? long : 'true'}; PS1='\\none$ '\n`)
      await app.shows('one$')
      await expectImages(app)
      rmSync(shared)
      await picture(app.page, `kept-images-${more}`)
      await isSaved(home)

      await crashWorkers(app)
      await app.type('echo again\n')
      await app.shows(/^again$/m)
      await expectImages(app)

      await killApp(app, 'main')
      app = await startApp({ home })
      await expectImages(app)
      await picture(app.page, `kept-images-${more}-adopted`)
      await app.type('echo adopted\n')
      await app.shows(/^adopted$/m)
      killPages(home)
      await app.shows(/^adopted$/m)
      await expectImages(app)
      await isSaved(home)

      await app.close()
      app = await startApp({ home })
      await app.shows('ready$')
      await expectImages(app)
      await picture(app.page, `kept-images-${more}-restored`)
      await app.close()
      removeHome(home)
    },
  )
