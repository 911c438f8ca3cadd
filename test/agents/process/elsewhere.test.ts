/** Finds the destination of programs that connect elsewhere, from their arguments in /proc. */
import { describe, expect, test } from 'vitest'
import { elsewhereOf } from '../../../src/agents/process/elsewhere.ts'

const of = (line: string) => {
  const found = elsewhereOf(line.split(' '))
  return found === null ? null : `${found.relation} ${found.name}`
}

describe('elsewhere', () => {
  test.each([
    ['ssh build', 'on build'],
    ['ssh me@build', 'on build'],
    ['/usr/bin/ssh -p 22 -o Port=2 -tt -J a,b build ls -la', 'on build'],
    ['ssh -l me build -p 22', 'on build'],
    ['ssh ssh://me@build:2222', 'on build'],
    ['ssh ssh://[::1]:22/', 'on ::1'],
    ['ssh ::1', 'on ::1'],
    ['mosh -p 1 me@build', 'on build'],
    ['node /home/me/.local/bin/vibeflow ssh -A build claude', 'on build'],
    ['/bin/sh /usr/bin/vibeflow ssh build', 'on build'],
    ['node /c/src/cli/bin/vibeflow.mjs enter podman -u root web', 'in web'],
    ['docker exec -it -e A=b -u root web sh -c x', 'in web'],
    ['podman --log-level debug exec web bash', 'in web'],
    ['kubectl exec -it -n space web-1 -c app -- bash', 'in web-1'],
    ['/bin/sh /usr/bin/distrobox enter fedora', 'in fedora'],
    ['/bin/sh /usr/bin/distrobox-enter -n fedora', 'in fedora'],
    ['toolbox enter fedora', 'in fedora'],
    ['devcontainer exec --workspace-folder /home/me/api bash', 'in api'],
  ])('%s', (line, expected) => expect(of(line)).toBe(expected))

  test.each([
    ...['', 'bash', 'ssh', 'ssh -V', 'docker', 'docker ps', 'podman build .', 'kubectl get pods'],
    ...['vim a b c ssh build', 'node server.js ssh', 'vibeflow ls', 'vibeflow enter'],
    `ssh ${'x'.repeat(300)}`,
  ])('%j leads nowhere that is known', (line) => expect(of(line)).toBeNull())
})
