import { type Rule, ruleEvents, ruleNameCharsMax, ruleWaitMax_min } from '@ozvi/contract'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { Checkbox, Switch } from '#ui/choice.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input, Select } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { UnsavedChangesDialog } from '#dashboard/settings'
import { Actions } from './actions.tsx'
import { Conditions } from './conditions.tsx'
import { useRuleActions } from './data.ts'
import { type Draft, draftOf, questionOf, ruleOf } from './draft.ts'
import { DryRun } from './dry-run.tsx'

interface RuleFormProps {
  integration_id: string
  rule_id: string
  /** Undefined for a new one. */
  rule: Rule | undefined
}
/** The form of a rule: when, if, then. Input is kept until saved, regardless of changes by others. */
export function RuleForm({ integration_id, rule_id, rule }: RuleFormProps) {
  const t = useT()
  const to = usePath()
  const navigate = useNavigate()
  const { save } = useRuleActions(integration_id)
  const [draft, setDraft] = useState(() => draftOf(rule))
  const [isDirty, setDirty] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const update = (changes: Partial<Draft>) => {
    setDirty(true)
    setDraft((before) => ({ ...before, ...changes }))
  }
  const { run, isBusy, problem } = useAsyncAction(async () => {
    await save(rule_id, ruleOf(draft))
    toast.success(t('rules.saved', { name: draft.name }))
    setSaved(true)
  })
  const list = to('app-i-integrationId-settings-rules', { integrationId: integration_id })
  // After there are no unsaved changes.
  useEffect(() => {
    if (isSaved) void navigate(list)
  }, [isSaved, list, navigate])
  const fieldsOfActions = draft.actions.flatMap(({ action: { kind } }, index) =>
    ['assignee_id', 'team_id', 'tag_ids', 'body', 'canned_reply_id'].map((field) => [
      `actions.${index}.${field}`,
      t(`rules.action_${kind}`),
    ]),
  )
  return (
    <>
      <Form
        id="rule"
        labels={{
          name: t('rules.name'),
          event: t('rules.event'),
          wait_min: t('rules.wait_min'),
          match: t('rules.match'),
          words: t('rules.words'),
          page: t('rules.page'),
          hours: t('rules.hours'),
          actions: t('rules.then'),
          ...Object.fromEntries(fieldsOfActions),
        }}
        problem={problem}
        onSubmit={() => void run()}
        className="gap-6"
      >
        <Section title={t('rules.when')}>
          <div className="flex flex-col gap-5">
            <Field name="name" isRequired>
              <Input
                value={draft.name}
                maxLength={ruleNameCharsMax}
                autoComplete="off"
                onChange={({ target }) => update({ name: target.value })}
              />
            </Field>
            <Field name="event" hint={t(`rules.hint_${draft.event}`)}>
              <Select
                value={draft.event}
                onChange={({ target }) =>
                  update({ event: ruleEvents.find((each) => each === target.value) ?? draft.event })
                }
              >
                {ruleEvents.map((event) => (
                  <option key={event} value={event}>
                    {t(`rules.event_${event}`)}
                  </option>
                ))}
              </Select>
            </Field>
            {draft.event === 'no_reply' && (
              <Field name="wait_min" isRequired>
                <Input
                  type="number"
                  inputMode="numeric"
                  min={1}
                  max={ruleWaitMax_min}
                  value={draft.wait_min}
                  onChange={({ target }) => update({ wait_min: target.value })}
                />
              </Field>
            )}
          </div>
        </Section>
        <Section title={t('rules.if')} description={t('rules.if_text')}>
          <Conditions integration_id={integration_id} draft={draft} update={update} />
        </Section>
        <Section title={t('rules.then')} description={t('rules.then_text')}>
          <Actions integration_id={integration_id} draft={draft} update={update} />
          <Checkbox
            label={t('rules.stop_after')}
            hint={t('rules.stop_after_hint')}
            checked={draft.stop_after}
            onChange={({ target }) => update({ stop_after: target.checked })}
            className="mt-5"
          />
        </Section>
        <DryRun integration_id={integration_id} question={questionOf(draft)} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Switch
            label={t('rules.is_on')}
            checked={draft.is_on}
            onChange={({ target }) => update({ is_on: target.checked })}
          />
          <span className="flex gap-2">
            <Button onClick={() => void navigate(list)}>{t('ui.cancel')}</Button>
            <Button type="submit" variant="primary" isBusy={isBusy}>
              {t('rules.save')}
            </Button>
          </span>
        </div>
      </Form>
      <UnsavedChangesDialog isAsked={isDirty && !isSaved} />
    </>
  )
}
