import { type AnswerTest, answerTestExpectations, type Locale, locales } from '@ozvi/contract'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { languageNames } from '#platform/i18n/languages.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Input, Select, Textarea } from '#ui/input.tsx'
import { Segments } from '#ui/segments.tsx'
import type { TestActions } from './data.ts'

/** Adds a test, or edits one. */
export function TestDialog({
  test,
  locale,
  actions,
  onClose,
}: {
  test?: AnswerTest
  /** Of a new test. */
  locale: Locale
  actions: TestActions
  onClose: () => void
}) {
  const t = useT()
  const [id] = useState(() => test?.id ?? crypto.randomUUID())
  const [expects, setExpects] = useState<AnswerTest['expects']>(test?.expects ?? 'answer')
  const isAnswer = expects === 'answer'
  const { run, isBusy, problem } = useAsyncAction(async (fields: Record<string, string>) => {
    await actions.save(id, {
      question: fields['question'] ?? '',
      locale: locales.find((each) => each === fields['locale']) ?? locale,
      expects,
      expected_page: isAnswer ? (fields['expected_page'] ?? '') : '',
      expected_text: isAnswer ? (fields['expected_text'] ?? '') : '',
    })
    onClose()
  })
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={test ? t('answer-tests.edit_title') : t('answer-tests.add')}
      className="sm:w-[min(34rem,calc(100vw-2rem))]"
    >
      <Form
        id="answer-test"
        labels={{
          question: t('answer-tests.question'),
          locale: t('answer-tests.language'),
          expected_page: t('answer-tests.page'),
          expected_text: t('answer-tests.words'),
        }}
        problem={problem}
        onSubmit={(fields) => void run(fields)}
      >
        <Field name="question" isRequired>
          <Input defaultValue={test?.question} autoComplete="off" maxLength={500} />
        </Field>
        <Field name="locale">
          <Select defaultValue={test?.locale ?? locale}>
            {locales.map((each) => (
              <option key={each} value={each}>
                {languageNames[each]}
              </option>
            ))}
          </Select>
        </Field>
        <div className="w-fit max-w-full overflow-x-auto">
          <Segments
            label={t('answer-tests.expects')}
            value={expects}
            onChange={setExpects}
            options={answerTestExpectations.map((value) => ({
              value,
              label: t(`answer-tests.expect_${value}`),
            }))}
          />
        </div>
        {isAnswer && (
          <>
            <Field name="expected_page" hint={t('answer-tests.page_hint')}>
              <Input defaultValue={test?.expected_page} autoComplete="off" />
            </Field>
            <Field name="expected_text" hint={t('answer-tests.words_hint')}>
              <Textarea rows={3} defaultValue={test?.expected_text} />
            </Field>
          </>
        )}
        <FormActions label={t('answer-tests.save')} isBusy={isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
