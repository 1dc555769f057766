import type { ClientSettings } from '@ozvi/contract'
import { useMemo, useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { toast } from '#ui/toast.ts'
import { useSaveClientSettings } from './data.ts'
import { changesOf, edit, type Edits, errorsByField, type FieldName, type Fields, fieldsOf } from './draft.ts'

/**
 * Form state over the stored settings, with save and discard.
 *
 * @param onSaved replaces the toast
 */
export function useDraft(settings: ClientSettings, onSaved?: () => void) {
  const t = useT()
  const save = useSaveClientSettings(settings.integration_id)
  const [edits, setEdits] = useState<Edits>({})
  /** The stored version the first edit was based on. */
  const [version, setVersion] = useState(settings.version)
  const stored = useMemo(() => fieldsOf(settings), [settings])
  const fields: Fields = { ...stored, ...edits }
  const isDirty = Object.keys(edits).length > 0

  const action = useAsyncAction(async () => {
    const sent = edits
    const { version: saved } = await save(changesOf(sent, fields))
    // Changes made during the request are still unsaved.
    setEdits((now) =>
      Object.fromEntries(Object.entries(now).filter(([name, value]) => sent[name as FieldName] !== value)),
    )
    setVersion(saved)
    if (onSaved) onSaved()
    else toast.success(t('integrations.saved'))
  })
  const { problem } = action
  return {
    fields,
    stored,
    isDirty,
    isOvertaken: isDirty && settings.version > version && !action.isBusy,
    isBusy: action.isBusy,
    problem: problem && {
      ...problem,
      errors: errorsByField(problem.errors ?? {}, fields, (n, text) => t('client.line', { n, text })),
    },
    set<N extends FieldName>(name: N, value: Fields[N]) {
      if (!isDirty) setVersion(settings.version)
      setEdits((now) => edit(now, stored, name, value))
    },
    discard() {
      setEdits({})
      action.clear()
    },
    save: () => void action.run(),
  }
}
export type Draft = ReturnType<typeof useDraft>
