import type { MessageKey } from '../../lib/i18n'

/** A message on top of the next screen that says why one is there. */
export interface Notice {
  tone: 'info' | 'success' | 'error'
  key: MessageKey
}

/** Navigation state that carries a notice to the next screen. */
export interface NoticeState {
  notice: Notice
}

/** Finds the notice in a navigation state, which may be anything. */
export function noticeOf(state: unknown): Notice | null {
  if (typeof state !== 'object' || state === null || !('notice' in state)) return null
  const { notice } = state
  if (typeof notice !== 'object' || notice === null) return null
  return 'tone' in notice && 'key' in notice ? (notice as Notice) : null
}
