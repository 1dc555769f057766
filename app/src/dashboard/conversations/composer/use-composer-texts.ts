import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useIsHydrated } from '#platform/document/use-client-hints.tsx'
import { type Mode, useDraftStore } from './drafts.ts'

interface Place {
  conversation: Parameters<typeof useDraftStore>[0]
  user_id: string
  area: RefObject<HTMLElement | null>
  field: RefObject<HTMLTextAreaElement | null>
}

/** The texts of the reply and the note with their drafts, and which of them is shown. */
export function useComposerTexts({ conversation, user_id, area, field }: Place) {
  const drafts = useDraftStore(conversation, user_id)
  const [mode, setMode] = useState<Mode>('text')
  const isHydrated = useIsHydrated()
  const [texts, setTexts] = useState(() =>
    isHydrated ? { text: drafts.read('text'), note: drafts.read('note') } : { text: '', note: '' },
  )
  const isFromServer = useRef(!isHydrated)
  // The field is empty in the server's HTML. Adds the stored draft and keeps text typed before hydration.
  useLayoutEffect(() => {
    if (!isFromServer.current) return
    isFromServer.current = false
    const selected = area.current?.querySelector<HTMLInputElement>('[name=composer-mode]:checked')?.value
    const typedIn = selected === 'note' ? 'note' : 'text'
    const stored = { text: drafts.read('text'), note: drafts.read('note') }
    const typed = field.current?.value ?? ''
    const text = [stored[typedIn].trimEnd(), typed].filter(Boolean).join(' ')
    if (typed) drafts.write(typedIn, text)
    setMode(typedIn)
    setTexts({ ...stored, [typedIn]: typed ? text : stored[typedIn] })
  }, [drafts, area, field])
  return {
    mode,
    setMode,
    texts,
    text: texts[mode],
    /** Shows a text whose draft is stored already. */
    show: (target: Mode, text: string) => setTexts((now) => ({ ...now, [target]: text })),
    /** Changes a text and its draft. */
    write(next: string, target = mode) {
      setTexts({ ...texts, [target]: next })
      drafts.write(target, next)
    },
  }
}
