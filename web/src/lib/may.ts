import { createContext, useContext } from 'react'

/** The actions that the reader's role in the house allows; the guard of the screens knows them. */
export const MayContext = createContext<readonly string[]>([])

/** Whether the reader may do something in the house. The server decides again at every call. */
export function useMay(): (action: string) => boolean {
  const actions = useContext(MayContext)
  return (action) => actions.includes(action)
}
