/** Two short notes, made by the browser itself: no file has to be fetched. Silent until somebody has pressed something. */
export function ring(): void {
  if (typeof AudioContext === 'undefined') return
  const context = new AudioContext()
  for (const [start, pitch] of [
    [0, 880],
    [0.18, 1175],
  ] as const) {
    const note = context.createOscillator()
    const volume = context.createGain()
    const at = context.currentTime + start
    note.frequency.value = pitch
    volume.gain.setValueAtTime(0.2, at)
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.4)
    note.connect(volume).connect(context.destination)
    note.start(at)
    note.stop(at + 0.4)
    note.addEventListener('ended', () => start > 0 && void context.close())
  }
}
