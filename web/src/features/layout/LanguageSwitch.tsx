import { useLang } from '../../lib/i18n'

/** Names the other language in its own script and switches to it in place. */
export function LanguageSwitch() {
  const { lang, setLang } = useLang()
  const arabic = lang === 'arabic'
  return (
    <button
      type="button"
      lang={arabic ? 'en' : 'ar'}
      onClick={() => void setLang(arabic ? 'english' : 'arabic')}
      className="rounded-control px-3 font-system font-semibold transition-colors touch-target hover:bg-quiet"
    >
      {arabic ? 'English' : 'العربية'}
    </button>
  )
}
