import { type AnswerTestImport, answerTestsMax, type Locale } from '@ozvi/contract'
import { useId, useState } from 'react'
import { errorText, useAsyncAction } from '#platform/calls/use-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Textarea } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import type { TestActions } from './data.ts'

const refusedShown = 10

/** Imports tests from pasted cells. Shows the changes before they are saved. */
export function ImportDialog({
  locale,
  actions,
  onClose,
}: {
  locale: Locale
  actions: TestActions
  onClose: () => void
}) {
  const t = useT()
  const id = useId()
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<AnswerTestImport>()
  const check = useAsyncAction(async () => setOutcome(await actions.importCells(text, locale, true)))
  const take = useAsyncAction(async () => {
    const { added, updated } = await actions.importCells(text, locale, false)
    toast.success(t('answer-tests.imported', { count: added + updated }))
    onClose()
  })
  const problem = take.problem ?? check.problem
  const changes = outcome ? outcome.added + outcome.updated : 0
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('answer-tests.import_title')}
      description={t('answer-tests.import_text', { max: answerTestsMax })}
      className="sm:w-[min(38rem,calc(100vw-2rem))]"
    >
      {outcome ? (
        <ImportOutcome outcome={outcome} />
      ) : (
        <div className="flex flex-col gap-1.5">
          <label htmlFor={id} className="text-base font-medium">
            {t('answer-tests.import_paste')}
          </label>
          <Textarea id={id} rows={8} value={text} onChange={({ target }) => setText(target.value)} />
          <p className="text-sm text-muted">{t('answer-tests.import_hint')}</p>
        </div>
      )}
      {problem && <Alert tone="danger" title={errorText(problem)} className="mt-4" />}
      <div data-actions className="mt-5 flex justify-end gap-2">
        {outcome ? (
          <>
            <Button onClick={() => setOutcome(undefined)}>{t('answer-tests.import_back')}</Button>
            <Button
              variant="primary"
              isBusy={take.isBusy}
              disabled={changes === 0}
              onClick={() => void take.run()}
            >
              {t('answer-tests.import_now', { count: changes })}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('ui.cancel')}</Button>
            <Button
              variant="primary"
              isBusy={check.isBusy}
              disabled={!text.trim()}
              onClick={() => void check.run()}
            >
              {t('answer-tests.import_check')}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}

function ImportOutcome({ outcome: { added, updated, unchanged, refused } }: { outcome: AnswerTestImport }) {
  const t = useT()
  return (
    <div className="flex flex-col gap-4">
      <ul aria-live="polite" className="flex flex-col gap-1 text-base">
        <li>{t('answer-tests.import_added', { count: added })}</li>
        <li>{t('answer-tests.import_updated', { count: updated })}</li>
        {unchanged > 0 && (
          <li className="text-muted">{t('answer-tests.import_unchanged', { count: unchanged })}</li>
        )}
      </ul>
      {refused.length > 0 && (
        <Alert tone="warning" title={t('answer-tests.import_refused', { count: refused.length })}>
          <ul className="mt-1 text-sm">
            {refused.slice(0, refusedShown).map(({ row, reason }) => (
              <li key={row}>
                {t('answer-tests.import_row', { row, reason: t(`answer-tests.row_${reason}`) })}
              </li>
            ))}
            {refused.length > refusedShown && <li>…</li>}
          </ul>
        </Alert>
      )}
    </div>
  )
}
