import * as about from '../routes/about'
import * as app from '../routes/app'
import * as brand from '../routes/brand'
import * as concern from '../routes/concern'
import * as contact from '../routes/contact'
import * as home from '../routes/home'
import * as pharmacyOwners from '../routes/pharmacy-owners'
import * as privacy from '../routes/privacy'
import * as category from '../routes/product/category'
import * as detail from '../routes/product/detail'
import * as discounts from '../routes/product/discounts'
import * as searchResults from '../routes/search-results'
import * as securePayment from '../routes/secure-payment'
import * as terms from '../routes/terms'
import type { ScreenModule } from './route-row'

/**
 * The screens that arrive as finished HTML, by the name of their chunk: what everyone may see and
 * nobody's own things. Only the page renderer imports them all at once.
 */
export const serverScreens: Readonly<Record<string, ScreenModule>> = {
  about,
  app,
  brand,
  concern,
  contact,
  home,
  'pharmacy-owners': pharmacyOwners,
  privacy,
  'product-category': category,
  'product-detail': detail,
  'product-discounts': discounts,
  'search-results': searchResults,
  'secure-payment': securePayment,
  terms,
}
