package apperr

// Code names a kind of failure. Codes are part of the wire: they never change once shipped.
// Each has its text in contract/messages under `error.<code>`, in both languages.
type Code string

// The request itself.
const (
	InvalidInput       Code = "invalid_input"
	InvalidFields      Code = "invalid_fields"
	BadPage            Code = "bad_page"
	BadLimit           Code = "bad_limit"
	BadSort            Code = "bad_sort"
	BadPriceRange      Code = "bad_price_range"
	BadQuery           Code = "bad_query"
	BadQuantity        Code = "bad_quantity"
	TooLarge           Code = "too_large"
	UnsupportedType    Code = "unsupported_type"
	MethodNotAllowed   Code = "method_not_allowed"
	NotFound           Code = "not_found"
	Conflict           Code = "conflict"
	IdempotencyReused  Code = "idempotency_reused"
	IdempotencyInvalid Code = "idempotency_invalid"
	RateLimited        Code = "rate_limited"
	Unavailable        Code = "unavailable"
	StorageFull        Code = "storage_full"
	Timeout            Code = "timeout"
	Internal           Code = "internal"
)

// Who is asking.
const (
	NotSignedIn        Code = "not_signed_in"
	SessionEnded       Code = "session_ended"
	AlreadySignedIn    Code = "already_signed_in"
	Forbidden          Code = "forbidden"
	CSRF               Code = "csrf"
	CrossSite          Code = "cross_site"
	WrongHost          Code = "wrong_host"
	LoginFailed        Code = "login_failed"
	UsernameTaken      Code = "username_taken"
	EmailTaken         Code = "email_taken"
	EmailNotRegistered Code = "email_not_registered"
	EmailUnverified    Code = "email_unverified"
	PasswordCommon     Code = "password_common"
	PasswordWrong      Code = "password_wrong"
	LinkInvalid        Code = "link_invalid"
	AccountNotUpdated  Code = "account_not_updated"
	CodeNeeded         Code = "code_needed"
	WrongCode          Code = "wrong_code"
	TwoFactorOn        Code = "second_step_on"
	TwoFactorNotBegun  Code = "second_step_not_begun"
	EnrolmentNeeded    Code = "enrolment_needed"
	TwoFactorRequired  Code = "second_step_required"
	PasskeyRequired    Code = "passkey_required"
	PasskeyRefused     Code = "passkey_refused"
	PasskeyExpired     Code = "passkey_expired"
	PasskeyKnown       Code = "passkey_known"
	PasskeyLimit       Code = "passkey_limit"
	// PasskeysUnavailable says that the shop's address allows none.
	PasskeysUnavailable Code = "passkeys_unavailable"
	LastAdmin           Code = "last_admin"
	LastOwner           Code = "last_owner"
	AlreadyMember       Code = "already_member"
	InvitationLimit     Code = "invitation_limit"
)

// The catalogue and what is saved from it.
const (
	ProductNotFound   Code = "product_not_found"
	CategoryNotFound  Code = "category_not_found"
	BrandNotFound     Code = "brand_not_found"
	ProductUnlisted   Code = "product_unlisted"
	ProductNotUpdated Code = "product_not_updated"
	ProductChanged    Code = "product_changed"
	ProductCodeTaken  Code = "product_code_taken"
	OutOfStock        Code = "out_of_stock"
	InStock           Code = "in_stock"
	PrescriptionOnly  Code = "prescription_only"
	DiscountForbidden Code = "discount_forbidden"
	QuantityLimit     Code = "quantity_limit"
	NotInCart         Code = "not_in_cart"
	CartFull          Code = "cart_full"
	NotInWishlist     Code = "not_in_wishlist"
	WishlistFull      Code = "wishlist_full"
	AddressNotFound   Code = "address_not_found"
	AddressStale      Code = "address_stale"
	AddressLimit      Code = "address_limit"
	CardExists        Code = "card_exists"
	CardNotFound      Code = "card_not_found"
	CardNotUpdated    Code = "card_not_updated"
	CardNotDeleted    Code = "card_not_deleted"
	CardUnreadable    Code = "card_unreadable"
)

