import { useNavigate } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import type { SourceActions } from '../data.ts'
import { SourceForm } from './source-form.tsx'

/** Adds a source that a program pushes documents to, and opens it: its push key is created there. */
export function ApiForm({
  integration_id,
  actions,
  onCancel,
}: {
  integration_id: string
  actions: SourceActions
  onCancel: () => void
}) {
  const t = useT()
  const to = usePath()
  const navigate = useNavigate()
  async function add(name: string) {
    const { id: sourceId } = await actions.addApi(name)
    await navigate(
      to('app-i-integrationId-settings-data-sources-sourceId', { integrationId: integration_id, sourceId }),
    )
  }
  return (
    <SourceForm
      id="add-api"
      labels={{ name: t('data-sources.name') }}
      submitLabel={t('data-sources.add_now')}
      read={({ name = '' }) => name}
      onSave={add}
      onDone={onCancel}
      onCancel={onCancel}
    >
      <Field name="name" isRequired hint={t('data-sources.api_name_hint')}>
        <Input autoComplete="off" />
      </Field>
    </SourceForm>
  )
}
