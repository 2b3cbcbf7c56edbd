/**
 * The messages that come with every page: what the first screens of a visit say (the rows of
 * app/first-routes.ts, their header and footer, what they load on intent). All
 * others come with the first screen that is none of these. A test compares the list with what those
 * screens say; `make string` adds a text, and this list decides with which chunk it travels.
 */

/** Namespaces that are critical as a whole. */
export const criticalNamespaces: readonly string[] = [
  'access',
  'brand',
  'category',
  'consent',
  'footer',
  'form',
  'home',
  'list',
  'nav',
  'regulation',
  'search',
  'session',
  'unit',
  'weekday',
]

/** Namespaces that belong to later screens except for these messages. */
export const criticalKeys: Readonly<Record<string, readonly string[]>> = {
  a11y: words(`breadcrumb close dismiss loading logo max_price min_price next_page notifications page
    pagination previous_page price_before price_now remove_filter skip_to_content suggestions
    suggestions_list`),
  address: ['line'],
  cart: ['view'],
  common: words('close loading optional retry show_less show_more site_name tagline'),
  done: ['added_to_wishlist'],
  // What can go wrong without a form: reading, the cart, the wishlist, the session, the line.
  error: words(`already_signed_in analytics_rejected bad_limit bad_page bad_price_range bad_quantity
    bad_query bad_sort brand_not_found cart_changed cart_empty cart_full category_not_found
    chunk_missing chunk_timeout concern_not_found conflict cross_site csrf forbidden internal invalid_fields
    invalid_input method_not_allowed network not_found not_in_cart not_in_wishlist
    not_signed_in out_of_stock prescription_only product product_not_found product_unlisted products products_count
    products_initial quantity_limit rate_limited session_ended stock_short timeout too_large
    try_again unavailable unexpected_text unexpected_title unsupported_type wishlist_full`),
  money: ['pounds'],
  // The title of every screen: the document is named before the screen's own messages arrive.
  page: words(`about account add_address add_product add_store address addresses admin admin_advice admin_approvals
    admin_audit admin_balances admin_customer admin_customers admin_import admin_mail admin_notice admin_orders admin_payments admin_people admin_prices admin_products
    admin_searches admin_signals admin_store admin_stores admin_translations app brand card cart category checkout checkout_return concern
    contact discounts edit_product edit_store email_change home join login my_shift not_found order order_answer order_history people
    pharmacy_owners phone_order print_order privacy product reset_password search secure_payment shifts signup store store_money store_orders store_products stores terms
    unsubscribe verify_email wishlist`),
  // What is said about a product that is for sale; the product form is a later screen.
  product:
    words(`active_ingredients add_to_cart add_to_wishlist added_to_cart ask ask_pharmacist ask_pharmacy brand
    button_limit clamped_max_per_order clamped_maximum clamped_minimum clamped_stock delivery_time description each form
    gallery image_of in_stock item_code low_stock max_per_order more_in_category no_image not_found notify
    out_of_stock pack_pieces pack_size per_amount prescription_hint prescription_only quantity registration_no
    regulation remove_from_wishlist sold_by specifications status_pending
    status_rejected usage warnings zoom`),
  // Who sells a product, and when it is open.
  store: words('closed days every_day'),
}

/**
 * Of the critical messages those that nobody reads before something has happened: refusals, suggestions, the menu of
 * someone signed in, the titles of later screens. They come when the page is alive, and what says one waits for them.
 */
export const soonKeys: Readonly<Record<string, readonly string[]>> = {
  address: ['line'],
  consent: words('choices more no question title yes'),
  done: ['added_to_wishlist'],
  error:
    words(`already_signed_in analytics_rejected bad_limit bad_price_range bad_quantity bad_query bad_sort
    cart_changed cart_empty cart_full conflict cross_site csrf forbidden internal invalid_fields invalid_input
    method_not_allowed not_found not_in_cart not_in_wishlist not_signed_in out_of_stock prescription_only
    product_not_found product_unlisted quantity_limit rate_limited session_ended stock_short timeout too_large try_again
    unavailable unsupported_type wishlist_full`),
  nav: words(`account_of add_address addresses admin choose_address credit_card delivery_place delivery_to logout
    my_account my_stores order_history`),
  page: words(`about account add_address add_product add_store address addresses admin admin_advice admin_approvals
    admin_audit admin_balances admin_customer admin_customers admin_import admin_mail admin_notice admin_orders
    admin_payments admin_people admin_prices admin_products admin_searches admin_signals admin_store admin_stores
    admin_translations app card cart checkout checkout_return contact edit_product edit_store email_change join login
    my_shift not_found order order_answer order_history people pharmacy_owners phone_order print_order privacy
    reset_password secure_payment shifts signup store store_money store_orders store_products stores terms unsubscribe
    verify_email wishlist`),
  search: words('group_brands group_concerns group_products recent'),
  session: words('offline saved_days saved_hours saved_minutes saved_now'),
}

/** When a message comes: before the page is alive, as soon as it is, or with the first screen that is none of the first. */
export type MessagePart = 'first' | 'soon' | 'rest'

/** The part of a catalogue that a message is in. */
export function partOf(key: string): MessagePart {
  const dot = key.indexOf('.')
  const namespace = key.slice(0, dot)
  const name = key.slice(dot + 1)
  if (soonKeys[namespace]?.includes(name)) return 'soon'
  const critical =
    criticalNamespaces.includes(namespace) || criticalKeys[namespace]?.includes(name) === true
  return critical ? 'first' : 'rest'
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
