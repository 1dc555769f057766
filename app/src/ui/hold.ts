import { startTransition, useState } from 'react'

/**
 * Holds what a list was when a hand or the keyboard's focus came upon it, until it is gone.
 *
 * @returns `handlers` for the list; `held` is null while nobody points at it
 */
export function useHold<T>(now: T) {
  const [held, setHeld] = useState<T | null>(null)
  const hold = () => setHeld((before) => before ?? now)
  // Who leaves is on the way to something, which goes first.
  const release = () => startTransition(() => setHeld(null))
  const handlers = {
    onPointerEnter: ({ pointerType }: { pointerType: string }) => pointerType === 'mouse' && hold(),
    onPointerLeave: release,
    onFocus: hold,
    onBlur: ({
      currentTarget,
      relatedTarget,
    }: {
      currentTarget: Node
      relatedTarget: EventTarget | null
    }) => {
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) release()
    },
  }
  return { held, handlers, release, catchUp: () => setHeld(now) }
}
