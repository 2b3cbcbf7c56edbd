import { useEffect, useState } from 'react'

/** A value that changes often, once it has rested for a moment. */
export function useDebounced<T>(value: T, restMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs)
    return () => clearTimeout(timer)
  }, [value, restMs])
  return settled
}
