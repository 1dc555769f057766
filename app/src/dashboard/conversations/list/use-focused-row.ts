import { useEffect, useState } from 'react'
import type { RowCursor } from './row-cursor.ts'

/** Overlays that act on the row hold the focus in the meantime. */
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** @returns id of the focused row, also while a dialog or menu for it is open */
export function useFocusedRow(cursor: RowCursor): string | undefined {
  const [id, setId] = useState<string>()
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest(overlays)) return
      setId(cursor.focused())
    }
    // Clicking on nothing blurs without focusing anything.
    const onBlur = () =>
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && !document.querySelector(overlays)) setId(undefined)
      })
    addEventListener('focusin', onFocus)
    addEventListener('focusout', onBlur)
    return () => {
      removeEventListener('focusin', onFocus)
      removeEventListener('focusout', onBlur)
    }
  }, [cursor])
  return id
}
