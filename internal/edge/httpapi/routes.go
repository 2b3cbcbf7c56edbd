package httpapi

import (
	"net/http"

	"dawa/internal/domain/roles"
	"dawa/internal/edge/serve"
)

// Access says who may make a call: everybody, whoever is signed in, or those whose role allows an action (see
// package roles). Owner means signed in; the domain then decides whether the thing is theirs.
type Access string

// The access column of the route table. Every other value is the name of an action.
const (
	Public Access = "public"
	User   Access = "user"
	Owner  Access = "owner"
	Admin         = Access(roles.Administer)
)

// action is the action that the column names, if it names one.
func (a Access) action() (roles.Action, bool) {
	switch a {
	case Public, User, Owner:
		return "", false
	}
	return roles.Action(a), true
}

// may is the column of a call that needs an action's right.
func may(action roles.Action) Access { return Access(action) }

// handler answers one call. The reply is written after the call has left its lane.
type handler func(*http.Request) (serve.Reply, error)

// Route is one row of the table: one call of the contract.
type Route struct {
	Method    string
	Path      string
	Operation string // operationId in contract/openapi.yaml
	Access    Access
	CSRF      bool // whether the header CSRF-Token is required
	Lane      serve.Lane
	handle    handler
}

// Words of the table.
const (
	get   = http.MethodGet
	post  = http.MethodPost
	put   = http.MethodPut
	del   = http.MethodDelete
	patch = http.MethodPatch

	token = true  // the call needs the header CSRF-Token
	free  = false // it does not
)

