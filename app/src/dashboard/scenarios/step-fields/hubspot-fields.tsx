import {
  hubspotStepPropertiesMax,
  hubspotStepValueCharsMax,
  hubspotSubjectCharsMax,
  type Step,
  stepTextCharsMax,
} from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { useProperties } from '#dashboard/hubspot'
import { Choice } from './choice.tsx'
import { useEditorParts } from '../editor/editor-context.ts'
import { Labeled } from './labeled.tsx'
import { newProperty } from '../editor/new-step.ts'
import { TemplateInput } from './template-input.tsx'

interface FieldsProps<S extends Step> {
  step: S
  onChange: (step: Step) => void
}
type ContactStep = Extract<Step, { kind: 'hubspot_contact' }>
type TicketStep = Extract<Step, { kind: 'hubspot_ticket' }>

export function HubspotFields({ step, onChange }: FieldsProps<ContactStep | TicketStep>) {
  const t = useT()
  const { isConnected } = useEditorParts().references.hubspot
  return (
    <>
      {!isConnected && <Alert tone="warning" title={t('scenarios.hubspot_connect')} />}
      {step.kind === 'hubspot_ticket' ? (
        <TicketFields step={step} onChange={onChange} />
      ) : (
        <ContactFields step={step} onChange={onChange} />
      )}
    </>
  )
}

/** The properties that can be set, while HubSpot is connected. */
function PropertyChoice({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (property: string) => void
}) {
  const t = useT()
  const { integration_id, references } = useEditorParts()
  const { data, error, isFetching, refetch } = useProperties(integration_id, references.hubspot.account)
  if (error && !data)
    return (
      <LoadError
        title={t('scenarios.hubspot_failed')}
        error={error}
        isFetching={isFetching}
        refetch={refetch}
      />
    )
  // While they load, a chosen one isn't called deleted.
  const loading = value === '' ? [] : [{ value, label: value }]
  const options = data
    ?.filter(({ is_read_only, is_reference }) => !is_read_only && !is_reference)
    .map((each) => ({ value: each.name, label: each.label }))
  return <Choice label={label} value={value} options={options ?? loading} onChange={onChange} />
}

/** Which properties are set to which texts. */
function ContactFields({ step, onChange }: FieldsProps<ContactStep>) {
  const t = useT()
  const { isConnected } = useEditorParts().references.hubspot
  const { properties } = step
  const set = (index: number, changes: Partial<ContactStep['properties'][number]>) =>
    onChange({
      ...step,
      properties: properties.map((each, position) => (position === index ? { ...each, ...changes } : each)),
    })
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm font-medium">{t('scenarios.hubspot_properties')}</p>
      <p className="text-sm text-muted">{t('scenarios.hubspot_contact_hint')}</p>
      {properties.map(({ property, value }, index) => (
        <div key={index} className="flex items-start gap-1 rounded-control border border-line p-2">
          <div className="flex min-w-0 flex-1 flex-col gap-1.5">
            {isConnected ? (
              <PropertyChoice
                label={t('scenarios.hubspot_property', { number: index + 1 })}
                value={property}
                onChange={(name) => set(index, { property: name })}
              />
            ) : (
              <p className="text-sm">{property}</p>
            )}
            <TemplateInput
              aria-label={t('scenarios.hubspot_value', { number: index + 1 })}
              placeholder={t('scenarios.value')}
              value={value}
              maxLength={hubspotStepValueCharsMax}
              onChange={(text) => set(index, { value: text })}
            />
          </div>
          <IconButton
            icon="x"
            size="sm"
            label={t('scenarios.hubspot_property_remove', { number: index + 1 })}
            onClick={() => onChange({ ...step, properties: properties.toSpliced(index, 1) })}
          />
        </div>
      ))}
      {isConnected && properties.length < hubspotStepPropertiesMax && (
        <div>
          <Button
            size="sm"
            icon="plus"
            onClick={() => onChange({ ...step, properties: [...properties, newProperty()] })}
          >
            {t('scenarios.hubspot_property_add')}
          </Button>
        </div>
      )}
    </div>
  )
}

function TicketFields({ step, onChange }: FieldsProps<TicketStep>) {
  const t = useT()
  return (
    <>
      <Labeled label={t('scenarios.email_subject')}>
        <TemplateInput
          value={step.subject}
          maxLength={hubspotSubjectCharsMax}
          onChange={(subject) => onChange({ ...step, subject })}
        />
      </Labeled>
      <Labeled label={t('scenarios.hubspot_content')} hint={t('scenarios.hubspot_ticket_hint')}>
        <TemplateInput
          isMultiline
          value={step.content}
          maxLength={stepTextCharsMax}
          onChange={(content) => onChange({ ...step, content })}
        />
      </Labeled>
    </>
  )
}
