import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { Card } from '../../ui/Card'

/** A form about one address, and the way back to all of them. */
export function AddressPage({ title, children }: { title: string; children: ReactNode }) {
  const t = useT()
  return (
    <div className="page-width max-w-2xl pt-2 pb-8 lg:pt-4">
      <Breadcrumb
        crumbs={[{ label: t('address.title'), to: '/user/addresses' }, { label: title }]}
      />
      <Card className="mt-2">
        <h1 className="mb-4 text-2xl">{title}</h1>
        {children}
      </Card>
    </div>
  )
}
