/** Access of programs to `vibeflow mcp`: the question and the list of answers. */
import { createElement as h } from 'preact'
import { always, type Feature } from '../../page/page.ts'
import { AccessBar } from './access-bar.tsx'
import { AccessList } from './access-list.tsx'
import { McpState } from './mcp-state.ts'

export const mcpFeature: Feature = (page) => {
  const { now } = page.get(McpState)
  return {
    actions: { mcp_access: always(() => page.overlays.open({ kind: 'mcp-access' })) },
    messages: { 'page/mcp': (message) => now.set(message) },
    overlays: { 'mcp-access': () => h(AccessList, null) },
    banners: [AccessBar],
  }
}
