import { answer, api } from '../../lib/api'
import { ApiError } from '../../lib/errors'

type Json = Record<string, unknown>

/** What adding a passkey takes besides the device. */
export interface PasskeyPermission {
  password: string
  code: string
  enrolment: string
}

/** Has the device make a passkey, and stores it under a name. */
export async function addPasskey(name: string, permission: PasskeyPermission): Promise<void> {
  const { password, code, enrolment } = permission
  const body = {
    password,
    ...(code === '' ? {} : { code }),
    ...(enrolment === '' ? {} : { enrolment }),
  }
  const { options } = await answer(api.POST('/api/user/passkeys/begin', { body }))
  const made = await byDevice(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options as unknown as PublicKeyCredentialCreationOptionsJSON,
      ),
    }),
  )
  await answer(api.POST('/api/user/passkeys', { body: { name, credential: made } }))
}

/** Signs in with a passkey that the device offers. */
export async function signInWithPasskey(remember: boolean): Promise<void> {
  const { options } = await answer(api.POST('/api/user/passkey-login/begin'))
  const credential = await sign(options)
  const body = { credential, remember: remember ? 'remember' : null }
  await answer(api.POST('/api/user/passkey-login', { body }))
}

/** Confirms with a passkey; what it gives is sent in place of the password, once. */
export async function confirmWithPasskey(): Promise<string> {
  const { options } = await answer(api.POST('/api/user/passkey-confirmation/begin'))
  const credential = await sign(options)
  const body = { credential }
  return (await answer(api.POST('/api/user/passkey-confirmation', { body }))).password
}

function sign(options: Json): Promise<Json> {
  return byDevice(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as unknown as PublicKeyCredentialRequestOptionsJSON,
      ),
    }),
  )
}

/** Waits for the person and the device. Who cancels, or has no passkey, is told so as of any failure. */
async function byDevice(ask: () => Promise<Credential | null>): Promise<Json> {
  try {
    const credential = await ask()
    if (credential instanceof PublicKeyCredential) return credential.toJSON() as Json
  } catch (error) {
    // The device holds a passkey of this account already.
    if (error instanceof DOMException && error.name === 'InvalidStateError') {
      throw new ApiError(0, 'passkey_known')
    }
  }
  throw new ApiError(0, 'passkey_not_confirmed')
}
