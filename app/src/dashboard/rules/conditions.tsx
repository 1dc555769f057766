import type { FilterField } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input, Select } from '#ui/input.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { useFilterOptions } from '#dashboard/conversations'
import { CheckList } from '#dashboard/users'
import {
  type ConditionName,
  conditionNames,
  type Draft,
  type FilterCondition,
  isFilterCondition,
} from './draft.ts'

interface ConditionsProps {
  integration_id: string
  draft: Draft
  update: (changes: Partial<Draft>) => void
}
/** Conditions of a rule: the fields of the inbox filter, and some specific to rules. */
export function Conditions({ integration_id, draft, update }: ConditionsProps) {
  const t = useT()
  const user = useUser()
  const choices = useFilterOptions(integration_id)
  const { conditions, filter } = draft
  const nameOf = (name: ConditionName) => (isFilterCondition(name) ? t(`search.${name}`) : t(`rules.${name}`))
  // `me` makes no sense in rules, so the author is listed by name.
  const optionsOf = (name: FilterCondition) =>
    choices[name].map((choice) =>
      choice.value === 'me' ? { value: user.id, label: user.name || user.email } : choice,
    )
  const selectedValues = (name: FilterField) => filter[name]?.split(',').filter(Boolean) ?? []
  const unused = conditionNames.filter((name) => !conditions.includes(name))
  return (
    <div className="flex flex-col gap-5">
      {conditions.length > 1 && (
        <Field name="match">
          <Select
            value={draft.match}
            onChange={({ target }) => update({ match: target.value === 'any' ? 'any' : 'all' })}
          >
            <option value="all">{t('rules.match_all')}</option>
            <option value="any">{t('rules.match_any')}</option>
          </Select>
        </Field>
      )}
      {conditions.map((name) => (
        <div key={name} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            {name === 'words' && (
              <Field name="words" hint={t('rules.words_hint')}>
                <Input value={draft.words} onChange={({ target }) => update({ words: target.value })} />
              </Field>
            )}
            {name === 'page' && (
              <Field name="page" hint={t('rules.page_hint')}>
                <Input
                  value={draft.page}
                  maxLength={200}
                  onChange={({ target }) => update({ page: target.value })}
                />
              </Field>
            )}
            {name === 'hours' && (
              <Field name="hours">
                <Select
                  value={draft.hours}
                  onChange={({ target }) =>
                    update({ hours: target.value === 'within' ? 'within' : 'outside' })
                  }
                >
                  <option value="outside">{t('rules.hours_outside')}</option>
                  <option value="within">{t('rules.hours_within')}</option>
                </Select>
              </Field>
            )}
            {isFilterCondition(name) && (
              <CheckList
                legend={nameOf(name)}
                options={optionsOf(name)}
                selected={selectedValues(name)}
                onChange={(values) => update({ filter: { ...filter, [name]: values.join(',') } })}
                className="grid max-h-44 gap-x-4 gap-y-1 sm:grid-cols-2"
              />
            )}
          </div>
          <IconButton
            icon="x"
            size="sm"
            label={t('rules.condition_remove', { name: nameOf(name) })}
            onClick={() => update({ conditions: conditions.filter((each) => each !== name) })}
          />
        </div>
      ))}
      {unused.length > 0 && (
        <div>
          <Menu
            trigger={
              <Button size="sm" icon="plus">
                {t('rules.condition_add')}
              </Button>
            }
          >
            {unused.map((name) => (
              <MenuItem key={name} onSelect={() => update({ conditions: [...conditions, name] })}>
                {nameOf(name)}
              </MenuItem>
            ))}
          </Menu>
        </div>
      )}
    </div>
  )
}
