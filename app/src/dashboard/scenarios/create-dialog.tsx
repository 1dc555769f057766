import { scenarioNameCharsMax } from '@ozvi/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAsyncAction } from '#platform/calls/use-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Input } from '#ui/input.tsx'
import { useIntegration } from '#dashboard/integrations'
import { saveFields } from './data.ts'
import { newFlow } from './new-step.ts'

interface CreateDialogProps {
  integration_id: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}
/** Names a new scenario and opens it in the editor. */
export function CreateDialog({ integration_id, isOpen, onOpenChange }: CreateDialogProps) {
  const t = useT()
  const to = usePath()
  const navigate = useNavigate()
  const { locale, locales } = useIntegration()
  const [name, setName] = useState('')
  // The same id for every attempt to save it.
  const [scenarioId, setScenarioId] = useState(() => crypto.randomUUID())
  const { run, isBusy, problem } = useAsyncAction(async () => {
    const flow = newFlow([locale, ...locales.filter((each) => each !== locale)])
    await saveFields(integration_id, scenarioId, { name, description: '', flow })
    setScenarioId(crypto.randomUUID())
    void navigate(
      to('app-i-integrationId-scenario-scenarioId', { integrationId: integration_id, scenarioId }),
    )
  })
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={t('scenarios.create')}>
      <Form
        id="scenario"
        labels={{ name: t('scenarios.name') }}
        problem={problem}
        onSubmit={() => void run()}
      >
        <Field name="name" isRequired>
          <Input
            value={name}
            maxLength={scenarioNameCharsMax}
            autoComplete="off"
            autoFocus
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <FormActions
          label={t('scenarios.create_confirm')}
          isBusy={isBusy}
          onCancel={() => onOpenChange(false)}
        />
      </Form>
    </Dialog>
  )
}
