import shop from '../../../../contract/shop.json'
import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { FilterBar } from '../../ui/FilterBar'
import { Select } from '../../ui/Select'
import {
  approvals,
  chosenFilters,
  isNarrowed,
  sorts,
  type TableQuery,
  wholeTable,
} from './table-query'

interface TableFiltersProps {
  table: TableQuery
  onChange: (table: TableQuery) => void
}

/** Which products to show, and in which order. */
export function TableFilters({ table, onChange }: TableFiltersProps) {
  const t = useT()
  const change = (by: Partial<TableQuery>) => onChange({ ...table, ...by, page: 1 })

  const fields = (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] items-end gap-2">
      <Select
        name="category"
        label={t('product.category')}
        value={table.category}
        onChange={(event) => change({ category: event.target.value as TableQuery['category'] })}
        options={[
          { value: '', label: t('common.all') },
          ...shop.categories.map((category) => ({
            value: category,
            label: t.maybe(`category.${category}`) ?? category,
          })),
        ]}
      />
      <Select
        name="brand"
        label={t('product.brand')}
        value={table.brand}
        onChange={(event) => change({ brand: event.target.value })}
        options={[
          { value: '', label: t('common.all') },
          ...shop.brands.map(({ key, code }) => ({
            value: key,
            label: t.maybe(`brand.${code}`) ?? key,
          })),
        ]}
      />
      <Select
        name="status"
        label={t('common.status')}
        value={table.status}
        onChange={(event) => change({ status: event.target.value as TableQuery['status'] })}
        options={[
          { value: '', label: t('common.all') },
          ...approvals.map((status) => ({
            value: status,
            label: t(`admin.product_status_${status}`),
          })),
        ]}
      />
      <Select
        name="stock"
        label={t('admin.stock')}
        value={table.stock}
        onChange={(event) => change({ stock: event.target.value as TableQuery['stock'] })}
        options={[
          { value: '', label: t('common.all') },
          { value: 'low', label: t('admin.low_stock') },
          { value: 'out', label: t('product.out_of_stock') },
        ]}
      />
      <Select
        name="sort"
        label={t('list.sort')}
        value={table.sort === '' ? sorts[0] : table.sort}
        onChange={(event) => {
          const sort = event.target.value as TableQuery['sort']
          change({ sort: sort === sorts[0] ? '' : sort })
        }}
        options={sorts.map((sort) => ({ value: sort, label: t(`list.sort_${sort}`) }))}
      />
      <div className="flex flex-col">
        <Checkbox
          name="discounted"
          label={t('list.discounts_title')}
          checked={table.discounted}
          onChange={(event) => change({ discounted: event.target.checked })}
        />
        <Checkbox
          name="without_concern"
          label={t('admin.translations_no_concern')}
          checked={table.withoutConcern}
          onChange={(event) => change({ withoutConcern: event.target.checked })}
        />
      </div>
    </div>
  )
  return (
    <FilterBar
      search={{
        label: t('admin.products_search'),
        searched: table.q,
        onSearch: (typed) => change({ q: typed.trim() }),
        dir: 'auto',
      }}
      more={{ count: chosenFilters(table), fields }}
    >
      {isNarrowed(table) && (
        <Button
          variant="quiet"
          className="self-start"
          onClick={() => onChange({ ...wholeTable, sort: table.sort })}
        >
          {t('list.clear_filters')}
        </Button>
      )}
    </FilterBar>
  )
}
