import type { ImportDraft } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useImportActions } from './data.ts'
import { ImportChoice } from './import-choice.tsx'
import { ImportList } from './import-list.tsx'
import { ImportMatch } from './import-match.tsx'

/** From a file to contacts: choose it, match its columns, and see what becomes of it. */
export function ImportDialog({ integration_id, onClose }: { integration_id: string; onClose: () => void }) {
  const t = useT()
  const actions = useImportActions(integration_id)
  const [draft, setDraft] = useState<ImportDraft | null>(null)
  function leave() {
    // A file that is not used is not kept.
    if (draft) void actions.cancel(draft.import.id).catch(() => undefined)
    setDraft(null)
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (isOpen) return
        leave()
        onClose()
      }}
      title={t('contact-imports.title')}
      className="sm:w-[min(46rem,calc(100vw-2rem))]"
    >
      {draft ? (
        <ImportMatch
          integration_id={integration_id}
          draft={draft}
          onStart={async (plan) => {
            await actions.start(draft.import.id, plan)
            setDraft(null)
          }}
          onCancel={leave}
        />
      ) : (
        <div className="flex flex-col gap-6">
          <ImportChoice upload={actions.upload} onRead={setDraft} />
          <ImportList integration_id={integration_id} actions={actions} />
        </div>
      )}
    </Dialog>
  )
}
