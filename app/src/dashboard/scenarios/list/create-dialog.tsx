import { type Flow, type Locale, scenarioNameCharsMax } from '@ozvi/contract'
import type { ScenarioTemplate } from '@ozvi/contract/scenario-templates'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { logError } from '#platform/log.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Input, Select } from '#ui/input.tsx'
import { useIntegration } from '#dashboard/integrations'
import { saveFields } from '../data.ts'
import { newFlow } from '../editor/new-step.ts'

interface CreateDialogProps {
  integration_id: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}
/** Loaded with the dialog. */
function useTemplates(isOpen: boolean): readonly ScenarioTemplate[] {
  const [templates, setTemplates] = useState<readonly ScenarioTemplate[]>([])
  useEffect(() => {
    if (!isOpen) return
    // If the templates can't be loaded, the scenario starts empty.
    void import('@ozvi/contract/scenario-templates').then(
      ({ scenarioTemplates }) => setTemplates(scenarioTemplates),
      (error: unknown) => logError('Failed to load the templates', error),
    )
  }, [isOpen])
  return templates
}
/**
 * The flow of a template in the languages of the workspace.
 *
 * @param shown the language of what only the team reads
 */
function flowOf(template: ScenarioTemplate | undefined, locales: Locale[], shown: Locale): Flow {
  if (!template) return newFlow(locales)
  const flow = template.flow[shown]
  const known = locales.filter((each) => flow.locales.includes(each))
  return { ...flow, locales: known.length > 0 ? known : flow.locales }
}

/** Names a new scenario and opens it in the editor. */
export function CreateDialog({ integration_id, isOpen, onOpenChange }: CreateDialogProps) {
  const t = useT()
  const to = usePath()
  const navigate = useNavigate()
  const shown = useLocale()
  const { locale, locales } = useIntegration()
  const templates = useTemplates(isOpen)
  const [key, setKey] = useState('')
  const template = templates.find((each) => each.key === key)
  const [name, setName] = useState('')
  // One id for all attempts, so a retry doesn't create a second scenario.
  const [scenarioId, setScenarioId] = useState(() => crypto.randomUUID())
  const { run, isBusy, problem } = useAsyncAction(async () => {
    const flow = flowOf(template, [locale, ...locales.filter((each) => each !== locale)], shown)
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
        labels={{ name: t('scenarios.name'), template: t('scenarios.template') }}
        problem={problem}
        onSubmit={() => void run()}
      >
        <Field name="template" hint={template?.description[shown]}>
          <Select
            value={key}
            onChange={({ target }) => {
              const chosen = templates.find((each) => each.key === target.value)
              // A name that was typed is kept.
              if (!name || name === template?.name[shown]) setName(chosen?.name[shown] ?? '')
              setKey(target.value)
            }}
          >
            <option value="">{t('scenarios.template_none')}</option>
            {templates.map((each) => (
              <option key={each.key} value={each.key}>
                {each.name[shown]}
              </option>
            ))}
          </Select>
        </Field>
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
