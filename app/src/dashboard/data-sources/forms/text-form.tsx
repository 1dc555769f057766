import { useT } from '#platform/i18n/provider.tsx'
import { Field } from '#ui/field.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import type { TextFields } from '../data.ts'
import { SourceForm, type SourceFormProps } from './source-form.tsx'

export function TextForm({ initial, ...form }: SourceFormProps<TextFields>) {
  const t = useT()
  return (
    <SourceForm
      {...form}
      labels={{ name: t('data-sources.text_name'), body: t('data-sources.text_body') }}
      read={({ name = '', body = '' }) => ({ name, body })}
    >
      <Field name="name" isRequired hint={t('data-sources.text_name_hint')}>
        <Input defaultValue={initial.name} autoComplete="off" />
      </Field>
      <Field name="body" isRequired hint={t('data-sources.text_body_hint')}>
        <Textarea rows={10} defaultValue={initial.body} />
      </Field>
    </SourceForm>
  )
}
