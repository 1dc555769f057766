import { type ReactNode, useState } from 'react'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.ts'

const rejectedShown = 10

interface Outcome<Reason extends string> {
  added: number
  updated: number
  unchanged: number
  rejected: readonly { row: number; reason: Reason }[]
}
interface Props<Source, Reason extends string> {
  /** The feature whose messages are shown. */
  of: 'data-sources' | 'answer-tests'
  rowsMax: number
  /** The typed or pasted rows; undefined if the field is empty. */
  pasted: Source | undefined
  /** Imports the rows, or only counts what would change. */
  send: (source: Source, isTrial: boolean) => Promise<Outcome<Reason>>
  reasonText: (reason: Reason) => string
  onClose: () => void
  /** The fields. `check` counts the changes of a source right away. */
  children: (check: (source: Source) => void) => ReactNode
}
/** Imports rows in two steps: shows what would change, then saves it. */
export function RowImportDialog<Source, Reason extends string>({
  of,
  rowsMax,
  pasted,
  send,
  reasonText,
  onClose,
  children,
}: Props<Source, Reason>) {
  const t = useT()
  const [trial, setTrial] = useState<{ source: Source; outcome: Outcome<Reason> }>()
  const check = useAsyncAction(async (source: Source) =>
    setTrial({ source, outcome: await send(source, true) }),
  )
  const save = useAsyncAction(async (source: Source) => {
    const { added, updated } = await send(source, false)
    toast.success(t(`${of}.imported`, { count: added + updated }))
    onClose()
  })
  const problem = save.problem ?? check.problem
  const changes = trial ? trial.outcome.added + trial.outcome.updated : 0
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t(`${of}.import_title`)}
      description={t(`${of}.import_text`, { max: rowsMax })}
      className="sm:w-[min(38rem,calc(100vw-2rem))]"
    >
      {trial ? (
        <OutcomeText of={of} outcome={trial.outcome} reasonText={reasonText} />
      ) : (
        children((source) => void check.run(source))
      )}
      {problem && <Alert tone="danger" title={errorText(problem)} className="mt-4" />}
      <div data-actions className="mt-5 flex justify-end gap-2">
        <Button onClick={trial ? () => setTrial(undefined) : onClose}>
          {t(trial ? `${of}.import_back` : 'ui.cancel')}
        </Button>
        {trial ? (
          <Button
            variant="primary"
            isBusy={save.isBusy}
            disabled={changes === 0}
            onClick={() => void save.run(trial.source)}
          >
            {t(`${of}.import_now`, { count: changes })}
          </Button>
        ) : (
          <Button
            variant="primary"
            isBusy={check.isBusy}
            disabled={pasted === undefined}
            onClick={() => pasted !== undefined && void check.run(pasted)}
          >
            {t(`${of}.import_check`)}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** What an import would change, and the first rows that it rejects. */
function OutcomeText<Reason extends string>({
  of,
  outcome: { added, updated, unchanged, rejected },
  reasonText,
}: Pick<Props<never, Reason>, 'of' | 'reasonText'> & { outcome: Outcome<Reason> }) {
  const t = useT()
  return (
    <div className="flex flex-col gap-4">
      <ul aria-live="polite" className="flex flex-col gap-1 text-base">
        <li>{t(`${of}.import_added`, { count: added })}</li>
        <li>{t(`${of}.import_updated`, { count: updated })}</li>
        {unchanged > 0 && <li className="text-muted">{t(`${of}.import_unchanged`, { count: unchanged })}</li>}
      </ul>
      {rejected.length > 0 && (
        <Alert tone="warning" title={t(`${of}.import_rejected`, { count: rejected.length })}>
          <ul className="mt-1 text-sm">
            {rejected.slice(0, rejectedShown).map(({ row, reason }) => (
              <li key={row}>{t(`${of}.import_row`, { row, reason: reasonText(reason) })}</li>
            ))}
            {rejected.length > rejectedShown && <li>…</li>}
          </ul>
        </Alert>
      )}
    </div>
  )
}
