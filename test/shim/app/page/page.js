/** The fixture's page: keeps what came over the port, counts bytes, answers when asked. */
const page = (globalThis.page = {
  port: null,
  bytes: 0,
  count: 0,
  messages: [],
  keys: [],
  waiting: null,
  secured: isSecureContext,
})

addEventListener('message', (event) => {
  if (event.source !== window || event.ports.length === 0) return
  page.greeting = event.data.port
  page.port = event.ports[0]
  page.port.onmessage = ({ data }) => {
    if (data instanceof Uint8Array) {
      page.bytes += data.length
      page.count += 1
      page.last = data.at(-1)
      if (page.bytes === page.goal) page.waiting?.(performance.now() - page.began)
    } else if (data?.kind === 'echo') page.waiting?.()
    else page.messages.push(data)
  }
  page.port.addEventListener('close', () => page.messages.push('closed'))
  page.connected?.()
})
addEventListener('keydown', (event) => {
  page.keys.push(`${event.ctrlKey ? 'C-' : ''}${event.shiftKey ? 'S-' : ''}${event.key}`)
})

page.roundTrips = async (count) => {
  const times = []
  for (let i = 0; i < count; i++) {
    const began = performance.now()
    await new Promise((resolve) => {
      page.waiting = resolve
      page.port.postMessage({ kind: 'echo', i })
    })
    times.push(performance.now() - began)
  }
  return times.sort((a, b) => a - b)
}
page.receive = (goal) => {
  page.bytes = 0
  page.goal = goal
  page.began = performance.now()
  return new Promise((resolve) => {
    page.waiting = resolve
  })
}
/** Asks the preload. */
globalThis.fixture = {
  say: (...args) => postMessage({ say: args }),
  refused: () => postMessage({ refused: true }),
  requireOther: (name) => postMessage({ require: name }),
}