// Checkout, payment and orders.
const (
	CartEmpty      Code = "cart_empty"
	CartChanged    Code = "cart_changed"
	RateChanged    Code = "rate_changed"
	StockShort     Code = "stock_short"
	AddressMissing Code = "address_missing"
	CardMissing    Code = "card_missing"
	CVVMissing     Code = "cvv_missing"
	CardExpired    Code = "card_expired"
	OrderLimit     Code = "order_limit"
	MedicineLimit  Code = "medicine_limit"
	// ForeignProduct says that a store cannot sell what is not its own.
	ForeignProduct     Code = "foreign_product"
	PaymentMethod      Code = "payment_method"
	PaymentDeclined    Code = "payment_declined"
	PaymentTimeout     Code = "payment_timeout"
	PaymentUnavailable Code = "payment_unavailable"
	PaymentPending     Code = "payment_pending"
	AttemptNotFound    Code = "attempt_not_found"
	OrderNotFound      Code = "order_not_found"
	OrderTransition    Code = "order_transition"
	OrderNotCancelable Code = "order_not_cancelable"
	// OrderChanged says that somebody else changed the order meanwhile.
	OrderChanged Code = "order_changed"
	// OrderCallFirst says that the customer has to be called before the order can be prepared.
	OrderCallFirst Code = "order_call_first"
	// OrderAsking says that the customer has not answered yet whether fewer pieces are welcome.
	OrderAsking Code = "order_asking"
	// AnswerGiven says that a question to the customer was answered or is not asked any more.
	AnswerGiven Code = "answer_given"
	// AnswerLinkInvalid says that a link to answer by is none.
	AnswerLinkInvalid Code = "answer_link_invalid"
	// UndoLate says that a step cannot be taken back any more.
	UndoLate         Code = "undo_late"
	RefundNotFound   Code = "refund_not_found"
	RefundImpossible Code = "refund_impossible"
	RefundTooMuch    Code = "refund_too_much"

	ShiftNotFound Code = "shift_not_found"
	// ShiftExists says that the courier has a shift in the store that is not closed.
	ShiftExists Code = "shift_exists"
	// ShiftClosed says that a shift was signed off: nothing is added to it any more.
	ShiftClosed Code = "shift_closed"
	// ShiftChanged says that somebody signs off something else than the shift has become meanwhile.
	ShiftChanged    Code = "shift_changed"
	ShiftNotCounted Code = "shift_not_counted"
	// ShiftOrdersOut says that a shift is counted while orders of it are neither delivered nor brought back.
	ShiftOrdersOut Code = "shift_orders_out"
	// ShiftOwn says that somebody signs their own shift off.
	ShiftOwn Code = "shift_own"
	// ShiftOrderTaken says that another courier has the order along, ShiftOrderNotTaken that this one has not, and
	// ShiftOrderSettled that it was delivered or brought back already.
	ShiftOrderTaken    Code = "shift_order_taken"
	ShiftOrderNotTaken Code = "shift_order_not_taken"
	ShiftOrderSettled  Code = "shift_order_settled"
	CourierInvalid     Code = "courier_invalid"
	PayoutTooMuch      Code = "payout_too_much"
)

// Stores, pictures and the admin screens.
const (
	StoreNotFound     Code = "store_not_found"
	StoreNotApproved  Code = "store_not_approved"
	StoreLimit        Code = "store_limit"
	PendingLimit      Code = "pending_limit"
	LicenceMissing    Code = "licence_missing"
	DocumentType      Code = "document_type"
	DocumentNotFound  Code = "document_not_found"
	StatusInvalid     Code = "status_invalid"
	ImageType         Code = "image_type"
	ImageTooLarge     Code = "image_too_large"
	ImageDimensions   Code = "image_dimensions"
	ImageBroken       Code = "image_broken"
	ImageTooMany      Code = "image_too_many"
	ImageNotFound     Code = "image_not_found"
	ImageBusy         Code = "image_busy"
	ImportInvalid     Code = "import_invalid"
	ImportNotFound    Code = "import_not_found"
	ImportInProgress  Code = "import_in_progress"
	ImportEmpty       Code = "import_empty"
	ImportEncoding    Code = "import_encoding"
	ImportHeader      Code = "import_header"
	ImportTooMany     Code = "import_too_many"
	ImportFailed      Code = "import_failed"
	ImportExpired     Code = "import_expired"
	PriceListFormat   Code = "price_list_format"
	PriceListTooMany  Code = "price_list_too_many"
	PriceListRow      Code = "price_list_row"
	PriceListNotFound Code = "price_list_not_found"
	PriceListState    Code = "price_list_state"
	PriceListNothing  Code = "price_list_nothing"
	NoticeChanged     Code = "notice_changed"
	RateSuspicious    Code = "rate_suspicious"
	MessageNotFound   Code = "message_not_found"
	AnalyticsRejected Code = "analytics_rejected"
)
