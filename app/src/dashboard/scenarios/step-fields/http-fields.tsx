import { httpBodyCharsMax, httpMappingsMax, httpMethods, httpTimeoutMax_s, type Step } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Input } from '#ui/input.tsx'
import { Choice } from './choice.tsx'
import { useEditorParts } from '../editor/editor-context.ts'
import { HeaderFields } from './header-fields.tsx'
import { Labeled } from './labeled.tsx'
import { NumberInput } from './number-input.tsx'
import { TemplateInput } from './template-input.tsx'

type HttpStep = Extract<Step, { kind: 'http_request' }>
interface HttpFieldsProps {
  step: HttpStep
  onChange: (step: Step) => void
}
/** The request, and which values of its response become variables. */
export function HttpFields({ step, onChange }: HttpFieldsProps) {
  const t = useT()
  return (
    <>
      <Labeled label={t('scenarios.http_method')}>
        <Choice
          value={step.method}
          options={httpMethods.map((value) => ({ value, label: value }))}
          onChange={(chosen) =>
            onChange({ ...step, method: httpMethods.find((each) => each === chosen) ?? step.method })
          }
        />
      </Labeled>
      <Labeled label={t('scenarios.http_url')} hint={t('scenarios.value_hint')}>
        <TemplateInput
          type="url"
          value={step.url}
          maxLength={2_000}
          onChange={(url) => onChange({ ...step, url })}
        />
      </Labeled>
      <HeaderFields step={step} onChange={onChange} />
      {step.method !== 'GET' && (
        <Labeled label={t('scenarios.http_body')}>
          <TemplateInput
            isMultiline
            value={step.body}
            maxLength={httpBodyCharsMax}
            onChange={(body) => onChange({ ...step, body })}
          />
        </Labeled>
      )}
      <Labeled label={t('scenarios.http_timeout')}>
        <NumberInput
          min={1}
          max={httpTimeoutMax_s}
          value={step.timeout_s}
          onChange={(timeout_s) => onChange({ ...step, timeout_s })}
        />
      </Labeled>
      <Mappings step={step} onChange={onChange} />
    </>
  )
}

function Mappings({ step, onChange }: HttpFieldsProps) {
  const t = useT()
  const { flow } = useEditorParts()
  const variables = flow.variables.map(({ name }) => ({ value: name, label: name }))
  const { map } = step
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm font-medium">{t('scenarios.http_map')}</p>
      <p className="text-sm text-muted">{t('scenarios.http_map_hint')}</p>
      {map.map((mapping, index) => (
        <div key={index} className="flex items-center gap-1">
          <Input
            aria-label={t('scenarios.map_path', { number: index + 1 })}
            placeholder="items.0.price"
            value={mapping.path}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) =>
              onChange({ ...step, map: map.with(index, { ...mapping, path: target.value }) })
            }
          />
          <Choice
            label={t('scenarios.map_variable', { number: index + 1 })}
            value={mapping.variable}
            options={variables}
            onChange={(variable) => onChange({ ...step, map: map.with(index, { ...mapping, variable }) })}
          />
          <IconButton
            icon="x"
            size="sm"
            label={t('scenarios.map_remove', { number: index + 1 })}
            onClick={() => onChange({ ...step, map: map.toSpliced(index, 1) })}
          />
        </div>
      ))}
      {map.length < httpMappingsMax && (
        <div>
          <Button
            size="sm"
            icon="plus"
            onClick={() => onChange({ ...step, map: [...map, { path: '', variable: '' }] })}
          >
            {t('scenarios.map_add')}
          </Button>
        </div>
      )}
    </div>
  )
}
