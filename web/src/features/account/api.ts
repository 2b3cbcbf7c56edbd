import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'
import { queryOptions } from '../../lib/query/query-options'

/** A place where one is signed in. */
export type SignedInDevice = components['schemas']['Session']

/** Whether signing in takes two factors, and since when. */
export type TwoFactor = components['schemas']['TwoFactor']

/** A passkey of the account. */
export type Passkey = components['schemas']['Passkey']

/** The passkeys of the account, and what adding one takes. */
export type Passkeys = components['schemas']['PasskeyList']

/** What an app needs to make codes, until the first of them confirms it. */
export type TwoFactorSetup = components['schemas']['TwoFactorBegun']

/** What the sign-in form holds. */
export interface SignIn {
  username: string
  password: string
  remember: boolean
}

/** What the sign-up form holds. */
export interface SignUp {
  full_name: string
  username: string
  email: string
  phone_nb: string
  password: string
  marketing_emails: boolean
}

/** What the account form holds. */
export interface AccountFields {
  full_name: string
  username: string
  email: string
  phone_nb: string
}

/**
 * Signs in; every wrong combination gives the same error. Who has two-factor on is asked for
 * a code (`code_needed`), which is sent along with the same name and password.
 */
export async function signIn(
  { username, password, remember }: SignIn,
  code?: string,
): Promise<void> {
  await answer(
    api.POST('/api/user/login', {
      body: {
        username,
        password,
        remember: remember ? 'remember' : null,
        ...(code === undefined ? {} : { code }),
      },
    }),
  )
}

/** Signs up, and in. */
export async function signUp({ password, ...user }: SignUp): Promise<void> {
  await answer(
    api.POST('/api/user/register', { body: { user: { ...user, type: 'normal' }, password } }),
  )
}

/** Asks for a mail with a link to choose a new password. */
export async function requestReset(email: string): Promise<void> {
  await answer(api.POST('/api/user/changePassEmail', { body: { email } }))
}

/** Follows the link of a verification mail; the code tells whether the old address must agree, too. */
export async function verifyEmail(email: string, token: string): Promise<string> {
  const done = await answer(
    api.PUT('/api/user/verify-email/{email}/{token}', { params: { path: { email, token } } }),
  )
  return done.code
}

/** What the link in an old mailbox is about. */
export type EmailChange = components['schemas']['EmailChange']

/** Reads the link in an old mailbox. */
export const emailChangeQuery = (token: string) =>
  queryOptions({
    queryKey: ['email-change', token],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/user/email-change/{token}', { params: { path: { token } }, signal })),
    retry: false,
    staleTime: Infinity,
  })

/** Agrees to a change of email at the old address; the code tells whether the new one must be confirmed still. */
export async function approveEmailChange(token: string): Promise<string> {
  const params = { path: { token } }
  return (await answer(api.PUT('/api/user/email-change/{token}', { params }))).code
}

/** Takes a change of email back; answers the link by which a new password is chosen. */
export function undoEmailChange(token: string): Promise<{ user: string; token: string }> {
  return answer(api.DELETE('/api/user/email-change/{token}', { params: { path: { token } } }))
}

/** Sends the verification mail again. */
export async function resendVerification(): Promise<void> {
  await answer(api.POST('/api/user/resend-verification'))
}

/** Whether a reset link can still be used. */
export const resetLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/user/resetpassword/{token}', { params: { path: { token } }, signal })),
    retry: false,
    staleTime: Infinity,
  })

/** Chooses a new password by a reset link. */
export async function resetPassword(
  userID: string,
  token: string,
  password: string,
): Promise<void> {
  await answer(
    api.PUT('/api/user/resetpassword/{userID}/{token}', {
      params: { path: { userID, token } },
      body: { password },
    }),
  )
}

/** Saves the account; the code tells whether a new email waits to be confirmed, and by whom. */
export async function saveAccount(user: AccountFields, password?: string): Promise<string> {
  const body = password === undefined ? { user } : { user, password }
  return (await answer(api.POST('/api/user/editAccount', { body }))).code
}

/** Saves the language of the emails. */
export async function saveMailLanguage(language: 'english' | 'arabic'): Promise<void> {
  await answer(api.PUT('/api/user/language', { body: { language } }))
}

/** Where this person is signed in. */
export const devicesQuery = () =>
  queryOptions({
    queryKey: ['devices'],
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/api/user/sessions', { signal }))).sessions,
    meta: { personal: true },
  })

/** Signs out everywhere, this device included, once the password proves whose sessions they are. */
export async function signOutEverywhere(password: string): Promise<void> {
  await answer(api.DELETE('/api/user/sessions', { body: { password } }))
}

/** Chooses another password; the session of this device is a new one afterwards. */
export async function changePassword(password: string, newPassword: string): Promise<void> {
  await answer(api.PUT('/api/user/password', { body: { password, new_password: newPassword } }))
}

/** Whether this person has two-factor on. */
export const twoFactorQuery = () =>
  queryOptions({
    queryKey: ['second-step'],
    queryFn: ({ signal }) => answer(api.GET('/api/user/second-step', { signal })),
    meta: { personal: true },
  })

/** The passkeys of this person. */
export const passkeysQuery = () =>
  queryOptions({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => answer(api.GET('/api/user/passkeys', { signal })),
    meta: { personal: true },
  })

/** Gives a passkey another name. */
export async function renamePasskey(id: string, name: string): Promise<void> {
  await answer(api.PUT('/api/user/passkeys/{id}', { params: { path: { id } }, body: { name } }))
}

/** Removes a passkey, once the password proves whose it is. */
export async function removePasskey(id: string, password: string): Promise<void> {
  const params = { path: { id } }
  await answer(api.DELETE('/api/user/passkeys/{id}', { params, body: { password } }))
}

/** Begins to set up two-factor; it is on once `confirmTwoFactor` was given a code. */
export function beginTwoFactor(password: string, enrolment: string): Promise<TwoFactorSetup> {
  const body = enrolment === '' ? { password } : { password, enrolment }
  return answer(api.POST('/api/user/second-step', { body }))
}

/** Ten new recovery codes; the old ones work no more. */
export async function renewRecoveryCodes(
  password: string,
  code: string,
): Promise<readonly string[]> {
  const body = { password, code }
  return (await answer(api.POST('/api/user/second-step/recovery-codes', { body }))).recovery_codes
}

/** Turns two-factor on and gives the recovery codes; the session is a new one afterwards. */
export async function confirmTwoFactor(code: string): Promise<readonly string[]> {
  return (await answer(api.PUT('/api/user/second-step', { body: { code } }))).recovery_codes
}

/** Turns two-factor off; the session of this device is a new one afterwards. */
export async function turnOffTwoFactor(password: string, code: string): Promise<void> {
  await answer(api.DELETE('/api/user/second-step', { body: { password, code } }))
}

/** Everything the shop stores about this person, once the password proves who asks. */
export function exportAccount(password: string): Promise<unknown> {
  return answer(api.POST('/api/user/export', { body: { password } }))
}

/** Deletes the account, once the password proves whose it is. */
export async function deleteAccount(password: string): Promise<void> {
  await answer(api.DELETE('/api/user/account', { body: { password } }))
}
