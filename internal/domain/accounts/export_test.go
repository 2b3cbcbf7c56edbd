package accounts

// What tests outside the package need to be an authenticator app.
var (
	CodeOfStep = totpCode
	StepTime   = totpStep
)
