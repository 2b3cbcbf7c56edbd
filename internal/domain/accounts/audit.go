package accounts

import (
	"dawa/internal/domain/audit"
)

// The actions of this package in the audit log. Other packages add their own.
const (
	ActionRegister        audit.Action = "register"
	ActionLogin           audit.Action = "login"
	ActionLoginFailed     audit.Action = "login_failed"
	ActionLogout          audit.Action = "logout"
	ActionSessionsEnded   audit.Action = "sessions_ended"
	ActionResetRequested  audit.Action = "password_reset_requested"
	ActionPasswordReset   audit.Action = "password_reset"
	ActionPasswordByHost  audit.Action = "password_reset_by_host"
	ActionPasswordChanged audit.Action = "password_changed"
	ActionEmailVerified   audit.Action = "email_verified"
	ActionEmailChange     audit.Action = "email_change_requested"
	ActionEmailChanged    audit.Action = "email_changed"
	// ActionEmailApproved is the old address agreeing to a change, ActionEmailRestored taking it back.
	ActionEmailApproved   audit.Action = "email_change_approved"
	ActionEmailRestored   audit.Action = "email_restored"
	ActionUsernameChanged audit.Action = "username_changed"
	ActionPhoneChanged    audit.Action = "phone_changed"
	ActionTwoFactorOn     audit.Action = "second_step_on"
	ActionTwoFactorOff    audit.Action = "second_step_off"
	// ActionTwoFactorByHost is its removal on the host, for who lost the app and the codes.
	ActionTwoFactorByHost  audit.Action = "second_step_removed_by_host"
	ActionRecoveryCodeUsed audit.Action = "recovery_code_used"
	ActionRecoveryCodesNew audit.Action = "recovery_codes_renewed"
	ActionEnrolment        audit.Action = "second_step_enrolment"
	ActionPasskeyAdded     audit.Action = "passkey_added"
	ActionPasskeyRemoved   audit.Action = "passkey_removed"
	ActionPasskeysByHost   audit.Action = "passkeys_removed_by_host"
	ActionPasskeyLogin     audit.Action = "passkey_login"
	// ActionPasskeyCopied is a passkey refused because its count of signatures went back.
	ActionPasskeyCopied audit.Action = "passkey_copied"
	ActionExported      audit.Action = "account_exported"
	ActionDeleted       audit.Action = "account_deleted"
	ActionAdminGranted  audit.Action = "admin_granted"
	ActionAdminRevoked  audit.Action = "admin_revoked"
)

// isNotable thins out failures: a typing mistake is no event, a series of them is.
func isNotable(failures int) bool {
	return failures == 5 || failures >= 10 && failures%10 == 0
}
