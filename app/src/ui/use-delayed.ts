import { useEffect, useState } from 'react'

/** Whether something has been pending for longer than a time. */
export function useDelayed(isPending: boolean, after_ms: number): boolean {
  const [hasPassed, setPassed] = useState(false)
  useEffect(() => {
    if (!isPending) return setPassed(false)
    const timer = setTimeout(() => setPassed(true), after_ms)
    return () => clearTimeout(timer)
  }, [isPending, after_ms])
  return isPending && hasPassed
}
