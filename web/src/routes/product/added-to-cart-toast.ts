import { useNavigate } from '../../lib/router'
import { useT } from '../../lib/i18n'
import { useToast } from '../../ui/Toast'

/** Says 'Added to cart' and offers the way there. */
export function useAddedToCartToast(): () => void {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  return () =>
    toast({
      text: t('list.added_to_cart'),
      action: { label: t('cart.view'), onPress: () => navigate('/user/cart') },
    })
}
