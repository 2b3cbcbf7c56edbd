import type { components } from '../../generated/api'
import { answer, api, listAnswer } from '../../lib/api'
import { servedQuery } from '../../lib/page-data'

/** A text that the shop words itself. */
export type Notice = components['schemas']['Notice']

/** Which texts there are. */
export type NoticeName = 'privacy' | 'terms'

/** Whether a word of an address names one of them. */
export function isNoticeName(word: string | undefined): word is NoticeName {
  return word === 'privacy' || word === 'terms'
}

/** One of them, as everyone may read it. */
export const noticeQuery = (name: NoticeName) =>
  servedQuery(`/api/notice/${name}`, (signal) =>
    listAnswer(api.GET('/api/notice/{name}', { params: { path: { name } }, signal })),
  )

/** What an admin makes of it. */
export interface NoticeFields {
  english: string
  arabic: string
}

/** Replaces the version that was edited. */
export async function saveNotice(
  name: NoticeName,
  fields: NoticeFields,
  version: number,
): Promise<Notice> {
  return (
    await answer(
      api.PUT('/api/admin/notice/{name}', {
        params: { path: { name } },
        body: { ...fields, version },
      }),
    )
  ).notice
}
