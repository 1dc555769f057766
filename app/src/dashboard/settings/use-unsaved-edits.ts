import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { toast } from '#ui/toast.ts'

/**
 * A form over stored settings: unsaved edits override the stored values, and all other fields follow them, so
 * that two members editing different fields don't overwrite each other.
 *
 * @param save sends the changed fields and returns the stored values
 */
export function useUnsavedEdits<F extends object>(
  stored: F,
  version: number,
  save: (changes: Partial<F>) => Promise<{ version: number }>,
) {
  const t = useT()
  const [edits, setEdits] = useState<Partial<F>>({})
  /** The stored version the first edit was based on. */
  const [base, setBase] = useState(version)
  const isDirty = Object.keys(edits).length > 0
  const action = useAsyncAction(async () => {
    const sent = edits
    const saved = await save(sent)
    // Changes made during the request are still unsaved.
    setEdits((now) => {
      const remaining = Object.entries(now).filter(([name, value]) => sent[name as keyof F] !== value)
      // A subset of the keys of `F`.
      return Object.fromEntries(remaining) as Partial<F>
    })
    setBase(saved.version)
    toast.success(t('integrations.saved'))
  })
  return {
    fields: { ...stored, ...edits },
    isDirty,
    isOvertaken: isDirty && version > base && !action.isBusy,
    isBusy: action.isBusy,
    problem: action.problem,
    set<N extends keyof F>(name: N, value: F[N]) {
      if (!isDirty) setBase(version)
      setEdits(({ [name]: _, ...otherEdits }) => {
        const isUnchanged = JSON.stringify(value) === JSON.stringify(stored[name])
        // The rest are edits as well; the key keeps its type.
        return (isUnchanged ? otherEdits : { ...otherEdits, [name]: value }) as Partial<F>
      })
    },
    discard() {
      setEdits({})
      action.clear()
    },
    save: () => void action.run(),
  }
}
