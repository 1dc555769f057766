import { savedAnswersMax } from '@ozvi/contract'
import { useId, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { DropArea } from '#ui/drop-area.tsx'
import { Textarea } from '#ui/input.tsx'
import { RowImportDialog } from '#dashboard/row-imports'
import type { SourceActions } from '../data.ts'

/** Imports saved answers from a CSV file or pasted cells. Shows the changes before they are saved. */
export function ImportDialog({ actions, onClose }: { actions: SourceActions; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const [text, setText] = useState('')
  return (
    <RowImportDialog
      of="data-sources"
      rowsMax={savedAnswersMax}
      pasted={text.trim() ? text : undefined}
      send={(source: File | string, isTrial) =>
        actions.importAnswers(typeof source === 'string' ? new File([source], 'pasted.tsv') : source, isTrial)
      }
      reasonText={(reason) => t(`data-sources.row_${reason}`)}
      onClose={onClose}
    >
      {(check) => (
        <div className="flex flex-col gap-4">
          <DropArea
            title={t('data-sources.import_drop')}
            choose={t('data-sources.import_choose')}
            hint={t('data-sources.import_hint')}
            accept=".csv,.tsv,.txt"
            onFiles={([file]) => file && check(file)}
          />
          <div className="flex flex-col gap-1.5">
            <label htmlFor={id} className="text-base font-medium">
              {t('data-sources.import_paste')}
            </label>
            <Textarea id={id} rows={6} value={text} onChange={({ target }) => setText(target.value)} />
          </div>
        </div>
      )}
    </RowImportDialog>
  )
}
