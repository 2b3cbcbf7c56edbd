import { queryOptions } from '@tanstack/react-query'
import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'

/** A place where one is signed in. */
export type SignedInDevice = components['schemas']['Session']

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
}

/** Signs in; every wrong combination gives the same error. */
export async function signIn({ username, password, remember }: SignIn): Promise<void> {
  await answer(
    api.POST('/api/user/login', {
      body: { username, password, remember: remember ? 'remember' : null },
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

/** Follows the link of a verification mail. */
export async function verifyEmail(email: string, token: string): Promise<void> {
  await answer(
    api.PUT('/api/user/verify-email/{email}/{token}', { params: { path: { email, token } } }),
  )
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

/** Saves the account; the code tells whether a new email waits to be confirmed. */
export async function saveAccount(user: AccountFields): Promise<string> {
  return (await answer(api.POST('/api/user/editAccount', { body: { user } }))).code
}

/** Keeps in which language mails are written. */
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

/** Signs out everywhere, this device included. */
export async function signOutEverywhere(): Promise<void> {
  await answer(api.DELETE('/api/user/sessions'))
}

/** Chooses another password; the session of this device is a new one afterwards. */
export async function changePassword(password: string, newPassword: string): Promise<void> {
  await answer(api.PUT('/api/user/password', { body: { password, new_password: newPassword } }))
}

/** Where the browser downloads everything the shop keeps about this person. */
export const exportPath = '/api/user/export'

/** Deletes the account, once the password proves whose it is. */
export async function deleteAccount(password: string): Promise<void> {
  await answer(api.DELETE('/api/user/account', { body: { password } }))
}
