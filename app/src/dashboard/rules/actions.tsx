import {
  can,
  priorities,
  type RuleAction,
  ruleActionKinds,
  ruleActionsMax,
  ruleNoteCharsMax,
} from '@ozvi/contract'
import { useContext } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormContext } from '#ui/form-context.ts'
import { type Option, Select, Textarea } from '#ui/input.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { useTeamReplies } from '#dashboard/canned-replies'
import { useScenarios } from '#dashboard/scenarios'
import { useTagsQuery } from '#dashboard/tags'
import { CheckList, useTeam, useTeams } from '#dashboard/users'
import { type Draft, newAction } from './draft.ts'
import { durationText } from './rule-text.ts'

const statuses = ['open', 'resolved', 'spam'] as const
const snoozes_min = [60, 240, 1_440, 4_320, 10_080]

interface ActionsProps {
  integration_id: string
  draft: Draft
  update: (changes: Partial<Draft>) => void
}
/** The rule's actions, in order. */
export function Actions({ integration_id, draft: { actions }, update }: ActionsProps) {
  const t = useT()
  const choices = useActionChoices(integration_id)
  const errors = useContext(FormContext)?.errors['actions'] ?? []
  const change = (key: number, action: RuleAction) =>
    update({ actions: actions.map((each) => (each.key === key ? { key, action } : each)) })
  const first = {
    person: choices.people[0]?.value ?? '',
    team: choices.teams[0]?.value ?? '',
    reply: choices.replies[0]?.value ?? '',
    scenario: choices.scenarios[0]?.value ?? '',
  }
  return (
    <div className="flex flex-col gap-5">
      {actions.map(({ key, action }, index) => (
        <div key={key} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <ActionFields
              name={`actions.${index}`}
              action={action}
              choices={choices}
              onChange={(next) => change(key, next)}
            />
          </div>
          <IconButton
            icon="x"
            size="sm"
            label={t('rules.action_remove', { name: t(`rules.action_${action.kind}`) })}
            onClick={() => update({ actions: actions.filter((each) => each.key !== key) })}
          />
        </div>
      ))}
      {errors.length > 0 && <p className="text-sm text-danger">{errors.join(' ')}</p>}
      {actions.length < ruleActionsMax && (
        <div>
          <Menu
            trigger={
              <Button size="sm" icon="plus" id="rule-actions">
                {t('rules.action_add')}
              </Button>
            }
          >
            {ruleActionKinds.map((kind) => (
              <MenuItem key={kind} onSelect={() => update({ actions: [...actions, newAction(kind, first)] })}>
                {t(`rules.action_${kind}`)}
              </MenuItem>
            ))}
          </Menu>
        </div>
      )}
    </div>
  )
}

/** The options that actions choose from. */
function useActionChoices(integration_id: string) {
  const members = (useTeam(integration_id).data?.users ?? []).filter((member) =>
    can(member, 'conversations.answer'),
  )
  const teams = useTeams(integration_id).data ?? []
  const tags = useTagsQuery(integration_id).data ?? []
  const replies = useTeamReplies(integration_id)
  const scenarios = (useScenarios(integration_id).data ?? []).filter(({ status }) => status === 'published')
  return {
    people: members.map(({ user_id, name, email }): Option => ({ value: user_id, label: name || email })),
    teams: teams.map(({ id, name }): Option => ({ value: id, label: name })),
    tags: tags.map(({ id, name }): Option => ({ value: id, label: name })),
    replies: replies.map(({ id, title }): Option => ({ value: id, label: title })),
    scenarios: scenarios.map(({ id, name }): Option => ({ value: id, label: name })),
  }
}

interface ActionFieldsProps {
  name: string
  action: RuleAction
  choices: ReturnType<typeof useActionChoices>
  onChange: (action: RuleAction) => void
}
function ActionFields({ name, action, choices, onChange }: ActionFieldsProps) {
  const t = useT()
  const formats = useFormats()
  switch (action.kind) {
    case 'assign':
      return (
        <Choice
          name={`${name}.assignee_id`}
          options={choices.people}
          value={action.assignee_id}
          onChange={(assignee_id) => onChange({ ...action, assignee_id })}
        />
      )
    case 'assign_team':
      return (
        <Choice
          name={`${name}.team_id`}
          options={choices.teams}
          value={action.team_id}
          hint={choices.teams.length === 0 ? t('rules.teams_none') : undefined}
          onChange={(team_id) => onChange({ ...action, team_id })}
        />
      )
    case 'add_tags':
    case 'remove_tags':
      return choices.tags.length === 0 ? (
        <p className="text-base text-muted">{t('rules.tags_none')}</p>
      ) : (
        <CheckList
          legend={t(`rules.action_${action.kind}`)}
          options={choices.tags}
          selected={action.tag_ids}
          onChange={(tag_ids) => onChange({ ...action, tag_ids })}
          className="grid max-h-44 gap-x-4 gap-y-1 sm:grid-cols-2"
        />
      )
    case 'set_priority':
      return (
        <Choice
          name={`${name}.body`}
          options={priorities.map((value) => ({ value, label: t(`conversations.priority_${value}`) }))}
          value={action.priority}
          onChange={(selected) =>
            onChange({ ...action, priority: priorities.find((each) => each === selected) ?? 'none' })
          }
        />
      )
    case 'set_status':
      return (
        <Choice
          name={`${name}.body`}
          options={statuses.map((value) => ({ value, label: t(`conversations.status_${value}`) }))}
          value={action.status}
          onChange={(selected) =>
            onChange({ ...action, status: statuses.find((each) => each === selected) ?? 'open' })
          }
        />
      )
    case 'snooze': {
      const offered = new Set([...snoozes_min, action.snooze_min])
      return (
        <Choice
          name={`${name}.body`}
          options={[...offered].map((minutes) => ({
            value: String(minutes),
            label: durationText(minutes, formats),
          }))}
          value={String(action.snooze_min)}
          onChange={(minutes) => onChange({ ...action, snooze_min: Number(minutes) })}
        />
      )
    }
    case 'add_note':
      return (
        <Field name={`${name}.body`}>
          <Textarea
            value={action.body}
            rows={3}
            maxLength={ruleNoteCharsMax}
            onChange={({ target }) => onChange({ ...action, body: target.value })}
          />
        </Field>
      )
    case 'send_reply':
      return (
        <Choice
          name={`${name}.canned_reply_id`}
          options={choices.replies}
          value={action.canned_reply_id}
          hint={t(choices.replies.length === 0 ? 'rules.replies_none' : 'rules.reply_hint')}
          onChange={(canned_reply_id) => onChange({ ...action, canned_reply_id })}
        />
      )
    case 'start_scenario':
      return (
        <Choice
          name={`${name}.scenario_id`}
          options={choices.scenarios}
          value={action.scenario_id}
          hint={t(choices.scenarios.length === 0 ? 'rules.scenarios_none' : 'rules.scenario_hint')}
          onChange={(scenario_id) => onChange({ ...action, scenario_id })}
        />
      )
  }
}

/** A select; a selected value that no longer exists says so. */
function Choice({
  name,
  options,
  value,
  hint,
  onChange,
}: {
  name: string
  options: readonly Option[]
  value: string
  hint?: string | undefined
  onChange: (value: string) => void
}) {
  const t = useT()
  const isListed = options.some((option) => option.value === value)
  return (
    <Field name={name} hint={hint}>
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        {!isListed && <option value={value}>{t(value ? 'rules.choice_deleted' : 'rules.choose')}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </Field>
  )
}
