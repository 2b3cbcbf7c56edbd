/** Has the service worker forget every page and answer that this browser has seen. */
export function clearWorkerCaches(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  navigator.serviceWorker?.controller?.postMessage({ type: 'clear' })
}
