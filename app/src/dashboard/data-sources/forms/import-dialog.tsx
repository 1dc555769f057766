import { type AnswerImport, savedAnswersMax } from '@ozvi/contract'
import { useId, useState } from 'react'
import { errorText, useAsyncAction } from '#platform/calls/use-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DropArea } from '#ui/drop-area.tsx'
import { Textarea } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import type { SourceActions } from '../data.ts'

const refusedShown = 10

/** Imports saved answers from a CSV file or pasted cells. Shows the changes before they are saved. */
export function ImportDialog({ actions, onClose }: { actions: SourceActions; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const [text, setText] = useState('')
  const [tried, setTried] = useState<{ file: File; outcome: AnswerImport }>()
  const check = useAsyncAction(async (file: File) =>
    setTried({ file, outcome: await actions.importAnswers(file, true) }),
  )
  const take = useAsyncAction(async (file: File) => {
    const { added, updated } = await actions.importAnswers(file, false)
    toast.success(t('data-sources.imported', { count: added + updated }))
    onClose()
  })
  const problem = take.problem ?? check.problem
  const outcome = tried?.outcome
  const changes = outcome ? outcome.added + outcome.updated : 0
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('data-sources.import_title')}
      description={t('data-sources.import_text', { max: savedAnswersMax })}
      className="sm:w-[min(38rem,calc(100vw-2rem))]"
    >
      {tried && outcome ? (
        <div className="flex flex-col gap-4">
          <ul aria-live="polite" className="flex flex-col gap-1 text-base">
            <li>{t('data-sources.import_added', { count: outcome.added })}</li>
            <li>{t('data-sources.import_updated', { count: outcome.updated })}</li>
            {outcome.unchanged > 0 && (
              <li className="text-muted">
                {t('data-sources.import_unchanged', { count: outcome.unchanged })}
              </li>
            )}
          </ul>
          {outcome.refused.length > 0 && (
            <Alert tone="warning" title={t('data-sources.import_refused', { count: outcome.refused.length })}>
              <ul className="mt-1 text-sm">
                {outcome.refused.slice(0, refusedShown).map(({ row, reason }) => (
                  <li key={row}>
                    {t('data-sources.import_row', { row, reason: t(`data-sources.row_${reason}`) })}
                  </li>
                ))}
                {outcome.refused.length > refusedShown && <li>…</li>}
              </ul>
            </Alert>
          )}
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          <DropArea
            title={t('data-sources.import_drop')}
            choose={t('data-sources.import_choose')}
            hint={t('data-sources.import_hint')}
            accept=".csv,.tsv,.txt"
            onFiles={([file]) => file && void check.run(file)}
          />
          <div className="flex flex-col gap-1.5">
            <label htmlFor={id} className="text-base font-medium">
              {t('data-sources.import_paste')}
            </label>
            <Textarea id={id} rows={6} value={text} onChange={({ target }) => setText(target.value)} />
          </div>
        </div>
      )}
      {problem && <Alert tone="danger" title={errorText(problem)} className="mt-4" />}
      <div data-actions className="mt-5 flex justify-end gap-2">
        {tried ? (
          <>
            <Button onClick={() => setTried(undefined)}>{t('data-sources.import_back')}</Button>
            <Button
              variant="primary"
              isBusy={take.isBusy}
              disabled={changes === 0}
              onClick={() => void take.run(tried.file)}
            >
              {t('data-sources.import_now', { count: changes })}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('ui.cancel')}</Button>
            <Button
              variant="primary"
              isBusy={check.isBusy}
              disabled={!text.trim()}
              onClick={() => void check.run(new File([text], 'pasted.tsv'))}
            >
              {t('data-sources.import_check')}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}
