/**
 * The notice of a document without a rendered screen whose files do not arrive; the server wrote it,
 * hidden, in the language of the page. A rendered page has none: it goes on working.
 */
export function setStartFailed(failed: boolean): void {
  const notice = document.getElementById('start-failed')
  if (notice !== null) notice.hidden = !failed
}
