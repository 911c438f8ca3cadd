/** A spot as large as a character changes its color on each key. */
const spot = document.getElementById('spot')
let on = false

window.addEventListener('keydown', () => {
  on = !on
  spot.style.background = on ? '#24242E' : '#E5E5E5'
})
