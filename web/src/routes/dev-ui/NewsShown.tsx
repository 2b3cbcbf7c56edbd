import { useState } from 'react'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { useToast } from '../../ui/Toast'
import { useWords } from './words'

/** News in the page and news that leaves by itself. */
export function NewsShown() {
  const word = useWords()
  const toast = useToast()
  const [welcome, setWelcome] = useState(true)
  return (
    <>
      {welcome && (
        <Alert tone="success" onDismiss={() => setWelcome(false)}>
          {word('welcome')}
        </Alert>
      )}
      <Alert tone="info">{word('sandbox')}</Alert>
      <Alert tone="warning" title={word('pending')}>
        {word('resetHelp')}
      </Alert>
      <Alert
        tone="error"
        action={
          <Button
            variant="secondary"
            onClick={() => toast({ text: word('welcome'), tone: 'info' })}
          >
            {word('save')}
          </Button>
        }
      >
        {word('failed')}
      </Alert>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          onClick={() =>
            toast({ text: word('added'), action: { label: word('viewCart'), onPress: () => {} } })
          }
        >
          Toast
        </Button>
        <Button variant="secondary" onClick={() => toast({ text: word('failed'), tone: 'error' })}>
          Toast error
        </Button>
      </div>
    </>
  )
}
