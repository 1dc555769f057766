import { useEffect, useState } from 'react'

/** Whether something has been pending for longer than a time. */
export function useLate(isPending: boolean, after_ms: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isPending) return setLate(false)
    const timer = setTimeout(() => setLate(true), after_ms)
    return () => clearTimeout(timer)
  }, [isPending, after_ms])
  return isPending && isLate
}
