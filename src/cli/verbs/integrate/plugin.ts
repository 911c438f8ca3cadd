/**
 * The plugin of opencode and Kilo, a fork of it. It runs inside the agent, which can write to the
 * terminal, and uses OSC 26, whose terms cover all of its events.
 */

/** @param agent its name in reports */
export function pluginText(agent: string): string {
  return text.replaceAll('AGENT', agent)
}

const text = `\
// Of vibeflow: reports to the terminal what AGENT is doing.
// To remove it, run \`vibeflow integrate --remove AGENT\`.
import { writeFileSync } from "node:fs"
const base64 = (text) => Buffer.from(String(text), "utf8").toString("base64")
const inTmux = Boolean(process.env.TMUX)
const places = [inTmux ? null : process.env.VIBEFLOW_TTY, "/dev/tty"].filter(Boolean)
const report = (...pairs) => {
  const plain = \`\\x1b]26;\${["CodeAgent=AGENT", ...pairs].join(";")}\\x1b\\\\\`
  const frame = inTmux ? \`\\x1bPtmux;\${plain.replaceAll("\\x1b", "\\x1b\\x1b")}\\x1b\\\\\` : plain
  for (const place of places) {
    try {
      return writeFileSync(place, frame, { flag: "a" })
    } catch {}
  }
}
const statusOf = (type, p) => {
  switch (type) {
    case "session.status": return p.status?.type === "idle" ? "finished" : "running"
    case "session.idle": return "finished"
    case "session.error": return "error"
    case "permission.asked": case "permission.updated": return "awaiting-approval"
    case "permission.replied": return "running"
    case "question.asked": return "awaiting-input"
  }
}
const children = new Set()
export const Vibeflow = async () => ({
  event: async ({ event: { type, properties: p = {} } }) => {
    if (p.info?.parentID) children.add(p.info.id)
    if (children.has(p.sessionID ?? p.info?.id)) return
    const status = statusOf(type, p)
    if (status) report(\`Status=\${status}\`)
    else if (type === "session.updated" && p.info?.title)
      report(\`SessionTitle=\${base64(p.info.title)}\`, \`SessionId=\${base64(p.info.id)}\`)
    else if (type === "todo.updated" && p.todos?.length) {
      const done = p.todos.filter(({ status }) => status === "completed").length
      report(\`TaskProgress=\${done}/\${p.todos.length}\`)
    }
  },
})
`
