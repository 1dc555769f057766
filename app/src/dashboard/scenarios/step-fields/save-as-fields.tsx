import type { SaveAs } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Choice } from './choice.tsx'
import { useEditorParts } from '../editor/editor-context.ts'
import { Labeled } from './labeled.tsx'

/** Where an answer is saved. */
export function SaveAsFields({ value, onChange }: { value: SaveAs; onChange: (value: SaveAs) => void }) {
  const t = useT()
  const { flow, references } = useEditorParts()
  const nowhere = { value: '', label: t('scenarios.not_saved_anywhere') }
  const variables = flow.variables.map(({ name }) => ({ value: name, label: name }))
  return (
    <>
      <Labeled label={t('scenarios.save_variable')}>
        <Choice
          value={value.variable ?? ''}
          options={[nowhere, ...variables]}
          onChange={(name) => onChange({ ...value, variable: name || null })}
        />
      </Labeled>
      <Labeled label={t('scenarios.save_contact')}>
        <Choice
          value={value.contact_field ?? ''}
          options={[nowhere, ...references.contactFields]}
          onChange={(name) => onChange({ ...value, contact_field: name || null })}
        />
      </Labeled>
    </>
  )
}
