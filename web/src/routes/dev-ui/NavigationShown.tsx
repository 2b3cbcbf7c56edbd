import { useState } from 'react'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { Card } from '../../ui/Card'
import { Pagination } from '../../ui/Pagination'
import { Slider, type Range } from '../../ui/Slider'
import { Stepper } from '../../ui/Stepper'
import { useWords } from './words'

/** Where one is, and how one gets on. */
export function NavigationShown() {
  const word = useWords()
  const [range, setRange] = useState<Range>([8, 60])
  const steps = [word('shipping'), word('payment'), word('review')]
  return (
    <>
      <Breadcrumb
        crumbs={[
          { label: word('home'), to: '/' },
          { label: word('painKillers'), to: '/product/category/pain_killers' },
          { label: word('product') },
        ]}
      />
      <Card className="max-w-sm">
        <h3 className="font-semibold">{word('price')}</h3>
        <Slider
          label={word('price')}
          lowLabel={word('lowest')}
          highLabel={word('highest')}
          min={0}
          max={80}
          value={range}
          onChange={setRange}
          format={(value) => `$${value}`}
        />
      </Card>
      <Stepper steps={steps} current={1} />
      <Pagination page={5} pageCount={20} hrefFor={(page) => `?page=${page}`} />
      <Pagination label="1 / 3" page={1} pageCount={3} hrefFor={(page) => `?page=${page}`} />
    </>
  )
}
