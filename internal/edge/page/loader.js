(() => {
  const { entry, ahead, now } = document.currentScript.dataset
  const root = document.getElementById('root')
  const signs = ['pointerdown', 'touchstart', 'keydown', 'focusin']
  let begun = false
  let leaving = false
  const leave = () => { leaving = true }
  // A file that does not arrive is asked for again, after longer and longer pauses and when the line is back. The
  // served page stays as it is meanwhile: its links and forms work without the script.
  const load = (attempt) => import(entry).then(() => removeEventListener('beforeunload', leave), async (failure) => {
    // What arrived and does not run, in a browser that is too old, would not run in a new document either.
    const missing = failure instanceof TypeError && /module/i.test(failure.message)
    const there = missing && (await root.recover())
    if (attempt > 0) document.getElementById('start-failed')?.removeAttribute('hidden')
    const again = () => {
      clearTimeout(timer)
      removeEventListener('online', again)
      load(attempt + 1)
    }
    const timer = setTimeout(again, there ? 1000 : Math.min(1000 * 2 ** attempt, 30000))
    addEventListener('online', again)
  })
  // Called when a file of the page did not load; says whether all of them are there now.
  let wereThere = false
  root.recover = async () => {
    const files = [entry, ...ahead.split(' ').filter(Boolean)]
    const statuses = await Promise.all(
      files.map((file) => fetch(file, { method: 'HEAD' }).then(({ status }) => status, () => 0)),
    )
    const there = statuses.every((status) => status === 200)
    // A reload would lose what was typed, or take the place of a link that was just pressed.
    if (root.changed.size === 0 && !leaving) {
      // The files of an older build may be gone: a new document names files that are there. Once for each build: while
      // two of them answer in turns, each document may be followed by a file of the other.
      if (statuses[0] === 404) reloadOnce(entry)
      // Many browsers remember that a file failed and ask for it no more as long as the document stays.
      if (there && wereThere) reloadOnce(entry + location.pathname)
    }
    wereThere = there
    return there
  }
  const reloadOnce = (reason) => {
    try {
      const reasons = (sessionStorage.getItem('reloaded-for') ?? '').split(' ')
      if (reasons.includes(reason)) return
      sessionStorage.setItem('reloaded-for', [...reasons, reason].slice(-10).join(' '))
      location.reload()
    } catch {}
  }
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
    addEventListener('beforeunload', leave)
    load(0)
  }
  root.changed = new Map()
  root.note = ({ target }) => root.changed.set(target, target.type === 'checkbox' ? target.checked : target.value)
  if (now !== undefined) return begin()
  for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true })
  addEventListener('input', root.note, true)
  addEventListener('click', (event) => { root.press = event }, true)
  // The script fetches nothing before the first things are painted.
  const painted = new Promise((done) => {
    new PerformanceObserver((_, watch) => done(watch.disconnect())).observe({ type: 'paint', buffered: true })
  })
  const seen = (image) => image.decode().catch(() => {})
  const frame = () => new Promise(requestAnimationFrame)
  const first = [...document.querySelectorAll('img[fetchpriority=high]')]
  Promise.all([painted, ...first.map(seen)]).then(frame).then(frame).then(() => setTimeout(begin))
  setTimeout(begin, 2500)
})()
