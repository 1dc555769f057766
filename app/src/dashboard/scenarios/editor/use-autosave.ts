import { useCallback, useEffect, useRef, useState } from 'react'
import { formProblem } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import type { FormProblem } from '#ui/form.tsx'

const autosaveDelay_ms = 800
export type SaveState = 'saved' | 'pending' | 'saving' | 'failed'

/**
 * Saves a value after a pause in its changes, one request at a time.
 *
 * @param save throws if it wasn't saved
 * @returns `flush` saves now and resolves to whether everything is saved; `accept` takes a value as saved that the
 *   next change of `value` brings
 */
export function useAutosave<T>(value: T, save: (value: T) => Promise<unknown>) {
  const t = useT()
  const [state, setState] = useState<SaveState>('saved')
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const refs = useRef({
    latest: value,
    saved: value,
    save,
    running: undefined as Promise<boolean> | undefined,
  })
  useEffect(() => {
    refs.current.latest = value
    refs.current.save = save
  })
  const flush = useCallback(async (): Promise<boolean> => {
    const now = refs.current
    if (now.running) {
      await now.running
      return flush()
    }
    if (now.latest === now.saved) return true
    const sent = now.latest
    setState('saving')
    now.running = now.save(sent).then(
      () => {
        now.saved = sent
        setProblem(null)
        return true
      },
      (error: unknown) => {
        setProblem(formProblem(error, t))
        return false
      },
    )
    const isSaved = await now.running
    now.running = undefined
    const isLatest = now.latest === sent
    setState(!isSaved ? 'failed' : isLatest ? 'saved' : 'pending')
    return isSaved && (isLatest || flush())
  }, [t])
  useEffect(() => {
    if (value === refs.current.saved) return
    setState((current) => (current === 'saving' ? current : 'pending'))
    const timer = setTimeout(() => void flush(), autosaveDelay_ms)
    return () => clearTimeout(timer)
  }, [value, flush])
  // Leaving the page saves what is left; closing the tab asks first.
  useEffect(() => () => void flush(), [flush])
  useEffect(() => {
    if (state === 'saved') return
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', preventUnload)
    return () => removeEventListener('beforeunload', preventUnload)
  }, [state])
  const accept = useCallback((next: T) => {
    refs.current.saved = next
    setProblem(null)
    setState('saved')
  }, [])
  return { state, problem, flush, accept }
}
