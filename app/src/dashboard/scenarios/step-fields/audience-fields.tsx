import { audienceGroupsMax, type FlowAudience, flowConditionsMax } from '@ozvi/contract'
import { useId, useRef } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { newGroup } from '../editor/new-step.ts'
import { AddCondition, ConditionFields, ConditionList, MatchField } from './condition-fields.tsx'

interface AudienceFieldsProps {
  value: FlowAudience
  onChange: (value: FlowAudience) => void
}
/** Who a scenario is for: conditions and groups of conditions. */
export function AudienceFields({ value, onChange }: AudienceFieldsProps) {
  const t = useT()
  const addGroup = useRef<HTMLButtonElement>(null)
  const limit = useId()
  const { match, conditions, groups = [] } = value
  const setGroups = (next: typeof groups) => {
    const { groups: _, ...flat } = value
    onChange(next.length > 0 ? { ...value, groups: next } : flat)
  }
  const isFull = groups.length >= audienceGroupsMax
  const addCondition = conditions.length < flowConditionsMax && (
    <AddCondition onAdd={(condition) => onChange({ ...value, conditions: [...conditions, condition] })} />
  )
  return (
    <div className="flex flex-col gap-2">
      {conditions.length + groups.length > 1 && (
        <MatchField
          value={match}
          hasGroups={groups.length > 0}
          onChange={(next) => onChange({ ...value, match: next })}
        />
      )}
      <ConditionList
        conditions={conditions}
        onChange={(next) => onChange({ ...value, conditions: next })}
        place="audience.conditions"
      />
      {groups.length > 0 && <div>{addCondition}</div>}
      {groups.map((group, index) => (
        <div key={group.id} className="flex flex-col gap-2">
          {index + conditions.length > 0 && (
            <p className="text-center text-sm text-muted">{t(`scenarios.joined_${match}`)}</p>
          )}
          <section
            tabIndex={-1}
            data-place={`audience.groups.${index}`}
            aria-label={t('scenarios.group', { number: index + 1 })}
            className="rounded-control border border-line bg-inset p-2"
          >
            <div className="mb-1 flex items-center justify-between">
              <h4 className="text-sm font-medium">{t('scenarios.group', { number: index + 1 })}</h4>
              <IconButton
                icon="x"
                size="sm"
                label={t('scenarios.group_remove', { number: index + 1 })}
                onClick={() => {
                  setGroups(groups.toSpliced(index, 1))
                  addGroup.current?.focus()
                }}
              />
            </div>
            <ConditionFields
              value={group}
              onChange={(next) => setGroups(groups.with(index, { ...group, ...next }))}
              place={`audience.groups.${index}.conditions`}
            />
          </section>
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        {groups.length === 0 && addCondition}
        <Button
          ref={addGroup}
          size="sm"
          icon="plus"
          isUnavailable={isFull}
          aria-describedby={isFull ? limit : undefined}
          onClick={() => setGroups([...groups, newGroup(match)])}
        >
          {t('scenarios.group_add')}
        </Button>
      </div>
      {isFull && (
        <p id={limit} className="text-sm text-muted">
          {t('scenarios.group_limit', { max: audienceGroupsMax })}
        </p>
      )}
    </div>
  )
}
