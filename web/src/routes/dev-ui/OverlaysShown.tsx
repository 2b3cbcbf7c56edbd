import { LogOut, MapPin, Package, Search, User } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button'
import { Combobox } from '../../ui/Combobox'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { Dialog } from '../../ui/Dialog'
import { Menu } from '../../ui/Menu'
import { TextInput } from '../../ui/TextInput'
import { controlStyle } from '../../ui/control-style'
import { useWords } from './words'

const medicines = [
  'Panadol Extra',
  'Panadol Night',
  'Advil 400',
  'Centrum',
  'بنادول',
  'أدفيل',
  'سنتروم',
]

/** What opens above the page. */
export function OverlaysShown() {
  const word = useWords()
  const [open, setOpen] = useState<'dialog' | 'sheet' | 'confirm' | null>(null)
  const [query, setQuery] = useState('')
  const found =
    query.length < 2
      ? []
      : medicines.filter((name) => name.toLowerCase().includes(query.toLowerCase()))
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Menu
        align="start"
        trigger={
          <>
            <User aria-hidden="true" className="size-5" />
            {word('account')}
          </>
        }
        items={[
          { label: word('account'), icon: <User className="size-5" />, to: '/user/account' },
          { label: word('addresses'), icon: <MapPin className="size-5" />, to: '/user/addresses' },
          {
            label: word('orders'),
            icon: <Package className="size-5" />,
            to: '/user/order-history',
          },
          {
            label: word('logout'),
            icon: <LogOut className="size-5 mirror-rtl" />,
            apart: true,
            onSelect: () => {},
          },
        ]}
      />
      <Button variant="secondary" onClick={() => setOpen('dialog')}>
        Dialog
      </Button>
      <Button variant="secondary" onClick={() => setOpen('sheet')}>
        Dialog sheet
      </Button>
      <Button variant="secondary" onClick={() => setOpen('confirm')}>
        ConfirmDialog
      </Button>
      <div className="relative w-full max-w-md">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute start-3 top-3 z-10 size-5 text-muted"
        />
        <Combobox
          label={word('search')}
          placeholder={word('search')}
          name="name"
          value={query}
          onValueChange={setQuery}
          options={found.map((name) => ({ id: name, label: name }))}
          onChoose={(option) => setQuery(option.label)}
          inputClassName={`${controlStyle} ps-10`}
        />
      </div>
      <Dialog
        open={open === 'dialog' || open === 'sheet'}
        sheet={open === 'sheet'}
        onClose={close}
        title={open === 'sheet' ? word('filters') : word('reset')}
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              {word('remove')}
            </Button>
            <Button onClick={close}>{word('save')}</Button>
          </>
        }
      >
        <p className="pb-3 text-muted">{word('resetHelp')}</p>
        <TextInput label={word('email')} name="reset_email" type="email" ltr />
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        title={word('ask')}
        confirmLabel={word('remove')}
        onConfirm={close}
        onCancel={close}
      >
        {word('askMore')}
      </ConfirmDialog>
    </div>
  )
}
