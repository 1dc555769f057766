import { type Dispatch, useEffect, useEffectEvent, useRef } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { toast } from '#ui/toast.ts'
import type { EditorAction, EditorState } from './editor-state.ts'

/** Copied steps; another scenario of this tab can paste them. */
let clipboard: EditorState['present']['flow']['steps'] = []

const takesText = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]') !== null

/** Undo, redo, copy, paste, delete and move by key, outside text fields. */
export function useEditorKeys(state: EditorState, dispatch: Dispatch<EditorAction>, isReadOnly: boolean) {
  const t = useT()
  const latest = useRef(state)
  useEffect(() => {
    latest.current = state
  })
  const copy = useEffectEvent((steps: typeof clipboard) => {
    // Undone steps stay selected.
    if (steps.length === 0) return
    clipboard = steps
    toast.success(t('scenarios.copied', { count: steps.length }))
  })
  useEffect(() => {
    if (isReadOnly) return
    function actionOf(event: KeyboardEvent): EditorAction | undefined {
      const { selected, present } = latest.current
      const key = event.key.toLowerCase()
      const isMod = event.ctrlKey || event.metaKey
      if (isMod && key === 'z') return { type: event.shiftKey ? 'redo' : 'undo' }
      if (isMod && key === 'y') return { type: 'redo' }
      if (isMod && key === 'v' && clipboard.length > 0) return { type: 'paste_steps', steps: clipboard }
      if (selected.length === 0) return undefined
      // The text of a field that had the focus stays selected, but isn't a range of the page.
      if (isMod && key === 'c' && !event.repeat && getSelection()?.isCollapsed !== false)
        copy(present.flow.steps.filter(({ id }) => selected.includes(id)))
      if (isMod) return undefined
      if (key === 'delete' || key === 'backspace') return { type: 'delete_steps', ids: selected }
      const [id] = selected
      if (event.altKey && id && key === 'arrowup') return { type: 'move_step', id, by: -1 }
      if (event.altKey && id && key === 'arrowdown') return { type: 'move_step', id, by: 1 }
      return undefined
    }
    function onKey(event: KeyboardEvent) {
      if (takesText(event.target)) return
      const action = actionOf(event)
      if (!action) return
      event.preventDefault()
      // The shell undoes something else with this key.
      event.stopPropagation()
      dispatch(action)
    }
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [dispatch, isReadOnly])
}
