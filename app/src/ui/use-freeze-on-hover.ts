import { startTransition, useState } from 'react'

/**
 * Keeps a list as it was when the pointer or the keyboard focus entered it, until they leave.
 * @returns `handlers` for the list; `frozen` is null while neither is inside
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
  return { frozen, setFrozen, handlers, release }
}