// routes is the table: every call of the contract, in the contract's order. A test
// compares each column with it.
func (a *API) routes() []Route {
	return []Route{
		// The shop itself.
		{get, "/api/openapi.yaml", "getContract", Public, free, LaneBrowse, a.contract},
		{get, "/api/get-csrf-token", "getCsrfToken", Public, free, LaneAccount, a.getCsrfToken},
		{post, "/api/contact", "sendContact", Public, token, LaneAccount, a.sendContact},
		{get, "/api/unsubscribe/{token}", "openUnsubscribe", Public, free, LaneBrowse, a.openUnsubscribe},
		{post, "/api/unsubscribe/{token}", "unsubscribe", Public, free, LaneAccount, a.unsubscribe},
		{get, "/api/rate", "getRate", Public, free, LaneBrowse, a.getRate},
		{get, "/api/delivery-times", "listDeliveryTimes", Public, free, LaneBrowse, a.listDeliveryTimes},
		{get, "/api/notice/{name}", "getNotice", Public, free, LaneRead, a.getContentPage},
		{post, "/api/analytics", "sendAnalytics", Public, free, LaneRead, a.sendAnalytics},
		{post, "/api/policy-report", "reportPolicy", Public, free, LaneRead, a.reportPolicy},

		// Browsing products.
		{get, "/api/product/all", "listProducts", Public, free, LaneBrowse, a.listProducts},
		{
			get, "/api/product/discounted-products-home", "listDiscountedForHome", Public, free, LaneBrowse,
			a.listDiscountedForHome,
		},
		{get, "/api/product/discounted-count/", "countDiscounted", Public, free, LaneBrowse, a.countDiscounted},
		{get, "/api/product/discounted-products-page", "listDiscounted", Public, free, LaneBrowse, a.listDiscounted},
		{get, "/api/product/category/{category}", "listCategory", Public, free, LaneBrowse, a.listCategory},
		{get, "/api/product/category-count/{category}", "countCategory", Public, free, LaneBrowse, a.countCategory},
		{get, "/api/brand/{brand}", "listBrand", Public, free, LaneBrowse, a.listBrand},
		{get, "/api/concerns", "listConcernTexts", Public, free, LaneBrowse, a.listConcernTexts},
		{get, "/api/concern/{key}", "listConcern", Public, free, LaneBrowse, a.listConcern},
		{get, "/api/product/facets", "getFacets", Public, free, LaneBrowse, a.getFacets},
		{post, "/api/product/details", "populateCart", Public, free, LaneRead, a.populateCart},
		{post, "/api/product/{id}/restock-alert", "askRestockAlert", Public, token, LaneAccount, a.askRestockAlert},
		{get, "/api/product/{id}", "getProduct", Public, free, LaneRead, a.getProduct},

		// Finding products.
		{get, "/api/autocomplete", "suggestProducts", Public, free, LaneSearch, a.suggestProducts},
		{get, "/api/search", "searchProducts", Public, free, LaneSearch, a.searchProducts},
		{get, "/api/suggest", "suggest", Public, free, LaneSearch, a.suggest},

		// Signing up and in, and one's own data.
		{get, "/api/user/status", "getStatus", Public, free, LaneAccount, a.getStatus},
		{get, "/api/user/logout", "logoutByLink", Public, free, LaneAccount, a.logoutByLink},
		{post, "/api/user/logout", "logout", Public, token, LaneAccount, a.logout},
		{post, "/api/user/login", "login", Public, token, LaneAccount, a.login},
		{post, "/api/user/passkey-login/begin", "beginPasskeyLogin", Public, token, LaneAccount, a.beginPasskeyLogin},
		{post, "/api/user/passkey-login", "passkeyLogin", Public, token, LaneAccount, a.passkeyLogin},
		{post, "/api/user/register", "register", Public, token, LaneAccount, a.register},
		{post, "/api/user/changePassEmail", "requestPasswordReset", Public, token, LaneAccount, a.requestPasswordReset},
		{put, "/api/user/verify-email/{email}/{token}", "verifyEmail", Public, token, LaneAccount, a.verifyEmail},
		{get, "/api/user/email-change/{token}", "getEmailChange", Public, free, LaneAccount, a.getEmailChange},
		{put, "/api/user/email-change/{token}", "approveEmailChange", Public, token, LaneAccount, a.approveEmailChange},
		{del, "/api/user/email-change/{token}", "undoEmailChange", Public, token, LaneAccount, a.undoEmailChange},
		{post, "/api/user/resend-verification", "resendVerification", User, token, LaneAccount, a.resendVerification},
		{get, "/api/user/resetpassword/{token}", "checkResetLink", Public, free, LaneAccount, a.checkResetLink},
		{put, "/api/user/resetpassword/{userID}/{token}", "resetPassword", Public, token, LaneAccount, a.resetPassword},
		{post, "/api/user/editAccount", "updateAccount", User, token, LaneAccount, a.updateAccount},
		{put, "/api/user/language", "setLanguage", User, token, LaneAccount, a.setLanguage},
		{get, "/api/user/sessions", "listSessions", User, free, LaneAccount, a.listSessions},
		{del, "/api/user/sessions", "endSessions", User, token, LaneAccount, a.endSessions},
		{post, "/api/user/export", "exportAccount", User, token, LaneAccount, a.exportAccount},
		{put, "/api/user/password", "changePassword", User, token, LaneAccount, a.changePassword},
		{get, "/api/user/second-step", "getTwoFactor", User, free, LaneAccount, a.getTwoFactor},
		{post, "/api/user/second-step", "beginTwoFactor", User, token, LaneAccount, a.beginTwoFactor},
		{put, "/api/user/second-step", "confirmTwoFactor", User, token, LaneAccount, a.confirmTwoFactor},
		{del, "/api/user/second-step", "endTwoFactor", User, token, LaneAccount, a.endTwoFactor},
		{post, "/api/user/second-step/recovery-codes", "renewRecoveryCodes", User, token, LaneAccount,
			a.renewRecoveryCodes},
		{get, "/api/user/passkeys", "listPasskeys", User, free, LaneAccount, a.listPasskeys},
		{post, "/api/user/passkeys", "addPasskey", User, token, LaneAccount, a.addPasskey},
		{post, "/api/user/passkeys/begin", "beginPasskey", User, token, LaneAccount, a.beginPasskey},
		{put, "/api/user/passkeys/{id}", "renamePasskey", User, token, LaneAccount, a.renamePasskey},
		{del, "/api/user/passkeys/{id}", "removePasskey", User, token, LaneAccount, a.removePasskey},
		{post, "/api/user/passkey-confirmation/begin", "beginPasskeyConfirmation", User, token, LaneAccount,
			a.beginPasskeyConfirmation},
		{post, "/api/user/passkey-confirmation", "confirmWithPasskey", User, token, LaneAccount, a.confirmWithPasskey},
		{del, "/api/user/account", "deleteAccount", User, token, LaneAccount, a.deleteAccount},

		// The cart, a visitor's too.
		{get, "/api/user/cart", "getCart", Public, free, LaneAccount, a.getCart},
		{put, "/api/user/cart", "changeCart", Public, token, LaneAccount, a.changeCart},
		{del, "/api/user/cart", "removeFromCart", Public, token, LaneAccount, a.removeFromCart},
		{put, "/api/user/clearCart", "clearCart", Public, token, LaneAccount, a.clearCart},

		// The wishlist.
		{get, "/api/user/wishlist", "getWishlist", User, free, LaneAccount, a.getWishlist},
		{del, "/api/user/wishlist", "removeFromWishlist", User, token, LaneAccount, a.removeFromWishlist},
		{put, "/api/user/addToWishlist", "addToWishlist", User, token, LaneAccount, a.addToWishlist},
		{put, "/api/user/clearWishlist", "clearWishlist", User, token, LaneAccount, a.clearWishlist},

		// Delivery addresses, by position.
		{get, "/api/user/get-addresses", "listAddresses", User, free, LaneAccount, a.listAddresses},
		{get, "/api/user/get-address/{index}", "getAddress", User, free, LaneAccount, a.getAddress},
		{post, "/api/user/add-address", "addAddress", User, token, LaneAccount, a.addAddress},
		{put, "/api/user/update-address/{index}", "updateAddress", User, token, LaneAccount, a.updateAddress},
		{del, "/api/user/delete-address/{index}", "deleteAddress", User, token, LaneAccount, a.deleteAddress},
		{put, "/api/set-address", "setFavouriteAddress", User, token, LaneAccount, a.setFavouriteAddress},
		{get, "/api/user/address-form", "getAddressForm", User, free, LaneAccount, a.getAddressForm},

		// The one saved payment card.
		{get, "/api/user/payment-form", "getPaymentForm", User, free, LaneAccount, a.getPaymentForm},
		{post, "/api/user/add-card", "addCard", User, token, LaneAccount, a.addCard},
		{put, "/api/user/update-card", "updateCard", User, token, LaneAccount, a.updateCard},
		{put, "/api/user/delete-card", "deleteCard", User, token, LaneAccount, a.deleteCard},

		// Checkout and orders.
		{post, "/api/user/checkout", "placeOrder", User, token, LaneCheckout, a.placeOrder},
		{get, "/api/user/payment-attempt/{attempt}", "getPaymentAttempt", Owner, free, LaneCheckout,
			a.getPaymentAttempt},
		{post, "/api/user/payment-attempt/{attempt}/cancel", "cancelPaymentAttempt", Owner, token, LaneCheckout,
			a.cancelPaymentAttempt},
		{post, "/api/payment-notification/{gateway}", "notifyPayment", Public, free, LaneCheckout, a.notifyPayment},
		{get, "/api/user/order-history", "listOrders", User, free, LaneCheckout, a.listOrders},
		{get, "/api/order/{orderNb}", "getOrder", Owner, free, LaneCheckout, a.getOrder},
		{get, "/api/order/{orderNb}/refunds", "listRefunds", Owner, free, LaneCheckout, a.listRefunds},
		{post, "/api/order/{orderNb}/cancel", "cancelOrder", Owner, token, LaneCheckout, a.cancelOrder},
		{post, "/api/order/{orderNb}/answer", "answerOrder", Owner, token, LaneCheckout, a.answerOrder},
		{get, "/api/order-answer/{fid}/{token}", "getQuestion", Public, free, LaneCheckout, a.getQuestion},
		{post, "/api/order-answer/{fid}/{token}", "answerQuestion", Public, token, LaneCheckout, a.answerQuestion},
		{post, "/api/order/{orderNb}/again", "orderAgain", Owner, token, LaneCheckout, a.orderAgain},

		// Stores and their owners.
		{post, "/api/store/add", "addStore", User, free, LaneAccount, a.addStore},
		{get, "/api/user/stores", "listMyStores", Public, free, LaneAccount, a.listMyStores},
		{get, "/api/store/{id}", "getStore", Public, free, LaneRead, a.getStore},
		{put, "/api/store/{id}", "updateStore", may(roles.EditStore), token, LaneAccount, a.updateStore},
		{put, "/api/store/{id}/licence", "setLicenceDocument", may(roles.EditStore), token, LaneUpload,
			a.setLicenceDocument},
		{get, "/api/store/{id}/catalogue", "listStoreCatalogue", may(roles.EditProducts), free, LaneAccount,
			a.listStoreCatalogue},
		{post, "/api/store/{id}/bulk-edit", "editProducts", may(roles.EditProducts), token, LaneAdmin, a.editProducts},
		{post, "/api/store/{id}/bulk-edit/{edit}/undo", "undoProductEdit", may(roles.EditProducts), token, LaneAdmin,
			a.undoProductEdit},
		{get, "/api/store/{id}/members", "listMembers", may(roles.SeeMembers), free, LaneAccount, a.listMembers},
		{post, "/api/store/{id}/members", "inviteMember", may(roles.ManageMembers), token, LaneAccount, a.inviteMember},
		{put, "/api/store/{id}/members/{user}", "setMemberRole", may(roles.ManageMembers), token, LaneAccount,
			a.setMemberRole},
		{del, "/api/store/{id}/members/{user}", "removeMember", may(roles.ManageMembers), token, LaneAccount,
			a.removeMember},
		{post, "/api/store/{id}/leave", "leaveStore", may(roles.Leave), token, LaneAccount, a.leaveStore},
		{post, "/api/store/{id}/transfer", "transferStore", may(roles.ManageMembers), token, LaneAccount,
			a.transferStore},
		{del, "/api/store/{id}/invitations/{invitation}", "withdrawInvitation", may(roles.ManageMembers), token,
			LaneAccount, a.withdrawInvitation},
		{get, "/api/invitation/{token}", "getInvitation", Public, free, LaneAccount, a.getInvitation},
		{post, "/api/invitation/{token}/accept", "acceptInvitation", User, token, LaneAccount, a.acceptInvitation},
		{get, "/api/store/{id}/orders", "listStoreOrders", may(roles.SeeStoreOrders), free, LaneAdmin,
			a.listStoreOrders},
		{post, "/api/store/{id}/export/orders", "exportStoreOrders", may(roles.SeeStoreOrders), token, LaneAdmin,
			a.limitExports(a.exportStoreOrders)},
		{get, "/api/store/{id}/statement", "getStatement", may(roles.SeeStoreMoney), free, LaneAdmin, a.getStatement},
		{get, "/api/store/{id}/export/statement", "exportStatement", may(roles.SeeStoreMoney), free, LaneAdmin,
			a.limitExports(a.exportStatement)},
		{get, "/api/store/{id}/order-events", "watchStoreOrders", may(roles.SeeStoreOrders), free, LaneAdmin,
			a.watchStoreOrders},
		{get, "/api/store/{id}/fulfilment/{fid}", "getFulfilment", may(roles.SeeStoreOrders), free, LaneAdmin,
			a.getFulfilment},
		{get, "/api/store/{id}/caller", "findCaller", may(roles.TakeOrders), free, LaneAdmin, a.findCaller},
		{post, "/api/store/{id}/phone-orders", "takeOrder", may(roles.TakeOrders), token, LaneCheckout, a.takeOrder},
		{put, "/api/store/{id}/fulfilment/{fid}/status", "moveFulfilment", may(roles.DeliverOrders), token, LaneAdmin,
			a.moveFulfilment},
		{post, "/api/store/{id}/fulfilment/{fid}/undo", "undoFulfilment", may(roles.DeliverOrders), token, LaneAdmin,
			a.undoFulfilment},
		{put, "/api/store/{id}/fulfilment/{fid}/note", "setStaffNote", may(roles.PrepareOrders), token, LaneAdmin,
			a.setStaffNote},
		{put, "/api/store/{id}/fulfilment/{fid}/lines", "reduceFulfilment", may(roles.PrepareOrders), token, LaneAdmin,
			a.reduceFulfilment},
		{post, "/api/store/{id}/fulfilment/{fid}/agreed", "recordAgreement", may(roles.PrepareOrders), token, LaneAdmin,
			a.recordAgreement},
		{post, "/api/store/{id}/fulfilment/{fid}/called", "recordCall", may(roles.PrepareOrders), token, LaneAdmin,
			a.recordCall},
		{put, "/api/store/{id}/fulfilment/{fid}/address", "replaceAddress", may(roles.PrepareOrders), token, LaneAdmin,
			a.replaceAddress},
		{put, "/api/store/{id}/fulfilment/{fid}/fee", "lowerFee", may(roles.PrepareOrders), token, LaneAdmin,
			a.lowerFee},
		{get, "/api/store/{id}/fulfilment/{fid}/refunds", "listStoreRefunds", may(roles.SeeStoreOrders), free,
			LaneAdmin, a.listStoreRefunds},
		{post, "/api/store/{id}/fulfilment/{fid}/refunds", "giveStoreRefund", may(roles.RefundOrders), token,
			LaneAdmin, a.giveStoreRefund},
		{post, "/api/store/{id}/fulfilment/{fid}/refunds/{refund}/retry", "retryStoreRefund", may(roles.RefundOrders),
			token, LaneAdmin, a.retryStoreRefund},
		{get, "/api/store/{id}/shifts", "listShifts", may(roles.ManageShifts), free, LaneAdmin, a.listShifts},
		{post, "/api/store/{id}/shifts", "openShift", may(roles.ManageShifts), token, LaneAdmin, a.openShift},
		{get, "/api/store/{id}/shift/{shift}", "getShift", may(roles.ManageShifts), free, LaneAdmin, a.getShift},
		{get, "/api/store/{id}/my-shift", "getMyShift", may(roles.DeliverOrders), free, LaneAdmin, a.getMyShift},
		{post, "/api/store/{id}/shift/{shift}/movements", "recordMovement", may(roles.DeliverOrders), token, LaneAdmin,
			a.recordMovement},
		{post, "/api/store/{id}/shift/{shift}/count", "countShift", may(roles.ManageShifts), token, LaneAdmin,
			a.countShift},
		{post, "/api/store/{id}/shift/{shift}/sign-off", "signShiftOff", may(roles.ManageShifts), token, LaneAdmin,
			a.signShiftOff},
		{get, "/api/store/{id}/shift-report", "getShiftReport", may(roles.ManageShifts), free, LaneAdmin,
			a.getShiftReport},
		{post, "/api/store/{id}/export/shifts", "exportShifts", may(roles.ManageShifts), token, LaneAdmin,
			a.limitExports(a.exportShifts)},
		{get, "/api/store/{id}/products", "listStoreProducts", Public, free, LaneRead, a.listStoreProducts},

		// Adding and editing products, pictures included.
		{put, "/api/product/{id}", "updateProduct", may(roles.EditProducts), token, LaneAdmin, a.updateProduct},
		{patch, "/api/product/{id}", "patchStoreProduct", may(roles.EditProducts), token, LaneAdmin,
			a.patchStoreProduct},
		{get, "/api/product-edit/{id}", "getProductToEdit", may(roles.EditProducts), free, LaneAdmin,
			a.getProductToEdit},
		{post, "/api/product/new", "createProduct", User, token, LaneUpload, a.createProduct},
		{post, "/api/picture", "uploadPicture", User, token, LaneUpload, a.uploadPicture},

		// The admin screens: orders and catalogue.
		{get, "/api/admin/overview", "getOverview", may(roles.SeeOverview), free, LaneAdmin, a.getOverview},
		{get, "/api/admin/orders", "listAdminOrders", may(roles.ManageOrders), free, LaneAdmin, a.listAdminOrders},
		{get, "/api/admin/order/{orderNb}", "getAdminOrder", may(roles.ManageOrders), free, LaneAdmin, a.getAdminOrder},
		{put, "/api/admin/order/{orderNb}/status", "setOrderStatus", may(roles.ManageOrders), token, LaneAdmin,
			a.setOrderStatus},
		{post, "/api/admin/order/{orderNb}/called", "recordOrderCall", may(roles.ManageOrders), token, LaneAdmin,
			a.recordOrderCall},
		{get, "/api/admin/order/{orderNb}/refunds", "listAdminRefunds", may(roles.ManageOrders), free, LaneAdmin,
			a.listAdminRefunds},
		{post, "/api/admin/order/{orderNb}/refunds", "giveRefund", may(roles.ManageOrders), token, LaneAdmin,
			a.giveRefund},
		{post, "/api/admin/refund/{refund}/retry", "retryRefund", may(roles.ManageOrders), token, LaneAdmin,
			a.retryRefund},
		{post, "/api/admin/refund/{refund}/manual", "settleRefund", may(roles.ManageOrders), token, LaneAdmin,
			a.settleRefund},
		{get, "/api/admin/reconciliation", "listReconciliations", may(roles.Administer), free, LaneAdmin,
			a.listReconciliations},
		{post, "/api/admin/reconciliation", "reconcilePayments", may(roles.Administer), token, LaneAdmin,
			a.reconcilePayments},
		{get, "/api/admin/balances", "listBalances", may(roles.Administer), free, LaneAdmin, a.listBalances},
		{post, "/api/admin/store/{id}/payment", "recordStorePayment", may(roles.Administer), token, LaneAdmin,
			a.recordStorePayment},
		{put, "/api/admin/store/{id}/commission", "setCommission", may(roles.Administer), token, LaneAdmin,
			a.setCommission},
		{get, "/api/admin/products", "listAdminProducts", may(roles.ManageCatalogue), free, LaneAdmin,
			a.listAdminProducts},
		{patch, "/api/admin/product/{id}", "patchProduct", may(roles.ManageCatalogue), token, LaneAdmin,
			a.patchProduct},
		{put, "/api/admin/product/{id}/revision", "decideRevision", may(roles.ApproveProducts), token, LaneAdmin,
			a.decideRevision},
		{put, "/api/admin/product/{id}/status", "setProductStatus", may(roles.ApproveProducts), token, LaneAdmin,
			a.setProductStatus},
		{get, "/api/admin/customers", "listCustomers", may(roles.SeeCustomers), free, LaneAdmin, a.listCustomers},
		{get, "/api/admin/customer/{id}", "getCustomer", may(roles.SeeCustomers), free, LaneAdmin, a.getCustomer},
		{get, "/api/admin/stores", "listAdminStores", may(roles.SeeStores), free, LaneAdmin, a.listAdminStores},
		{get, "/api/admin/store/{id}", "getAdminStore", may(roles.SeeStores), free, LaneAdmin, a.getAdminStore},
		{put, "/api/admin/store/{id}/status", "setStoreStatus", may(roles.ApproveStores), token, LaneAdmin,
			a.setStoreStatus},
		{get, "/api/admin/store/{id}/licence", "getLicence", may(roles.SeeSealedLicence), free, LaneAdmin,
			a.getLicence},
		{get, "/api/admin/store/{id}/licence/document", "getLicenceDocument", may(roles.SeeSealedLicence), free,
			LaneAdmin, a.getLicenceDocument},
		{get, "/api/admin/pending", "listPending", may(roles.ApproveProducts), free, LaneAdmin, a.listPending},
		{post, "/api/admin/approvals", "approveProducts", may(roles.ApproveProducts), token, LaneAdmin,
			a.approveProducts},
		{post, "/api/admin/approvals/{edit}/undo", "undoApproval", may(roles.ApproveProducts), token, LaneAdmin,
			a.undoApproval},
		{put, "/api/admin/notice/{name}", "saveNotice", Admin, token, LaneAdmin, a.saveContentPage},
		{get, "/api/admin/advice", "listAdvice", Admin, free, LaneAdmin, a.listAdvice},
		{put, "/api/admin/advice/{key}", "saveAdvice", Admin, token, LaneAdmin, a.saveAdvice},
		{get, "/api/admin/rate", "listRates", may(roles.SeeOverview), free, LaneAdmin, a.listRates},
		{post, "/api/admin/rate", "setRate", Admin, token, LaneAdmin, a.setRate},
		{get, "/api/admin/audit", "listAudit", may(roles.SeeAudit), free, LaneAdmin, a.listAudit},
		{get, "/api/admin/searches", "listSearchMisses", may(roles.ManageCatalogue), free, LaneAdmin,
			a.listSearchMisses},
		{get, "/api/admin/concern-words", "listConcernWords", may(roles.ManageCatalogue), free, LaneAdmin,
			a.listConcernWords},
		{post, "/api/admin/concern-words", "addConcernWord", may(roles.ManageCatalogue), token, LaneAdmin,
			a.addConcernWord},
		{del, "/api/admin/concern-words", "removeConcernWord", may(roles.ManageCatalogue), token, LaneAdmin,
			a.removeConcernWord},
		{get, "/api/admin/signals", "listSignals", may(roles.SeeAudit), free, LaneAdmin, a.listSignals},
		{get, "/api/admin/mail/undelivered", "listUndeliveredMail", may(roles.ManageMail), free, LaneAdmin,
			a.listUndeliveredMail},
		{post, "/api/admin/mail/undelivered/{id}/retry", "retryUndeliveredMail", may(roles.ManageMail), token,
			LaneAdmin, a.retryUndeliveredMail},
		{get, "/api/admin/export/products", "exportProducts", may(roles.ManageCatalogue), free, LaneAdmin,
			a.limitExports(a.exportProducts)},
		{post, "/api/admin/import/products", "importProducts", may(roles.ManageCatalogue), token, LaneImport,
			a.importProducts},
		{post, "/api/admin/price-lists/columns", "readPriceListColumns", may(roles.ManageCatalogue), token, LaneImport,
			a.readPriceListColumns},
		{get, "/api/admin/price-lists", "listPriceLists", may(roles.ManageCatalogue), free, LaneAdmin,
			a.listPriceLists},
		{post, "/api/admin/price-lists", "comparePriceList", may(roles.ManageCatalogue), token, LaneImport,
			a.comparePriceList},
		{get, "/api/admin/price-lists/{id}", "getPriceList", may(roles.ManageCatalogue), free, LaneAdmin,
			a.getPriceList},
		{del, "/api/admin/price-lists/{id}", "cancelPriceList", may(roles.ManageCatalogue), token, LaneAdmin,
			a.cancelPriceList},
		{post, "/api/admin/price-lists/{id}/apply", "applyPriceList", may(roles.ManageCatalogue), token, LaneAdmin,
			a.applyPriceList},
		{get, "/api/admin/job/{id}", "getJob", may(roles.ManageCatalogue), free, LaneAdmin, a.getJob},
		{get, "/api/admin/job/{id}/rows", "listJobRows", may(roles.ManageCatalogue), free, LaneAdmin, a.listJobRows},
		{post, "/api/admin/job/{id}/confirm", "confirmJob", may(roles.ManageCatalogue), token, LaneAdmin,
			a.confirmJob},
		{get, "/api/admin/translations", "getTranslations", Admin, free, LaneAdmin, a.getTranslations},
	}
}
