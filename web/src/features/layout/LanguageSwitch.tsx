import { useLang, useT } from '../../lib/i18n'
import { useToast } from '../../ui/toast-context'

/** Names the other language in its own script and switches to it in place. */
export function LanguageSwitch() {
  const { lang, setLang } = useLang()
  const t = useT()
  const toast = useToast()
  const arabic = lang === 'arabic'

  function change() {
    setLang(arabic ? 'english' : 'arabic').catch(() => {
      toast({ tone: 'error', text: t('nav.language_failed') })
    })
  }

  return (
    <button
      type="button"
      lang={arabic ? 'en' : 'ar'}
      onClick={change}
      className="rounded-control px-3 font-system font-semibold transition-colors touch-target hover:bg-quiet"
    >
      {arabic ? 'English' : 'العربية'}
    </button>
  )
}
