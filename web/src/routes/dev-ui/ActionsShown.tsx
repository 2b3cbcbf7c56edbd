import { Heart, ShoppingCart, Trash2 } from 'lucide-react'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { IconButton } from '../../ui/IconButton'
import { LinkButton } from '../../ui/LinkButton'
import { Spinner } from '../../ui/Spinner'
import { useWords } from './words'

/** Things to press, in every state. */
export function ActionsShown() {
  const word = useWords()
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Button>
          <ShoppingCart aria-hidden="true" className="size-5" />
          {word('add')}
        </Button>
        <Button variant="secondary">{word('save')}</Button>
        <Button variant="quiet">{word('quiet')}</Button>
        <Button variant="danger">
          <Trash2 aria-hidden="true" className="size-5" />
          {word('remove')}
        </Button>
        <Button busy>{word('waiting')}</Button>
        <Button disabled>{word('unavailable')}</Button>
        <LinkButton to="/" variant="secondary">
          {word('browse')}
        </LinkButton>
        <Button size="lg">{word('add')}</Button>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <IconButton label={word('wishlist')} icon={<Heart className="size-6" />} />
        <IconButton
          label={word('wishlist')}
          variant="outlined"
          icon={<Heart className="size-5" />}
        />
        <IconButton label={word('wishlist')} variant="raised" icon={<Heart className="size-5" />} />
        <IconButton label={word('wishlist')} busy icon={<Heart className="size-5" />} />
        {[0, 3, 42, 99, 100].map((count) => (
          <IconButton
            key={count}
            label={word('viewCart')}
            icon={<ShoppingCart className="size-6" />}
          >
            <Badge count={count} corner />
          </IconButton>
        ))}
        <Spinner className="p-2" />
      </div>
    </>
  )
}
