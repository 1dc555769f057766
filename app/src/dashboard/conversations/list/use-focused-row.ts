import { useEffect, useState } from 'react'
import type { RowCursor } from './row-cursor.ts'

/** What opens over the list to act on the row has the focus meanwhile. */
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** @returns the id of the row that has the focus, also while a dialog or menu that acts on it is open */
export function useFocusedRow(cursor: RowCursor): string | undefined {
  const [id, setId] = useState<string>()
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest(overlays)) return
      setId(cursor.focused())
    }
    // A press beside everything takes the focus away without giving it to anything.
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
