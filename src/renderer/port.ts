/** Takes the window's MessagePort from the preload script: once, and only from this window. */

export function takePort(): Promise<MessagePort> {
  return new Promise((resolve) => {
    const take = (event: MessageEvent): void => {
      const [port] = event.ports
      if (event.source !== window || event.data !== 'port' || port === undefined) return
      window.removeEventListener('message', take)
      resolve(port)
    }
    window.addEventListener('message', take)
  })
}
