import type { ComponentType, ReactNode } from 'react'
import type { MessageKey } from '../lib/i18n'

/** Who may open a screen: everyone, signed-in people, admins, or only those not signed in. */
export type Access = 'all' | 'user' | 'admin' | 'visitor'

/** What a screen's file exports: the screen. */
export interface ScreenModule {
  default: ComponentType
}

/** One row of the route table. */
export interface RouteRow {
  /** The address, as the router matches it. */
  path: string
  /** Name of the lazily loaded chunk; an error report names it. */
  chunk: string
  load: () => Promise<ScreenModule>
  access: Access
  /** Key of the document title. */
  title: MessageKey
  /** The screen names the document after what it shows: a category, a product. */
  namesItself?: true
  /** The screen says nothing beyond the texts that come with every page. */
  criticalMessages?: true
  /** Of an admin screen: the action that a role in the house must allow; without it only admins enter. */
  action?: string
  /** Of an admin screen: the roles in any store that enter, too; the screen asks the server about the store. */
  storeRoles?: readonly string[]
  /** A refused visitor goes home with 'Forbidden' instead of to the sign-in page. */
  refusal?: 'forbidden'
  /** The screen makes sense only with something in the cart. */
  needsCart?: true
  /** What is around the screen, when it is not the shop's header and footer. */
  Layout?: ComponentType<{ children: ReactNode }>
  /** Lets in only those who may see the screen; none where everyone may. */
  Guard?: ComponentType<{ row: RouteRow; children: ReactNode }>
  /** The address does not exist: the screen says so. */
  missing?: true
}
