(() => {
  const { entry, ahead } = document.currentScript.dataset
  const root = document.getElementById('root')
  const signs = ['pointerdown', 'touchstart', 'keydown', 'focusin']
  let begun = false
  const begin = () => {
    if (begun) return
    begun = true
    for (const sign of signs) removeEventListener(sign, begin, true)
    for (const href of ahead.split(' ')) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      document.head.append(link)
    }
    import(entry)
  }
  for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true })
  root.changed = new Map()
  root.note = ({ target }) => root.changed.set(target, target.type === 'checkbox' ? target.checked : target.value)
  addEventListener('input', root.note, true)
  addEventListener('click', ({ target }) => { root.pressed = target.closest('button[type=button]') }, true)
  // The script fetches nothing before the first things are on the glass: not only there, but painted.
  const painted = new Promise((done) => {
    new PerformanceObserver((_, watch) => done(watch.disconnect())).observe({ type: 'paint', buffered: true })
  })
  const seen = (image) => image.decode().catch(() => {})
  const frame = () => new Promise(requestAnimationFrame)
  const first = [...document.querySelectorAll('img[fetchpriority=high]')]
  Promise.all([painted, ...first.map(seen)]).then(frame).then(frame).then(() => setTimeout(begin))
  setTimeout(begin, 2500)
})()
