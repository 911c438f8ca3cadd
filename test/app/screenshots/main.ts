/**
 * `npm run screenshots [NAME...]`: takes all pictures of docs/images, or only the named ones, from
 * the built app without a display (docs/contributing/index.md). Pictures of one scene are taken
 * together.
 */
import { resolve } from 'node:path'
import { agentScenes } from './agent-scenes.ts'
import { Stage, type Scene } from './stage.ts'
import { textScenes } from './text-scenes.ts'
import { windowScenes } from './window-scenes.ts'

const folder = resolve(import.meta.dirname, '../../../docs/images')

const scenes = [...agentScenes, ...textScenes, ...windowScenes]
const names = scenes.flatMap((scene) => scene.names)
const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !names.includes(name))
if (unknown !== undefined) {
  process.stderr.write(`vibeflow: there is no picture ${unknown}: ${names.join(', ')}\n`)
  process.exit(2)
}

async function play(scene: Scene): Promise<void> {
  const stage = new Stage(folder)
  try {
    stage.configure(scene.configuration ?? '')
    await stage.start()
    await scene.play(stage)
  } finally {
    await stage.close()
  }
}

for (const scene of scenes) {
  if (wanted.length > 0 && !scene.names.some((name) => wanted.includes(name))) continue
  try {
    await play(scene)
  } catch (error) {
    // A busy machine may be too slow once.
    process.stderr.write(`vibeflow: ${scene.names.join(', ')}: once more, ${String(error)}\n`)
    await play(scene)
  }
}
