import { scenarioBytesMax } from '@ozvi/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { formProblem } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { Alert } from '#ui/alert.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DropArea } from '#ui/drop-area.tsx'
import type { FormProblem } from '#ui/form.tsx'
import { saveFields } from '../data.ts'
import { fromFile } from './scenario-file.ts'

const errorsShownMax = 10

interface ImportDialogProps {
  integration_id: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}
/** Creates a scenario from a file; errors name the field in the file. */
export function ImportDialog({ integration_id, isOpen, onOpenChange }: ImportDialogProps) {
  const t = useT()
  const to = usePath()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<FormProblem>()
  async function importFile(file: File | undefined) {
    if (!file) return
    setProblem(undefined)
    const read =
      file.size > scenarioBytesMax ? { problem: 'too_large' as const } : fromFile(await file.text())
    if ('problem' in read) return setProblem({ message: t(`scenarios.file_${read.problem}`) })
    const scenarioId = crypto.randomUUID()
    try {
      await saveFields(integration_id, scenarioId, read.fields)
      await navigate(
        to('app-i-integrationId-scenario-scenarioId', { integrationId: integration_id, scenarioId }),
      )
    } catch (error) {
      setProblem(formProblem(error, t))
    }
  }
  const errors = Object.entries(problem?.errors ?? {})
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => {
        setProblem(undefined)
        onOpenChange(next)
      }}
      title={t('scenarios.import')}
      description={t('scenarios.import_text')}
    >
      <div className="flex flex-col gap-4">
        {problem && (
          <Alert tone="danger" title={errors.length > 0 ? t('scenarios.file_invalid') : problem.message}>
            <ul className="mt-1 flex flex-col gap-1">
              {errors.slice(0, errorsShownMax).map(([path, sentences]) => (
                <li key={path} className="wrap-anywhere">
                  <code>{path}</code>: {sentences.join(' ')}
                </li>
              ))}
              {errors.length > errorsShownMax && (
                <li>{t('scenarios.file_more', { count: errors.length - errorsShownMax })}</li>
              )}
            </ul>
          </Alert>
        )}
        <DropArea
          title={t('scenarios.import_drop')}
          choose={t('scenarios.import_choose')}
          hint={t('scenarios.import_hint')}
          accept=".json,application/json"
          onFiles={([file]) => void importFile(file)}
        />
      </div>
    </Dialog>
  )
}
