import type { TagTone } from '../../ui/Tag'

/** The colour of a product's or a store's approval status. */
export const approvalTone = {
  approved: 'good',
  pending: 'waiting',
  rejected: 'bad',
} as const satisfies Record<string, TagTone>
