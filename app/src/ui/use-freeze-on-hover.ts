import { startTransition, useState } from 'react'

/**
 * Holds what a list was when a hand or the keyboard's focus came upon it, until it is gone.
 *
 * @returns `handlers` for the list; `frozen` is null while nobody points at it
 */
export function useFreezeOnHover<T>(current: T) {
  const [frozen, setFrozen] = useState<T | null>(null)
  const freeze = () => setFrozen((previous) => previous ?? current)
  // Who leaves is on the way to something, which goes first.
  const release = () => startTransition(() => setFrozen(null))
  const handlers = {
    onPointerEnter: ({ pointerType }: { pointerType: string }) => pointerType === 'mouse' && freeze(),
    onPointerLeave: release,
    onFocus: freeze,
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
  return { frozen, handlers, release, catchUp: () => setFrozen(current) }
}
