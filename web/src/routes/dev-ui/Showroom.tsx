import type { ReactNode } from 'react'
import { ActionsShown } from './ActionsShown'
import { FieldsShown } from './FieldsShown'
import { NavigationShown } from './NavigationShown'
import { NewsShown } from './NewsShown'
import { OverlaysShown } from './OverlaysShown'
import { ProductsShown } from './ProductsShown'
import { StatesShown } from './StatesShown'

/** Every ui component together, to be looked at in both languages and both colour schemes. */
export function Showroom() {
  return (
    <main className="page-width flex flex-col gap-10 py-8">
      <header className="flex flex-wrap items-baseline justify-between gap-4">
        <h1 className="text-3xl">Dawa ui</h1>
        <nav className="flex gap-4 font-semibold text-primary">
          <a href="?english" className="inline-flex min-h-11 items-center">
            English
          </a>
          <a href="?arabic" className="inline-flex min-h-11 items-center">
            العربية
          </a>
        </nav>
      </header>
      <Shelf title="Button · LinkButton · IconButton · Badge · Spinner">
        <ActionsShown />
      </Shelf>
      <Shelf title="Card · Picture · Price · Skeleton · Chip · QuantityStepper">
        <ProductsShown />
      </Shelf>
      <Shelf title="Alert · Toast">
        <NewsShown />
      </Shelf>
      <Shelf title="TextInput · PasswordInput · TextArea · Select · Checkbox">
        <FieldsShown />
      </Shelf>
      <Shelf title="Menu · Dialog · ConfirmDialog · Combobox">
        <OverlaysShown />
      </Shelf>
      <Shelf title="Slider · Pagination · Stepper · Breadcrumb">
        <NavigationShown />
      </Shelf>
      <Shelf title="EmptyState · ErrorState">
        <StatesShown />
      </Shelf>
    </main>
  )
}

function Shelf({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <h2 dir="ltr" className="text-start text-sm font-semibold text-muted rtl:text-end">
        {title}
      </h2>
      {children}
    </section>
  )
}
