import type { RulesForm } from '../../lib/form'
import { type Lang, useLang, useT } from '../../lib/i18n'
import { maxLength } from '../../lib/validation'
import { Card } from '../../ui/Card'
import { TextArea } from '../../ui/TextArea'
import { TextInput } from '../../ui/TextInput'
import type { ProductFields, ProductRules } from './api'

/** The attributes of a control that is typed into in one language, whatever the page's own is. */
export const writtenIn = {
  english: { lang: 'en', dir: 'ltr' },
  arabic: { lang: 'ar', dir: 'rtl' },
} as const

/** Both languages, the reader's own first. */
export function languagesFrom(lang: Lang): readonly ['english' | 'arabic', 'english' | 'arabic'] {
  return lang === 'arabic' ? ['arabic', 'english'] : ['english', 'arabic']
}

interface ProductTextFieldsProps {
  form: RulesForm<ProductFields>
  rules: ProductRules
}

/** Name and description, in both languages side by side. */
export function ProductTextFields({ form, rules }: ProductTextFieldsProps) {
  const t = useT()
  const { lang } = useLang()
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {languagesFrom(lang).map((language) => (
        <Card key={language} as="section" className="flex flex-col gap-4">
          <TextInput
            {...form.field(`${language}_name`)}
            {...writtenIn[language]}
            required
            label={t(`product.${language}_name`)}
            maxLength={maxLength(rules, `${language}_name`)}
          />
          <TextArea
            {...form.field(`${language}_description`)}
            {...writtenIn[language]}
            required
            rows={6}
            label={t(`product.${language}_description`)}
            maxLength={maxLength(rules, `${language}_description`)}
          />
        </Card>
      ))}
    </div>
  )
}
