import { answerTestsMax, type Locale } from '@ozvi/contract'
import { useId, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Textarea } from '#ui/input.tsx'
import { RowImportDialog } from '#dashboard/row-imports'
import type { TestActions } from './data.ts'

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
  return (
    <RowImportDialog
      of="answer-tests"
      rowsMax={answerTestsMax}
      pasted={text.trim() ? text : undefined}
      send={(cells, isTrial) => actions.importCells(cells, locale, isTrial)}
      reasonText={(reason) => t(`answer-tests.row_${reason}`)}
      onClose={onClose}
    >
      {() => (
        <div className="flex flex-col gap-1.5">
          <label htmlFor={id} className="text-base font-medium">
            {t('answer-tests.import_paste')}
          </label>
          <Textarea id={id} rows={8} value={text} onChange={({ target }) => setText(target.value)} />
          <p className="text-sm text-muted">{t('answer-tests.import_hint')}</p>
        </div>
      )}
    </RowImportDialog>
  )
}
