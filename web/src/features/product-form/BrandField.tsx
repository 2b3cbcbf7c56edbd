import { useState } from 'react'
import shop from '../../../../contract/shop.json'
import type { FieldProps } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'

const OTHER = 'other'
const keys = new Set(shop.brands.map(({ key }) => key))

interface BrandFieldProps {
  field: FieldProps
  value: string
  set: (brand: string) => void
}

/** One of the six brands, or any other by its name. */
export function BrandField({ field, value, set }: BrandFieldProps) {
  const t = useT()
  const { ref, onBlur, error } = field
  const [free, setFree] = useState(value !== '' && !keys.has(value))
  // Somebody else's value may have been taken meanwhile.
  const other = free || (value !== '' && !keys.has(value))
  return (
    <>
      <Select
        name="brand"
        ref={other ? undefined : ref}
        onBlur={(event) => void onBlur(event)}
        required
        label={t('product.brand')}
        placeholder={t('product.choose_brand')}
        error={other ? undefined : error}
        value={other ? OTHER : value}
        onChange={(event) => {
          const chosen = event.target.value
          setFree(chosen === OTHER)
          set(chosen === OTHER ? '' : chosen)
        }}
        options={[
          ...shop.brands.map(({ key, code }) => ({
            value: key,
            label: t.maybe(`brand.${code}`) ?? key,
          })),
          { value: OTHER, label: t('common.other') },
        ]}
      />
      {other && (
        <TextInput
          name="brand_other"
          ref={ref}
          onBlur={(event) => void onBlur(event)}
          required
          dir="auto"
          maxLength={60}
          label={t('product.brand_other')}
          error={error}
          value={value}
          onChange={(event) => set(event.target.value)}
        />
      )}
    </>
  )
}
