import { useEffect, useEffectEvent, useRef } from 'react'
import { saveMailLanguage } from '../features/account/api'
import { useRefreshSession, useSession } from '../features/session/api'
import { type Lang, useLang } from '../lib/i18n'
import { useMutation } from '../lib/query/use-mutation'

/** Emails follow the language of the shop: whoever switches it here is written to in the new one. */
export function useMailLanguage(): void {
  const { lang } = useLang()
  const session = useSession()
  const refresh = useRefreshSession()
  const before = useRef(lang)
  const saving = useMutation({
    scope: { id: 'account' },
    mutationFn: (next: Lang) => saveMailLanguage(next),
    onSuccess: () => refresh(),
  })
  const follow = useEffectEvent((next: Lang) => {
    if (session.state === 'user' && session.user.language !== next) saving.mutate(next)
  })
  useEffect(() => {
    if (before.current === lang) return
    before.current = lang
    follow(lang)
  }, [lang])
}
