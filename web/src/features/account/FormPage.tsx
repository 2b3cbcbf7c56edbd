import type { ReactNode } from 'react'
import { Card } from '../../ui/Card'

interface FormPageProps {
  title: string
  children: ReactNode
  /** Below the card: the way to the other form. */
  after?: ReactNode
}

/** A short form alone on its page, such as signing in. */
export function FormPage({ title, children, after }: FormPageProps) {
  return (
    <div className="page-width flex flex-col items-center gap-4 py-8 sm:py-12">
      <Card className="w-full max-w-md p-6 sm:p-8">
        <h1 className="mb-6 text-2xl">{title}</h1>
        {children}
      </Card>
      {after}
    </div>
  )
}
