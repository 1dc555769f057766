import { useState } from 'react'
import { useAction } from '#platform/calls/action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { toast } from '#ui/toast.ts'

/**
 * A form over stored settings: what the member has changed lies over what is stored, and everything else follows
 * it, so that two people at different fields do not undo each other.
 *
 * @param save sends the changed fields and answers what is stored then
 */
export function useEdits<F extends object>(
  stored: F,
  version: number,
  save: (changes: Partial<F>) => Promise<{ version: number }>,
) {
  const t = useT()
  const [edits, setEdits] = useState<Partial<F>>({})
  /** The stored version that the first edit was made on. */
  const [base, setBase] = useState(version)
  const isDirty = Object.keys(edits).length > 0
  const action = useAction(async () => {
    const sent = edits
    const saved = await save(sent)
    // What was typed while it was on its way is still to be saved.
    setEdits((now) => {
      const left = Object.entries(now).filter(([name, value]) => sent[name as keyof F] !== value)
      // The same object without some of its keys.
      return Object.fromEntries(left) as Partial<F>
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
      setEdits(({ [name]: _, ...others }) => {
        const isBack = JSON.stringify(value) === JSON.stringify(stored[name])
        // The others are edits themselves; the key is put back with its own type.
        return (isBack ? others : { ...others, [name]: value }) as Partial<F>
      })
    },
    discard() {
      setEdits({})
      action.clear()
    },
    save: () => void action.run(),
  }
}
