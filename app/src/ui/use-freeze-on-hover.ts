import { startTransition, useState } from 'react'

/**
 * Freezes a list while the pointer or the focus is in it.
 *
 * @returns `handlers` for the list; `frozen` is null while neither is inside
 */
export function useFreezeOnHover<T>(current: T) {
  const [frozen, setFrozen] = useState<T | null>(null)
  const freeze = () => setFrozen((previous) => previous ?? current)
  // A pointer that leaves is about to click elsewhere, which is handled first.
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
