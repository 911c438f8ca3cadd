/** Hands the port on to the page. */
const { ipcRenderer } = require('electron')

ipcRenderer.on('port', (event) => window.postMessage('port', '*', event.ports))
window.addEventListener('DOMContentLoaded', () => ipcRenderer.send('port'), { once: true })
