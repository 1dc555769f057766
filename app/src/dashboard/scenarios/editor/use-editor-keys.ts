import { type Dispatch, useEffect, useEffectEvent, useRef } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { toast } from '#ui/toast.ts'
import type { EditorAction, EditorState } from './editor-state.ts'

/** Copied steps; another scenario of this tab can paste them. */
let clipboard: EditorState['present']['flow']['steps'] = []

const takesText = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]') !== null

/** The action of a key that is pressed together with Ctrl or ⌘. */
function commandAction({ key, shiftKey }: KeyboardEvent): EditorAction | undefined {
  switch (key.toLowerCase()) {
    case 'z':
      return { type: shiftKey ? 'redo' : 'undo' }
    case 'y':
      return { type: 'redo' }
    case 'v':
      return clipboard.length > 0 ? { type: 'paste_steps', steps: clipboard } : undefined
    default:
      return undefined
  }
}

/** The action of a key on the selected steps. */
function stepsAction({ key, altKey }: KeyboardEvent, ids: readonly string[]): EditorAction | undefined {
  const [id] = ids
  if (!id) return undefined
  if (key === 'Delete' || key === 'Backspace') return { type: 'delete_steps', ids }
  if (altKey && key === 'ArrowUp') return { type: 'move_step', id, by: -1 }
  if (altKey && key === 'ArrowDown') return { type: 'move_step', id, by: 1 }
  return undefined
}

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
      if (!event.ctrlKey && !event.metaKey) return stepsAction(event, selected)
      // The text of a field that had the focus stays selected, but isn't a range of the page.
      if (event.key.toLowerCase() === 'c' && !event.repeat && getSelection()?.isCollapsed !== false)
        copy(present.flow.steps.filter(({ id }) => selected.includes(id)))
      return commandAction(event)
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
