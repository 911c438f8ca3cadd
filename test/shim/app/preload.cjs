/** The fixture's preload: the port to the page, and what its page asks for by messages. */
const { ipcRenderer } = require('electron')

ipcRenderer.on('port', (event, message) => window.postMessage({ port: message }, '*', event.ports))

/** Names of the errors of values that may not cross. */
function refused() {
  const names = []
  for (const value of [new Map(), new Date(), () => 1, new (class Own {})(), Symbol('s')]) {
    try {
      ipcRenderer.send('say', value)
    } catch (error) {
      names.push(error.name)
    }
  }
  return names
}
function problemOf(name) {
  try {
    require(name)
  } catch (error) {
    return error.message
  }
}
addEventListener('message', ({ data }) => {
  if (data?.say !== undefined) ipcRenderer.send('say', ...data.say)
  if (data?.refused === true) ipcRenderer.send('say', ...refused())
  if (data?.require !== undefined) ipcRenderer.send('say', problemOf(data.require))
})
