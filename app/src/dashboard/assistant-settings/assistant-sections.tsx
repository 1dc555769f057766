import {
  answerConfidenceRange,
  answerLengths,
  assistantNameMax,
  type AssistantSettings,
  firstAnswerers,
  mayHelpConfidenceRange,
  teamTopicsMax,
} from '@ozvi/contract'
import type { ComponentProps } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Section } from '#ui/card.tsx'
import { Switch } from '#ui/choice.tsx'
import { Field } from '#ui/field.tsx'
import { Input, Select, Textarea } from '#ui/input.tsx'

/** The edited settings; topics one per line. */
export type AssistantFields = Omit<
  AssistantSettings,
  'integration_id' | 'updated_at' | 'version' | 'team_topics'
> & { team_topics: string }
interface SectionProps {
  fields: AssistantFields
  set: <N extends keyof AssistantFields>(name: N, value: AssistantFields[N]) => void
  isAllowed: boolean
}

export function GeneralSection({ fields, set, isAllowed }: SectionProps) {
  const t = useT()
  return (
    <Section title={t('assistant-settings.general')}>
      <div className="flex flex-col gap-5">
        <Switch
          label={t('assistant-settings.is_on')}
          hint={t('assistant-settings.is_on_hint')}
          checked={fields.is_on}
          onChange={(event) => set('is_on', event.target.checked)}
          disabled={!isAllowed}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field name="name" hint={t('assistant-settings.name_hint')}>
            <Input
              value={fields.name}
              maxLength={assistantNameMax}
              onChange={(event) => set('name', event.target.value)}
              readOnly={!isAllowed}
            />
          </Field>
          <Field name="length" hint={t('assistant-settings.length_hint')}>
            <Select
              value={fields.length}
              onChange={({ target }) => {
                const chosen = answerLengths.find((length) => length === target.value)
                if (chosen) set('length', chosen)
              }}
              disabled={!isAllowed}
            >
              {answerLengths.toReversed().map((length) => (
                <option key={length} value={length}>
                  {t(`assistant-settings.length_${length}`)}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <Switch
          label={t('assistant-settings.has_ai_notice')}
          hint={t('assistant-settings.has_ai_notice_hint')}
          checked={fields.has_ai_notice}
          onChange={(event) => set('has_ai_notice', event.target.checked)}
          disabled={!isAllowed}
        />
      </div>
    </Section>
  )
}

export function FirstAnswererSection({ fields, set, isAllowed }: SectionProps) {
  const t = useT()
  return (
    <Section title={t('assistant-settings.first')} description={t('assistant-settings.first_text')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="first_for_visitors">
          <FirstAnswererSelect
            value={fields.first_for_visitors}
            onChange={(first) => set('first_for_visitors', first)}
            isDisabled={!isAllowed || !fields.is_on}
          />
        </Field>
        <Field name="first_for_customers" hint={t('assistant-settings.first_for_customers_hint')}>
          <FirstAnswererSelect
            value={fields.first_for_customers}
            onChange={(first) => set('first_for_customers', first)}
            isDisabled={!isAllowed || !fields.is_on}
          />
        </Field>
      </div>
    </Section>
  )
}

export function ConfidenceSection({ fields, set, isAllowed }: SectionProps) {
  const t = useT()
  return (
    <Section title={t('assistant-settings.confidence')} description={t('assistant-settings.confidence_text')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          name="answer_confidence_min"
          hint={t('assistant-settings.answer_confidence_min_hint', answerConfidenceRange)}
        >
          <NumberInput
            min={answerConfidenceRange.min}
            max={answerConfidenceRange.max}
            value={fields.answer_confidence_min}
            onChange={(value) => set('answer_confidence_min', value)}
            readOnly={!isAllowed}
          />
        </Field>
        <Field
          name="may_help_confidence_min"
          hint={t('assistant-settings.may_help_confidence_min_hint', mayHelpConfidenceRange)}
        >
          <NumberInput
            min={mayHelpConfidenceRange.min}
            max={mayHelpConfidenceRange.max}
            value={fields.may_help_confidence_min}
            onChange={(value) => set('may_help_confidence_min', value)}
            readOnly={!isAllowed}
          />
        </Field>
      </div>
    </Section>
  )
}

export function HandoverSection({ fields, set, isAllowed }: SectionProps) {
  const t = useT()
  return (
    <Section title={t('assistant-settings.handover')} description={t('assistant-settings.handover_text')}>
      <div className="flex flex-col gap-5">
        <Field
          name="uncertain_answers_max"
          hint={t('assistant-settings.uncertain_answers_max_hint')}
          className="max-w-72"
        >
          <NumberInput
            min={1}
            max={5}
            value={fields.uncertain_answers_max}
            onChange={(value) => set('uncertain_answers_max', value)}
            readOnly={!isAllowed}
          />
        </Field>
        <Field name="team_topics" hint={t('assistant-settings.team_topics_hint', { max: teamTopicsMax })}>
          <Textarea
            value={fields.team_topics}
            onChange={(event) => set('team_topics', event.target.value)}
            readOnly={!isAllowed}
          />
        </Field>
      </div>
    </Section>
  )
}

function FirstAnswererSelect({
  value,
  onChange,
  isDisabled,
}: {
  value: (typeof firstAnswerers)[number]
  onChange: (value: (typeof firstAnswerers)[number]) => void
  isDisabled: boolean
}) {
  const t = useT()
  return (
    <Select
      value={value}
      onChange={({ target }) => {
        const chosen = firstAnswerers.find((option) => option === target.value)
        if (chosen) onChange(chosen)
      }}
      disabled={isDisabled}
    >
      {firstAnswerers.map((option) => (
        <option key={option} value={option}>
          {t(`assistant-settings.first_${option}`)}
        </option>
      ))}
    </Select>
  )
}

function NumberInput({
  onChange,
  ...props
}: Pick<ComponentProps<typeof Input>, 'min' | 'max' | 'value' | 'readOnly'> & {
  onChange: (value: number) => void
}) {
  return (
    <Input
      type="number"
      inputMode="numeric"
      {...props}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  )
}
