import type { ImportDraft, ImportPlan } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { useContactImports, useImportActions } from './data.ts'
import { ImportCheck } from './import-check.tsx'
import { FilePicker } from './file-picker.tsx'
import { ImportList } from './import-list.tsx'
import { ColumnMapping } from './column-mapping.tsx'

/** Imports contacts from a file: choose it, match columns, preview the result, and see the outcome. */
export function ImportDialog({ integration_id, onClose }: { integration_id: string; onClose: () => void }) {
  const t = useT()
  const actions = useImportActions(integration_id)
  const { data: imports } = useContactImports(integration_id)
  const [draft, setDraft] = useState<ImportDraft | null>(null)
  const [plan, setPlan] = useState<ImportPlan | null>(null)
  const [isChecking, setChecking] = useState(false)
  const checked = imports?.find(({ id }) => id === draft?.import.id) ?? draft?.import
  // Erasing a contact deletes files that haven't been imported.
  const isDeleted = checked?.status === 'cancelled'
  function leave() {
    // Unused files are deleted.
    if (draft) void actions.cancel(draft.import.id).catch(() => undefined)
    resetFile()
  }
  function startDraft(read: ImportDraft) {
    resetFile()
    setDraft(read)
  }
  function resetFile() {
    setDraft(null)
    setPlan(null)
    setChecking(false)
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
      {draft && plan && checked && isChecking && !isDeleted ? (
        <ImportCheck
          checked={checked}
          onStart={async () => {
            await actions.start(draft.import.id, plan)
            resetFile()
          }}
          onBack={() => setChecking(false)}
          onCancel={leave}
        />
      ) : draft && !isDeleted ? (
        <ColumnMapping
          integration_id={integration_id}
          draft={draft}
          plan={plan}
          onCheck={async (mapping) => {
            await actions.check(draft.import.id, mapping)
            setPlan(mapping)
            setChecking(true)
          }}
          onCancel={leave}
        />
      ) : (
        <div className="flex flex-col gap-6">
          {isDeleted && (
            <p role="alert" className="flex items-start gap-1.5 text-sm text-danger">
              <Icon name="alert-triangle" size={16} className="mt-0.5" />
              {t('contact-imports.deleted', { name: checked.file_name })}
            </p>
          )}
          <FilePicker upload={actions.upload} onRead={startDraft} />
          <ImportList integration_id={integration_id} actions={actions} />
        </div>
      )}
    </Dialog>
  )
}
