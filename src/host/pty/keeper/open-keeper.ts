/** Finds the keeper's program and socket, and the programs that outlived the last vibeflow. */
import { rmdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { socketPath, socketRoot } from '../../../core/clients/socket/paths.ts'
import { stateFolder } from '../../files/folders.ts'
import { tryOr } from '../../files/try-or.ts'
import { isPrivateFolder, makePrivateFolder } from '../../socket/private-folder.ts'
import { Keeper } from './keeper.ts'
import type { KeptProgram } from './messages.ts'

interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
  /** Called with a sentence if programs are not kept. */
  readonly failed: (problem: string) => void
}

/** Returns the keeper at this user's sockets, or `null` if there is no private directory. */
export function openKeeper({ environment, home, failed }: Surroundings): Keeper | null {
  const root = socketRootOf({ environment, home })
  const problem = makePrivateFolder(root)
  if (problem === null)
    return new Keeper({ socket: join(root, 'keeper'), program: binary(), failed })
  failed(`${problem} Programs end if vibeflow crashes.`)
  return null
}

/** Returns the programs that no vibeflow has. Starts no keeper. */
export async function listKept(
  place: Pick<Surroundings, 'environment' | 'home'>,
): Promise<readonly KeptProgram[]> {
  const keeper = openKeeper({ ...place, failed: () => undefined })
  const programs = (await keeper?.list()) ?? []
  keeper?.dispose()
  return programs
}

/**
 * Returns the programs that no vibeflow has. Removes the sockets that a killed vibeflow left, so
 * that their tabs can open them again.
 * @param isOurs programs to return
 */
export async function keptPrograms(
  keeper: Keeper | null,
  { environment, home }: Pick<Surroundings, 'environment' | 'home'>,
  isOurs: (program: KeptProgram) => boolean = () => true,
): Promise<readonly KeptProgram[]> {
  const programs = ((await keeper?.list()) ?? []).filter(isOurs)
  const root = socketRootOf({ environment, home })
  for (const { id } of programs)
    tryOr(() => {
      rmSync(socketPath(root, id), { force: true })
      rmdirSync(join(root, id))
    }, undefined)
  return programs
}

/** Returns the folder of this user's sockets. */
export function socketRootOf({
  environment,
  home,
}: Pick<Surroundings, 'environment' | 'home'>): string {
  const facts = { isPrivate: isPrivateFolder, stateFolder: stateFolder(environment, home) }
  return socketRoot(environment, facts).root
}

/** Its file is next to node-pty's. In an archive of Electron it can't be executed. */
function binary(): string {
  const folder = dirname(createRequire(import.meta.url).resolve('node-pty/package.json'))
  return join(folder, 'build/Release/vibeflow-keeper').replace(/\.asar\//, '.asar.unpacked/')
}
