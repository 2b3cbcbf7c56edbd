/**
 * The texts themselves did not arrive, so these few words stand here in both languages; nothing
 * but the browser is needed to show them.
 */
export function showStartFailed(root: HTMLElement): void {
  const box = document.createElement('main')
  box.className =
    'page-width grid min-h-dvh place-content-center justify-items-center gap-4 text-center'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'min-h-11 rounded-control bg-primary px-6 font-semibold text-on-primary'
  button.textContent = 'Try again · حاول مجددًا'
  button.addEventListener('click', () => location.reload())
  box.append(line('en', 'The shop could not be loaded.'), line('ar', 'تعذّر تحميل المتجر.'), button)
  root.replaceChildren(box)
}

function line(lang: 'en' | 'ar', text: string): HTMLElement {
  const paragraph = document.createElement('p')
  paragraph.lang = lang
  paragraph.dir = lang === 'ar' ? 'rtl' : 'ltr'
  paragraph.textContent = text
  return paragraph
}
