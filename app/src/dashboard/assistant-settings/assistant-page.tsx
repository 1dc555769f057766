import {
  answerConfidenceRange,
  answerLengths,
  assistantNameMax,
  type AssistantSettings,
  can,
  firstAnswerers,
  mayHelpConfidenceRange,
  teamTopicsMax,
} from '@ozvi/contract'
import type { ComponentProps } from 'react'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import type { Translate } from '#platform/i18n/translator.ts'
import { Section } from '#ui/card.tsx'
import { Switch } from '#ui/choice.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input, Select, Textarea } from '#ui/input.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useIntegration } from '#dashboard/integrations'
import { SaveBar, useUnsavedEdits } from '#dashboard/settings'
import { settingsOf, useAssistantSettings, useSaveAssistantSettings } from './data.ts'

export const queries: Queries = inWorkspace(({ id }) => [settingsOf(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function AssistantPage() {
  const t = useT()
  const integration = useIntegration()
  const { id, name } = integration
  const query = useAssistantSettings(id)
  const settings = query.data
  const isAllowed = can(integration, 'settings.manage')
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('shell.assistant')} – ${name}`}</title>
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{t('shell.assistant')}</h1>
        <p className="mt-1 max-w-[62ch] text-base text-muted">
          {isAllowed ? t('assistant-settings.text') : t('integrations.read_only')}
        </p>
      </div>
      {settings ? (
        <SettingsForm key={id} settings={settings} isAllowed={isAllowed} />
      ) : (
        <LoadFallback
          title={t('assistant-settings.failed')}
          query={query}
          skeletonClassName="flex flex-col gap-6"
        >
          <Skeleton className="h-96 rounded-card" />
          <Skeleton className="h-56 rounded-card" />
        </LoadFallback>
      )}
    </div>
  )
}

const labelled = [
  'name',
  'length',
  'first_for_visitors',
  'first_for_customers',
  'answer_confidence_min',
  'may_help_confidence_min',
  'uncertain_answers_max',
  'team_topics',
] as const

/** Topics are edited as lines. Empty lines are dropped when saving, so that typing a new line works. */
const topicsOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Labels of the fields, and of each topic. */
const labelsOf = (topics: string, t: Translate): Record<string, string> => ({
  ...Object.fromEntries(topicsOf(topics).map((topic, index) => [`team_topics.${index}`, topic])),
  ...Object.fromEntries(labelled.map((name) => [name, t(`assistant-settings.${name}`)])),
})

function SettingsForm({ settings, isAllowed }: { settings: AssistantSettings; isAllowed: boolean }) {
  const t = useT()
  const save = useSaveAssistantSettings(settings.integration_id)
  const { integration_id: _, updated_at: __, version, team_topics, ...plain } = settings
  const stored = { ...plain, team_topics: team_topics.join('\n') }
  const draft = useUnsavedEdits(stored, version, ({ team_topics: topics, ...changes }) =>
    save({ ...changes, ...(topics === undefined ? {} : { team_topics: topicsOf(topics) }) }),
  )
  const { fields, set } = draft
  const number = (
    name: 'answer_confidence_min' | 'may_help_confidence_min' | 'uncertain_answers_max',
    min: number,
    max: number,
  ) => (
    <NumberInput
      {...{ min, max }}
      value={fields[name]}
      onChange={(value) => set(name, value)}
      readOnly={!isAllowed}
    />
  )
  return (
    <>
      <Form
        id="assistant"
        labels={labelsOf(fields.team_topics, t)}
        problem={draft.problem}
        onSubmit={draft.save}
        className="gap-6"
      >
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
        <Section
          title={t('assistant-settings.confidence')}
          description={t('assistant-settings.confidence_text')}
        >
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              name="answer_confidence_min"
              hint={t('assistant-settings.answer_confidence_min_hint', answerConfidenceRange)}
            >
              {number('answer_confidence_min', answerConfidenceRange.min, answerConfidenceRange.max)}
            </Field>
            <Field
              name="may_help_confidence_min"
              hint={t('assistant-settings.may_help_confidence_min_hint', mayHelpConfidenceRange)}
            >
              {number('may_help_confidence_min', mayHelpConfidenceRange.min, mayHelpConfidenceRange.max)}
            </Field>
          </div>
        </Section>
        <Section title={t('assistant-settings.handover')} description={t('assistant-settings.handover_text')}>
          <div className="flex flex-col gap-5">
            <Field
              name="uncertain_answers_max"
              hint={t('assistant-settings.uncertain_answers_max_hint')}
              className="max-w-72"
            >
              {number('uncertain_answers_max', 1, 5)}
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
      </Form>
      <SaveBar form="assistant" draft={draft} />
    </>
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
