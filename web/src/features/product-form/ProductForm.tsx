import type { Product } from '../../domain/product/product'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import shop from '../../../../contract/shop.json'
import { ApiError, errorText } from '../../lib/errors'
import { useRulesForm } from '../../lib/form'
import { type Translate, useT } from '../../lib/i18n'
import { useLeaveGuard } from '../../lib/leave-guard'
import { maxLength } from '../../lib/validation'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { LeaveDialog } from '../../ui/LeaveDialog'
import { Select } from '../../ui/Select'
import { TextArea } from '../../ui/TextArea'
import { TextInput } from '../../ui/TextInput'
import type { ProductContent, ProductFields } from './api'
import { contentOf } from './api'
import { BrandField } from './BrandField'
import { ChangedParts, type Choice } from './ChangedParts'
import { type PartDifference, differ, partDifferences, type ProductPart } from './differences'
import { deleteProductDraft, saveProductDraft, type ProductDraft } from './draft'
import { filledRows, IngredientRows } from './IngredientRows'
import { PictureField } from './PictureField'
import { PriceFields } from './PriceFields'
import { usePictures } from './use-pictures'

interface ProductFormProps {
  rules: 'product_new' | 'product_edit'
  /** Where the form begins: the product, or what was typed before a sign-in or a reload. */
  begin: ProductDraft
  /** Under which name what is typed is kept until it is saved. */
  draftName: string
  /** The person's id: nobody else is shown what they typed. */
  owner: string
  /** Saves, and gives the product as it is now; null when the form has served its purpose. */
  save: (content: ProductContent, version: number | undefined) => Promise<Product | null>
  /** What to say when saving fails and no field is to blame. */
  failure?: (t: Translate, error: unknown) => string
  /** On top of the form. */
  notice?: ReactNode
  /** Beside the Save button. */
  actions?: ReactNode
}

interface Conflict {
  theirs: ProductContent
  found: readonly PartDifference[]
  choices: Partial<Record<ProductPart, Choice>>
  /** What the typist had, to come back to. */
  mine: ProductContent
}

