import { useT } from '#platform/i18n/provider.tsx'
import { Field } from '#ui/field.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import type { QuestionFields } from '../data.ts'
import { linesOf, SourceForm, type SourceFormProps } from './source-form.tsx'

export function QuestionForm({ initial, ...form }: SourceFormProps<QuestionFields>) {
  const t = useT()
  return (
    <SourceForm
      {...form}
      labels={{
        question: t('data-sources.question'),
        alternatives: t('data-sources.alternatives'),
        answer: t('data-sources.answer'),
      }}
      read={({ question = '', alternatives, answer = '' }) => ({
        question,
        alternatives: linesOf(alternatives),
        answer,
      })}
    >
      <Field name="question" isRequired>
        <Input defaultValue={initial.question} autoComplete="off" />
      </Field>
      <Field name="alternatives" hint={t('data-sources.alternatives_hint')}>
        <Textarea rows={3} defaultValue={initial.alternatives.join('\n')} />
      </Field>
      <Field name="answer" isRequired hint={t('data-sources.answer_hint')}>
        <Textarea rows={6} defaultValue={initial.answer} />
      </Field>
    </SourceForm>
  )
}
