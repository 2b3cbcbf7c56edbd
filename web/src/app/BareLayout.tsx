import { Outlet } from 'react-router'
import { LogoLink } from '../features/layout/LogoLink'

/** Around a screen that the link of a mail opens: whose it is, and nothing that leads astray. */
export function BareLayout() {
  return (
    <div className="min-h-dvh bg-ground">
      <header className="flex justify-center pt-8 sm:pt-12">
        <LogoLink />
      </header>
      <main>
        <Outlet />
      </main>
    </div>
  )
}
