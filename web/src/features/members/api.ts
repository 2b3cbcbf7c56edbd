import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'
import { queryOptions } from '../../lib/query/query-options'

/** What somebody is in a store or in the house. */
export type Role = components['schemas']['Role']

/** Somebody who works in a store or in the house. */
export type Member = components['schemas']['Member']

/** An invitation that waits for an answer. */
export type Invitation = components['schemas']['Invitation']

/** Keys of what is cached about the people of a place. */
export const memberKeys = {
  of: (place: string) => ['members', place] as const,
  invitation: (token: string) => ['invitation', token] as const,
}

/** The people of a store, or of the house, and who was invited. */
export const membersQuery = (place: string) =>
  queryOptions({
    queryKey: memberKeys.of(place),
    queryFn: ({ signal }) =>
      answer(api.GET('/api/store/{id}/members', { params: { path: { id: place } }, signal })),
    retry: false,
    meta: { personal: true },
  })

/** What the link of an invitation leads to. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: memberKeys.invitation(token),
    queryFn: ({ signal }) =>
      answer(api.GET('/api/invitation/{token}', { params: { path: { token } }, signal })),
    retry: false,
    staleTime: Infinity,
  })

/** Mails somebody an invitation. */
export function invite(place: string, email: string, role: string) {
  return answer(
    api.POST('/api/store/{id}/members', {
      params: { path: { id: place } },
      body: { email, role },
    }),
  )
}

/** Makes an invitation worthless. */
export function withdraw(place: string, invitation: string) {
  return answer(
    api.DELETE('/api/store/{id}/invitations/{invitation}', {
      params: { path: { id: place, invitation } },
    }),
  )
}

/** Gives somebody another role. */
export function setRole(place: string, user: string, role: string) {
  return answer(
    api.PUT('/api/store/{id}/members/{user}', {
      params: { path: { id: place, user } },
      body: { role },
    }),
  )
}

/** Ends what somebody may do. */
export function removeMember(place: string, user: string) {
  return answer(
    api.DELETE('/api/store/{id}/members/{user}', { params: { path: { id: place, user } } }),
  )
}

/** Gives up one's own role. */
export function leave(place: string) {
  return answer(api.POST('/api/store/{id}/leave', { params: { path: { id: place } } }))
}

/** Makes another member the owner. */
export function transfer(place: string, user: string) {
  return answer(
    api.POST('/api/store/{id}/transfer', { params: { path: { id: place } }, body: { user } }),
  )
}

/** Takes the role of an invitation. */
export function accept(token: string) {
  return answer(api.POST('/api/invitation/{token}/accept', { params: { path: { token } } }))
}
