import {
  type Flow,
  flowVariablesMax,
  locales,
  scenarioDescriptionCharsMax,
  variableTypes,
} from '@ozvi/contract'
import { useState } from 'react'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import { languageName } from '#dashboard/users'
import { AudienceFields } from './audience-fields.tsx'
import { Choice } from './choice.tsx'
import { EdgeField } from './edge-fields.tsx'
import { useEditorParts } from '../editor/editor-context.ts'
import { Labeled } from './labeled.tsx'
import { stepOptions } from '../editor/step-text.ts'
import { TriggerFields } from './trigger-fields.tsx'

/** When a scenario starts and for whom, its languages and variables. */
export function StartForm({ description }: { description: string }) {
  const t = useT()
  const locale = useLocale()
  const { flow, dispatch, isReadOnly } = useEditorParts()
  const setFlow = (changes: Partial<Flow>) => dispatch({ type: 'set_flow', changes })
  return (
    <fieldset disabled={isReadOnly} className="flex flex-col gap-5">
      <legend className="sr-only">{t('scenarios.start')}</legend>
      <TriggerFields trigger={flow.trigger} onChange={(trigger) => setFlow({ trigger })} />
      <EdgeField
        step_id={null}
        edge={{ key: 'start', to: flow.start_step_id }}
        name={t('scenarios.first_step')}
      />
      <Labeled label={t('scenario-numbers.goal')} hint={t('scenario-numbers.goal_hint')}>
        <Choice
          value={flow.goal_step_id ?? ''}
          options={[{ value: '', label: t('scenario-numbers.goal_none') }, ...stepOptions(flow, t)]}
          onChange={(value) => setFlow({ goal_step_id: value || null })}
        />
      </Labeled>
      <section aria-label={t('scenarios.audience')} className="flex flex-col gap-2">
        <h3 className="text-sm font-medium">{t('scenarios.audience')}</h3>
        <p className="text-sm text-muted">{t('scenarios.audience_text')}</p>
        <AudienceFields value={flow.audience} onChange={(audience) => setFlow({ audience })} />
      </section>
      <section aria-label={t('scenarios.languages')} className="flex flex-col gap-1">
        <h3 className="text-sm font-medium">{t('scenarios.languages')}</h3>
        {locales.map((each) => (
          <Checkbox
            key={each}
            label={languageName(each, locale)}
            checked={flow.locales.includes(each)}
            disabled={flow.locales.length === 1 && flow.locales.includes(each)}
            onChange={({ target }) =>
              setFlow({
                locales: target.checked
                  ? [...flow.locales, each]
                  : flow.locales.filter((one) => one !== each),
              })
            }
          />
        ))}
      </section>
      <Variables />
      <Labeled label={t('scenarios.description')}>
        <Textarea
          value={description}
          rows={3}
          maxLength={scenarioDescriptionCharsMax}
          onChange={({ target }) => dispatch({ type: 'set_details', changes: { description: target.value } })}
        />
      </Labeled>
    </fieldset>
  )
}

const isVariableName = (name: string) => /^[A-Za-z]\w{0,39}$/.test(name)
/** Added under a valid name; the name of a variable doesn’t change, since texts refer to it. */
function Variables() {
  const t = useT()
  const { flow, dispatch } = useEditorParts()
  const { variables } = flow
  const [name, setName] = useState('')
  const isFree = variables.every((variable) => variable.name !== name)
  const set = (next: Flow['variables']) => dispatch({ type: 'set_flow', changes: { variables: next } })
  return (
    <section aria-label={t('scenarios.variables')} className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">{t('scenarios.variables')}</h3>
      {variables.map((variable, index) => (
        <div key={variable.name} className="flex items-center gap-1">
          <span className="min-w-0 flex-1 font-mono text-sm wrap-anywhere">{`{{${variable.name}}}`}</span>
          <span className="w-32">
            <Choice
              label={t('scenarios.variable_type', { name: variable.name })}
              value={variable.type}
              options={variableTypes.map((value) => ({ value, label: t(`scenarios.type_${value}`) }))}
              onChange={(chosen) => {
                const type = variableTypes.find((each) => each === chosen) ?? variable.type
                set(variables.with(index, { ...variable, type }))
              }}
            />
          </span>
          <IconButton
            icon="x"
            size="sm"
            label={t('scenarios.variable_remove', { name: variable.name })}
            onClick={() => set(variables.toSpliced(index, 1))}
          />
        </div>
      ))}
      {variables.length < flowVariablesMax && (
        <Labeled
          label={t('scenarios.variable_name')}
          hint={t(isFree ? 'scenarios.variable_name_hint' : 'scenarios.variable_taken')}
        >
          <span className="flex items-center gap-1">
            <Input
              value={name}
              maxLength={40}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
            />
            <Button
              icon="plus"
              disabled={!isFree || !isVariableName(name)}
              onClick={() => {
                set([...variables, { name, type: 'text' }])
                setName('')
              }}
            >
              {t('scenarios.variable_add')}
            </Button>
          </span>
        </Labeled>
      )}
    </section>
  )
}
