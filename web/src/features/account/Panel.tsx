import { type ReactNode, useId } from 'react'
import { Card } from '../../ui/Card'

interface PanelProps {
  /** Lets an address lead to this part of the screen. */
  anchor?: string
  title: string
  text?: string
  children: ReactNode
}

/** One part of the account screen. */
export function Panel({ anchor, title, text, children }: PanelProps) {
  const id = useId()
  return (
    <Card as="section" id={anchor} aria-labelledby={id} className="flex flex-col gap-4 p-6">
      <div>
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {text !== undefined && <p className="text-muted">{text}</p>}
      </div>
      {children}
    </Card>
  )
}
