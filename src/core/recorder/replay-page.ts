/** Style and script of a replay file, without data of a session. */

export const replayStyle = `
:root { color-scheme: dark; --worked: #5b9cf5; --waited: #f0a132; --failed: #ef5b5b; }
body { margin: 0; background: #16181d; color: #d7dae0; font: 14px/1.5 system-ui, sans-serif; }
header { position: sticky; top: 0; padding: 12px 20px; background: #1d2027; }
h1 { margin: 0; font-size: 18px; }
p { margin: 0; color: #9aa1ad; }
.controls { display: flex; gap: 16px; align-items: center; margin: 10px 0; }
button, select { padding: 4px 12px; font: inherit; color: inherit; background: #2b303b; }
button, select { border: 1px solid #4a5160; border-radius: 4px; }
output { font-variant-numeric: tabular-nums; }
header svg { display: block; width: 100%; height: 24px; background: #2b303b; }
rect.worked { fill: var(--worked); } rect.waited { fill: var(--waited); }
rect.failed { fill: var(--failed); }
header line { stroke: #fff; stroke-width: 2; vector-effect: non-scaling-stroke; }
input { display: block; width: 100%; margin: 6px 0; }
.key span { margin-right: 16px; }
td.worked, .key .worked { color: var(--worked); } td.waited, .key .waited { color: var(--waited); }
td.failed, .key .failed { color: var(--failed); }
main { padding: 8px 20px 40px; display: flex; gap: 20px; align-items: start; }
main table { flex: 1 1 0; }
#screen { position: sticky; top: 200px; flex: none; overflow: auto; max-width: 60%; }
#screen { max-height: calc(100vh - 210px); border: 1px solid #4a5160; }
#screen svg { display: block; }
#covered { fill: #16181d; opacity: 0.8; }
#mark { fill: #fff; opacity: 0.18; }
@media (max-width: 1100px) {
  main { flex-direction: column; align-items: stretch; }
  #screen { position: static; max-width: none; max-height: 60vh; }
}
table { border-collapse: collapse; width: 100%; }
td { padding: 3px 12px 3px 0; vertical-align: top; overflow-wrap: anywhere; }
td:first-child, td:nth-child(2) { white-space: nowrap; }
time { font-variant-numeric: tabular-nums; color: #9aa1ad; }
tr.later { opacity: 0.25; }
tr.present { background: #2b303b; }
tr[data-y] { cursor: pointer; }
tr[data-y] td:nth-child(2)::after { content: ' \\2192'; color: #9aa1ad; }
`

/** Longest replayed pause between two events, ms. */
const pauseMs = 2_000

export const replayScript = `
'use strict'
const by = (id) => document.getElementById(id)
const [play, speed, slider, now, cursor] = ['play', 'speed', 'at', 'now', 'cursor'].map(by)
const rows = [...by('events').rows]
const times = rows.map((row) => Number(row.dataset.at))
const [from, to] = [Number(slider.min), Number(slider.max)]
const places = rows.map((row) => (row.dataset.y === undefined ? null : Number(row.dataset.y)))
const [screen, covered, mark] = ['screen', 'covered', 'mark'].map(by)
let at = screen ? to : from
let playing = false
let before = 0
function show(follow) {
  let present = -1
  rows.forEach((row, index) => {
    const later = times[index] > at
    if (!later) present = index
    row.classList.toggle('later', later)
  })
  rows.forEach((row, index) => row.classList.toggle('present', index === present))
  slider.value = String(at)
  const x = String(((at - from) / (to - from)) * 1000)
  cursor.setAttribute('x1', x)
  cursor.setAttribute('x2', x)
  const row = rows[present]
  const cells = row ? [...row.cells].map((cell) => cell.textContent) : []
  now.value = new Date(at).toLocaleTimeString() + (row ? '  ' + cells[1] : '')
  if (follow && row) row.scrollIntoView({ block: 'center' })
  if (screen) place(present)
}
function place(present) {
  let last = present
  while (last >= 0 && places[last] === null) last -= 1
  const next = places.findIndex((y, index) => index > present && y !== null)
  const seen = places[last] ?? 0
  const all = at >= to || next === -1
  covered.setAttribute('visibility', all ? 'hidden' : 'visible')
  const height = Number(mark.getAttribute('height'))
  const began = times[last] ?? from
  const part = all ? 0 : (at - began) / Math.max(1, times[next] - began)
  const moved = all ? 0 : Math.max(0, places[next] - seen) * part
  const end = seen + Math.round(moved / height) * height
  covered.setAttribute('y', String(end + height))
  mark.setAttribute('visibility', present === last && last >= 0 ? 'visible' : 'hidden')
  mark.setAttribute('y', String(seen))
  screen.scrollTop = (playing ? end : seen) - screen.clientHeight / 2
}
function step(time) {
  if (!playing) return
  const factor = Number(speed.value)
  at += (time - before) * factor
  before = time
  const next = times.find((one) => one > at)
  if (next === undefined) at = to
  else if (next - at > PAUSE * factor) at = next - PAUSE * factor
  if (at >= to) { at = to; set(false) }
  show(true)
  requestAnimationFrame(step)
}
function set(on) {
  playing = on
  play.textContent = on ? 'Pause' : 'Play'
  if (!on) return
  if (at >= to) at = from
  before = performance.now()
  requestAnimationFrame(step)
}
play.addEventListener('click', () => set(!playing))
slider.addEventListener('input', () => { at = Number(slider.value); show(true) })
rows.forEach((row, index) => {
  row.addEventListener('click', () => { at = times[index]; show(false) })
})
document.addEventListener('keydown', (event) => {
  if (event.key !== ' ' || event.target !== document.body) return
  event.preventDefault()
  set(!playing)
})
show(false)
`.replaceAll('PAUSE', String(pauseMs))