/** Everything about a product: texts in both languages, price, stock, pictures, pharmacy details. */
export function ProductForm(props: ProductFormProps) {
  const { rules, begin, draftName, owner, save, notice, actions } = props
  const t = useT()
  const isNew = rules === 'product_new'
  const top = useRef<HTMLDivElement>(null)
  const [base, setBase] = useState(begin.base)
  const [version, setVersion] = useState(begin.version)
  const [ingredients, setIngredients] = useState(begin.content.ingredients)
  const [done, setDone] = useState(false)
  /** Counts what was said on top of the form, far above the button that was pressed. */
  const [news, setNews] = useState(0)
  const [opened, setOpened] = useState(hasDetails(begin.content))
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const pictures = usePictures(begin.content.images)
  const keeping = useRef<ReturnType<typeof setTimeout>>(undefined)

  function dropDraft() {
    clearTimeout(keeping.current)
    deleteProductDraft(draftName)
  }

  /** From now on the form stands on that version. */
  function standOn(now: ProductContent, nowVersion: number | undefined) {
    setBase(now)
    setVersion(nowVersion)
    setConflict(null)
  }

  /** Somebody else was quicker: what only they changed is taken, the rest is asked about. */
  function meet(mine: ProductContent, current: Product): ProductFields {
    const theirs = contentOf(current)
    const found = partDifferences(base, mine, theirs)
    standOn(theirs, current.version)
    setConflict({ theirs, found, mine, choices: {} })
    const fields: ProductFields = { ...mine.fields }
    for (const { part, contested } of found) {
      if (contested) continue
      if (part === 'ingredients') setIngredients(theirs.ingredients)
      else if (part === 'images') pictures.set(theirs.images)
      else fields[part] = theirs.fields[part]
    }
    return fields
  }

  const form = useRulesForm<ProductFields>(
    rules,
    begin.content.fields,
    async (fields, reset) => {
      setDone(false)
      if (pictures.uploading || pictures.failed) {
        throw new ApiError(0, pictures.uploading ? 'image_pending' : 'image_failed')
      }
      const content = { fields, ingredients: filledRows(ingredients), images: pictures.images }
      try {
        const saved = await save(content, version)
        dropDraft()
        if (saved === null) return
        const now = contentOf(saved)
        standOn(now, saved.version)
        reset(now.fields)
        setIngredients(now.ingredients)
        pictures.set(now.images)
        setDone(true)
        setNews((count) => count + 1)
      } catch (error) {
        const theirs = currentOf(error)
        if (theirs === null) throw error
        reset(meet(content, theirs))
        setNews((count) => count + 1)
      }
    },
    props.failure ?? whyNotSaved,
  )

  const failed = form.failure !== undefined
  useEffect(() => {
    if (news > 0) top.current?.scrollIntoView({ block: 'start' })
  }, [news])
  useEffect(() => {
    if (failed) top.current?.scrollIntoView({ block: 'start' })
  }, [failed])

  function put(part: ProductPart, from: ProductContent) {
    if (part === 'ingredients') setIngredients(from.ingredients)
    else if (part === 'images') pictures.set(from.images)
    else form.set(part, from.fields[part])
  }

  function choose(part: ProductPart, choice: Choice) {
    if (conflict === null) return
    put(part, choice === 'mine' ? conflict.mine : conflict.theirs)
    setConflict({ ...conflict, choices: { ...conflict.choices, [part]: choice } })
  }

  // In the order of the page: the first wrong field is the first that was named.
  const english = { lang: 'en', dir: 'ltr' } as const
  const arabic = { lang: 'ar', dir: 'rtl' } as const
  const texts = {
    english_name: form.field('english_name'),
    english_description: form.field('english_description'),
    arabic_name: form.field('arabic_name'),
    arabic_description: form.field('arabic_description'),
  }
  const value = (name: keyof ProductFields) => form.value(name)
  const names = Object.keys(begin.base.fields) as (keyof ProductFields)[]
  const content: ProductContent = {
    fields: Object.fromEntries(names.map((name) => [name, value(name)])) as ProductFields,
    ingredients: filledRows(ingredients),
    images: pictures.images,
  }
  const unsaved = differ(content, base) || pictures.uploading
  const guard = useLeaveGuard(unsaved && !form.busy)
  const draft = unsaved ? JSON.stringify({ content, base, version } satisfies ProductDraft) : ''
  // Kept a moment after the last key.
  useEffect(() => {
    if (draft === '') return
    const keep = () => saveProductDraft(draftName, owner, JSON.parse(draft) as ProductDraft)
    keeping.current = setTimeout(keep, 300)
    return () => clearTimeout(keeping.current)
  }, [draftName, owner, draft])

  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <div ref={top} className="flex flex-col gap-3 empty:hidden">
        {notice}
        {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
        {done && form.failure === undefined && !unsaved && (
          <Alert tone="success">{t('product.updated')}</Alert>
        )}
        {conflict !== null && conflict.found.length > 0 && (
          <ChangedParts differences={conflict.found} choices={conflict.choices} onChoose={choose} />
        )}
        {conflict !== null && conflict.found.length === 0 && (
          <Alert tone="warning" title={t('product.changed_title')}>
            {t('product.changed_none')}
          </Alert>
        )}
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card as="section" className="flex flex-col gap-4">
          <TextInput
            {...texts.english_name}
            {...english}
            required
            label={t('product.english_name')}
            maxLength={maxLength(rules, 'english_name')}
          />
          <TextArea
            {...texts.english_description}
            {...english}
            required
            rows={6}
            label={t('product.english_description')}
            maxLength={maxLength(rules, 'english_description')}
          />
        </Card>
        <Card as="section" className="flex flex-col gap-4">
          <TextInput
            {...texts.arabic_name}
            {...arabic}
            required
            label={t('product.arabic_name')}
            maxLength={maxLength(rules, 'arabic_name')}
          />
          <TextArea
            {...texts.arabic_description}
            {...arabic}
            required
            rows={6}
            label={t('product.arabic_description')}
            maxLength={maxLength(rules, 'arabic_description')}
          />
        </Card>
      </div>
      <Card as="section" className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <BrandField
          key={conflict?.choices.brand}
          field={form.field('brand')}
          value={value('brand')}
          set={(brand) => form.set('brand', brand)}
        />
        <Select
          {...form.field('category')}
          label={t('product.category')}
          required={!isNew}
          hint={isNew ? t('product.category_hint') : undefined}
          options={[
            { value: '', label: t('product.choose_category'), disabled: !isNew },
            ...shop.categories.map((category) => ({
              value: category,
              label: t.maybe(`category.${category}`) ?? category,
            })),
          ]}
        />
        <TextInput
          {...form.field('code')}
          required
          ltr
          autoCapitalize="characters"
          spellCheck={false}
          autoComplete="off"
          label={t('product.code')}
          maxLength={maxLength(rules, 'code')}
        />
        <TextInput
          {...form.field('nb_in_stock')}
          required
          ltr
          inputMode="numeric"
          autoComplete="off"
          label={isNew ? t('product.quantity_in_stock') : t('product.nb_in_stock')}
        />
        <PriceFields
          price={form.field('price')}
          discount={form.field('discount')}
          typed={{ price: value('price'), discount: value('discount') }}
        />
      </Card>
      <Card>
        <PictureField pictures={pictures} />
      </Card>
      <Card as="section" flush>
        <details
          // What is wrong inside must not stay hidden.
          open={opened || detailNames.some((name) => form.field(name).error !== undefined)}
          onToggle={(event) => setOpened(event.currentTarget.open)}
          className="group [&>summary::-webkit-details-marker]:hidden"
        >
          <summary className="flex min-h-14 cursor-pointer list-none items-center gap-2 rounded-card px-4 font-semibold sm:px-6">
            <ChevronDown
              aria-hidden="true"
              className="size-5 text-primary transition-transform group-open:rotate-180"
            />
            {t('product.pharmacy_details')}
            <span className="font-normal text-muted">({t('common.optional')})</span>
          </summary>
          <div className="flex flex-col gap-4 px-4 pb-4 sm:px-6 sm:pb-6">
            <IngredientRows rows={ingredients} onChange={setIngredients} />
            <div className="grid items-start gap-4 sm:grid-cols-3">
              <Select
                {...form.field('form')}
                label={t('product.form')}
                options={[
                  { value: '', label: t('product.choose_form') },
                  ...shop.dosage_forms.map((code) => ({
                    value: code,
                    label: t.maybe(`form.${code}`) ?? code,
                  })),
                ]}
              />
              <TextInput
                {...form.field('pack_size')}
                ltr
                label={t('product.pack_size')}
                hint={t('product.pack_size_hint')}
              />
              <TextInput
                {...form.field('max_per_order')}
                ltr
                inputMode="numeric"
                label={t('product.limit_per_order')}
                hint={t('product.limit_hint')}
              />
            </div>
            <div className="grid gap-4 lg:grid-cols-2">
              {(['usage', 'warnings'] as const).flatMap((part) => [
                <TextArea
                  key={`english_${part}`}
                  {...form.field(`english_${part}`)}
                  {...english}
                  rows={3}
                  label={t(`product.english_${part}`)}
                  maxLength={maxLength(rules, `english_${part}`)}
                />,
                <TextArea
                  key={`arabic_${part}`}
                  {...form.field(`arabic_${part}`)}
                  {...arabic}
                  rows={3}
                  label={t(`product.arabic_${part}`)}
                  maxLength={maxLength(rules, `arabic_${part}`)}
                />,
              ])}
            </div>
          </div>
        </details>
      </Card>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="lg" busy={form.busy}>
          {t('common.save')}
        </Button>
        {actions}
      </div>
      <LeaveDialog
        guard={{
          ...guard,
          leave: () => {
            dropDraft()
            guard.leave()
          },
        }}
      />
    </form>
  )
}

const detailNames = [
  'form',
  'pack_size',
  'max_per_order',
  'english_usage',
  'arabic_usage',
  'english_warnings',
  'arabic_warnings',
] as const satisfies readonly (keyof ProductFields)[]

function hasDetails({ fields, ingredients }: ProductContent): boolean {
  return ingredients.length > 0 || detailNames.some((name) => fields[name] !== '')
}

/** The product as somebody else left it, when that is why saving failed. */
function currentOf(error: unknown): Product | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { current } = error.body
  if (typeof current !== 'object' || current === null) return null
  return 'english_name' in current ? (current as Product) : null
}

/** The text of a failure; a part that is no field of its own has its rule's words. */
export function whyNotSaved(t: Translate, error: unknown): string {
  if (error instanceof ApiError) {
    if (error.code === 'image_pending') return t('product.images_wait')
    if (error.code === 'image_failed') return t('product.images_failed')
    const rule = error.fields['images'] ?? error.fields['active_ingredients']
    if (rule !== undefined) return t.maybe(`rule.${rule}`) ?? errorText(t, error)
  }
  return errorText(t, error)
}
