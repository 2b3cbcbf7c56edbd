import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Product } from '../../domain/product/product'
import { ApiError, errorText } from '../../lib/errors'
import { useRulesForm } from '../../lib/form'
import { type Translate, useT } from '../../lib/i18n'
import { useLeaveGuard } from '../../lib/leave-guard'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { LeaveDialog } from '../../ui/LeaveDialog'
import { contentOf, type ProductContent, type ProductFields, type ProductRules } from './api'
import { DraftSaver, useAutosave } from './autosave'
import type { Choice } from './ChangedParts'
import { ConcernFields } from './ConcernFields'
import { ConflictAlert } from './ConflictAlert'
import { differ, type ProductPart } from './differences'
import type { ProductDraft } from './draft'
import { filledRows } from './IngredientRows'
import { PharmacyDetails } from './PharmacyDetails'
import { PictureField } from './PictureField'
import { ProductStockFields } from './ProductStockFields'
import { ProductTextFields } from './ProductTextFields'
import { RegulationFields } from './RegulationFields'
import { conflictingProduct, useConflict } from './use-conflict'
import { usePictures } from './use-pictures'

interface ProductFormProps {
  rules: ProductRules
  /** Where the form begins: the product, or what was typed before a sign-in or a reload. */
  begin: ProductDraft
  /** Under which name the draft is stored until the product is saved. */
  draftName: string
  /** The person's id: nobody else is shown what they typed. */
  owner: string
  /** What to say when it is saved. */
  savedText?: string
  /** Saves, and gives the product as it is now; null when the form is no longer needed. */
  save: (content: ProductContent, version: number | undefined) => Promise<Product | null>
  /** What to say when saving fails and no field is to blame. */
  failure?: (t: Translate, error: unknown) => string
  /** On top of the form. */
  notice?: ReactNode
  /** Beside the Save button. */
  actions?: ReactNode
}

/** Everything about a product: texts in both languages, price, stock, pictures, pharmacy details. */
export function ProductForm(props: ProductFormProps) {
  const { rules, begin, draftName, owner, save, notice, actions } = props
  const t = useT()
  const top = useRef<HTMLDivElement>(null)
  const [ingredients, setIngredients] = useState(begin.content.ingredients)
  const [saved, setSaved] = useState(false)
  /** Counts the messages on top of the form, which is far above the button that was pressed. */
  const [messages, setMessages] = useState(0)
  const pictures = usePictures(begin.content.images)
  const editing = useConflict(begin)
  const [drafts] = useState(() => new DraftSaver(draftName, owner))

  /** Begins the conflict. What only the other person changed is taken; gives the fields with it. */
  function takeUncontested(mine: ProductContent, current: Product): ProductFields {
    const { differences, theirs } = editing.begin(mine, current)
    const fields: ProductFields = { ...mine.fields }
    for (const { part, contested } of differences) {
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
      setSaved(false)
      const arrived = await pictures.arrived()
      if (arrived === null) throw new ApiError(0, 'image_failed')
      const sent = { fields, ingredients: filledRows(ingredients), images: arrived }
      try {
        const now = await save(sent, editing.version)
        drafts.delete()
        if (now === null) return
        const stored = contentOf(now)
        editing.rebase(stored, now.version)
        reset(stored.fields)
        setIngredients(stored.ingredients)
        pictures.set(stored.images)
        setSaved(true)
      } catch (error) {
        const theirs = conflictingProduct(error)
        if (theirs === null) throw error
        reset(takeUncontested(sent, theirs))
      }
      setMessages((count) => count + 1)
    },
    props.failure ?? whyNotSaved,
  )

  function choose(part: ProductPart, choice: Choice) {
    const from = editing.choose(part, choice)
    if (from === null) return
    if (part === 'ingredients') setIngredients(from.ingredients)
    else if (part === 'images') pictures.set(from.images)
    else form.set(part, from.fields[part])
  }

  const names = Object.keys(begin.base.fields) as (keyof ProductFields)[]
  const content: ProductContent = {
    fields: Object.fromEntries(names.map((name) => [name, form.value(name)])) as ProductFields,
    ingredients: filledRows(ingredients),
    images: pictures.images,
  }
  const unsaved = differ(content, editing.base) || pictures.uploading
  const { base, version } = editing
  const draft = unsaved ? { content, base, version } : null
  useAutosave(drafts, draft)
  const guard = useLeaveGuard(unsaved && !form.busy)

  const failed = form.failure !== undefined
  useEffect(() => {
    if (messages > 0 || failed) top.current?.scrollIntoView({ block: 'start' })
  }, [messages, failed])

  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <div ref={top} className="flex flex-col gap-3 empty:hidden">
        {notice}
        {failed && <Alert tone="error">{form.failure}</Alert>}
        {saved && !failed && !unsaved && (
          <Alert tone="success">{props.savedText ?? t('product.updated')}</Alert>
        )}
        <ConflictAlert conflict={editing.conflict} onChoose={choose} />
      </div>
      <ProductTextFields form={form} rules={rules} />
      <ProductStockFields form={form} rules={rules} brandKey={editing.conflict?.choices.brand} />
      <RegulationFields form={form} rules={rules} />
      <ConcernFields form={form} />
      <Card>
        <PictureField pictures={pictures} />
      </Card>
      <PharmacyDetails
        form={form}
        rules={rules}
        initial={begin.content}
        ingredients={ingredients}
        onIngredients={setIngredients}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="lg" busy={form.busy}>
          {t('common.save')}
        </Button>
        {form.busy && pictures.uploading && (
          <p role="status" className="text-sm text-muted">
            {t('product.images_wait')}
          </p>
        )}
        {actions}
      </div>
      <LeaveDialog
        guard={{
          ...guard,
          leave: () => {
            drafts.delete()
            guard.leave()
          },
        }}
      />
    </form>
  )
}

/** The text of a failure; a part that is no field of its own has the text of its rule. */
export function whyNotSaved(t: Translate, error: unknown): string {
  if (error instanceof ApiError) {
    if (error.code === 'image_failed') return t('product.images_failed')
    const rule = error.fields['images'] ?? error.fields['active_ingredients']
    if (rule !== undefined) return t.maybe(`rule.${rule}`) ?? errorText(t, error)
  }
  return errorText(t, error)
}
