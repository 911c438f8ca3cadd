/** The fixture's preload: the port to the page, IPC and a small bridge. */
const { contextBridge, ipcRenderer } = require('electron')

ipcRenderer.on('port', (event, message) => window.postMessage({ port: message }, '*', event.ports))
contextBridge.exposeInMainWorld('fixture', {
  version: 7,
  nested: { list: [1, 2, 3] },
  sum: (a, b) => ipcRenderer.invoke('sum', a, b),
  say: (...args) => ipcRenderer.send('say', ...args),
  later: (callback) => {
    setTimeout(() => callback('later'), 5)
  },
  upPort: () => {
    const { port1, port2 } = new MessageChannel()
    ipcRenderer.postMessage('up-port', 'with a port', [port2])
    return new Promise((resolve) => {
      port1.onmessage = (event) => resolve(event.data)
      port1.postMessage('over the port')
    })
  },
  refused: () => {
    const names = []
    for (const value of [new Map(), new Date(), () => 1, new (class Own {})(), Symbol('s')]) {
      try {
        ipcRenderer.send('say', value)
      } catch (error) {
        names.push(error.name)
      }
    }
    return names
  },
  requireOther: (name) => {
    try {
      require(name)
    } catch (error) {
      return error.message
    }
  },
})
