/**
 * xterm.js with the app's options at 120x40, drawn by WebGL. Strings are written as they come; each
 * 5,000 characters that are parsed are acknowledged, when the main process asks for it.
 */
/* global Terminal, WebglAddon */
const acknowledgeCharacters = 5_000

const terminal = new Terminal({
  cols: 120,
  rows: 40,
  fontSize: 14,
  lineHeight: 1,
  scrollback: 10_000,
  cursorBlink: true,
  customGlyphs: true,
  rescaleOverlappingGlyphs: true,
  fontFamily:
    '"JetBrains Mono", "DejaVu Sans Mono", "Noto Sans Mono", "Noto Color Emoji", monospace',
  theme: { foreground: '#E5E5E5', background: '#0E0E12' },
  overviewRuler: { width: 8 },
  allowProposedApi: true,
  logLevel: 'off',
})
terminal.open(document.getElementById('grid'))
terminal.loadAddon(new WebglAddon.WebglAddon())
terminal.focus()
window.benchTerminal = terminal

window.addEventListener('message', (event) => {
  const [port] = event.ports
  if (event.data !== 'port' || port === undefined) return
  let parsed = 0
  const acknowledge = (characters) => {
    parsed += characters
    while (parsed > acknowledgeCharacters) {
      parsed -= acknowledgeCharacters
      port.postMessage(acknowledgeCharacters)
    }
  }
  let acknowledges = false
  port.onmessage = ({ data }) => {
    if (typeof data === 'object') {
      acknowledges = data.acknowledge
      return
    }
    if (acknowledges) terminal.write(data, () => acknowledge(data.length))
    else terminal.write(data)
  }
  terminal.onData((data) => port.postMessage(data))
})
