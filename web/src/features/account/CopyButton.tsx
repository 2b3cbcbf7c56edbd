import { Copy } from 'lucide-react'
import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { useToast } from '../../ui/toast-context'

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useT()
  const toast = useToast()

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast({ tone: 'success', text: t('two_factor.copied') })
    } catch {
      // A browser may refuse, and has no clipboard at all on a page without encryption.
      toast({ tone: 'error', text: t('two_factor.copy_failed') })
    }
  }

  return (
    <Button variant="secondary" onClick={() => void copy()}>
      <Copy aria-hidden="true" className="size-5" />
      {label}
    </Button>
  )
}
