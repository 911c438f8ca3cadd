/** Tells the main process that the first frame is through. */
const { ipcRenderer } = require('electron')

window.addEventListener(
  'DOMContentLoaded',
  () => requestAnimationFrame(() => setTimeout(() => ipcRenderer.send('shown'), 0)),
  { once: true },
)
