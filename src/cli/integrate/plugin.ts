/**
 * The plugin for opencode and for Kilo, which is made of it. It runs inside the agent, where the
 * terminal can be written to, and speaks OSC 26, which has words for all that it knows.
 */

/** @param agent its name in the reports */
export function pluginText(agent: string): string {
  return `// Of vibeflow: tells the terminal what ${agent} is doing. \`vibeflow integrate --remove\` takes it out.
import { writeFileSync } from "node:fs"
const base64 = (text) => Buffer.from(String(text), "utf8").toString("base64")
const places = [process.env.TMUX ? null : process.env.VIBEFLOW_TTY, "/dev/tty"].filter(Boolean)
const report = (...pairs) => {
  const plain = \`\\x1b]26;\${["CodeAgent=${agent}", ...pairs].join(";")}\\x1b\\\\\`
  const frame = process.env.TMUX ? \`\\x1bPtmux;\${plain.replaceAll("\\x1b", "\\x1b\\x1b")}\\x1b\\\\\` : plain
  for (const place of places) { try { return writeFileSync(place, frame, { flag: "a" }) } catch {} }
}
const children = new Set()
export const Vibeflow = async () => ({
  event: async ({ event: { type, properties: p = {} } }) => {
    if (p.info?.parentID) children.add(p.info.id)
    if (children.has(p.sessionID ?? p.info?.id)) return
    if (type === "session.updated" && p.info?.title) report(\`SessionTitle=\${base64(p.info.title)}\`, \`SessionId=\${base64(p.info.id)}\`)
    else if (type === "session.status") report(\`Status=\${p.status?.type === "idle" ? "finished" : "running"}\`)
    else if (type === "session.idle") report("Status=finished")
    else if (type === "permission.asked" || type === "permission.updated") report("Status=awaiting-approval")
    else if (type === "permission.replied") report("Status=running")
    else if (type === "question.asked") report("Status=awaiting-input")
    else if (type === "session.error") report("Status=error")
    else if (type === "todo.updated" && p.todos?.length)
      report(\`TaskProgress=\${p.todos.filter((todo) => todo.status === "completed").length}/\${p.todos.length}\`)
  },
})
`
}

/** Whether vibeflow made this file, in whatever version. */
export function isOurPlugin(text: string): boolean {
  return text.startsWith('// Of vibeflow: ')
}
