import type { components } from '../../generated/api'
import { answer, api, listAnswer } from '../../lib/api'
import { servedQuery } from '../../lib/page-data'

/** A text that the shop words itself. */
export type ContentPageText = components['schemas']['Notice']

/** Which texts there are. */
export type ContentPageName = 'privacy' | 'terms'

/** Whether a word of an address names one of them. */
export function isContentPageName(word: string | undefined): word is ContentPageName {
  return word === 'privacy' || word === 'terms'
}

/** One of them, as everyone may read it. */
export const contentQuery = (name: ContentPageName) =>
  servedQuery(`/api/notice/${name}`, (signal) =>
    listAnswer(api.GET('/api/notice/{name}', { params: { path: { name } }, signal })),
  )

/** What an admin makes of it. */
export interface ContentFields {
  english: string
  arabic: string
}

/** Replaces the version that was edited. */
export async function saveContent(
  name: ContentPageName,
  fields: ContentFields,
  version: number,
): Promise<ContentPageText> {
  return (
    await answer(
      api.PUT('/api/admin/notice/{name}', {
        params: { path: { name } },
        body: { ...fields, version },
      }),
    )
  ).notice
}
