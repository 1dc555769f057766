import { type RefObject, useEffect, useState } from 'react'

/** Menus, pickers and dialogs of the composer are rendered elsewhere. */
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/**
 * Whether the composer is one line, as on a phone, upright or in landscape, until it is used. The focus alone doesn't
 * decide: on some touch screens, tapping one of its buttons takes the focus away.
 */
export function useCollapsed(area: RefObject<HTMLElement | null>, isEmpty: boolean) {
  const [isUsed, setUsed] = useState(false)
  useEffect(() => {
    if (!isUsed) return
    const onPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Element) || area.current?.contains(target) || target.closest(overlays)) return
      setUsed(false)
    }
    addEventListener('pointerdown', onPress)
    return () => removeEventListener('pointerdown', onPress)
  }, [area, isUsed])
  return { isCollapsed: !isUsed && isEmpty, setUsed }
}
