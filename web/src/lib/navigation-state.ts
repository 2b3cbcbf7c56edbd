/** Takes what was handed to this screen out of the history entry: a reload does not hand it over again. */
export function dropNavigationState(): void {
  const { usr: _, ...rest } = window.history.state ?? {}
  window.history.replaceState(rest, '')
}
