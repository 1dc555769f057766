import { fileBytesMax, fileExtensions, Problem } from '@ozvi/contract'
import { useRef, useState } from 'react'
import { formProblem, errorText } from '#platform/calls/use-async-action.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import type { Translate } from '#platform/i18n/translator.ts'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { DropArea } from '#ui/drop-area.tsx'
import { Icon } from '#ui/icon.tsx'
import { fileSize } from '#dashboard/files'
import type { SourceActions } from '../data.ts'

interface Upload {
  id: string
  file: File
  state: 'waiting' | 'sending' | 'done' | 'failed'
  /** Why it failed, as text. */
  problem: string
  /** False if another try would fail the same way. */
  canRetry: boolean
}
const megabyte = 1024 * 1024
/** Another try would fail the same way. */
const isFileFault = (error: unknown) =>
  error instanceof Problem && ['invalid_input', 'too_large', 'unsupported_type'].includes(error.code)
const accepted = fileExtensions.map((ending) => `.${ending}`).join(',')

/** Errors that can be detected before uploading. */
function problemOf({ name, size }: File, t: Translate): string {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  if (!(fileExtensions as readonly string[]).includes(ending)) return t('data-sources.file_type')
  if (size > fileBytesMax) return t('data-sources.file_too_large', { max: fileBytesMax / megabyte })
  return size === 0 ? t('data-sources.file_empty') : ''
}

/** Uploads selected files one by one; each shows its result. */
export function FileForm({ actions, onDone }: { actions: SourceActions; onDone: () => void }) {
  const t = useT()
  const [uploads, setUploads] = useState<Upload[]>([])
  const line = useRef<Promise<void>>(Promise.resolve())
  const mark = (id: string, change: Partial<Upload>) =>
    setUploads((uploads) => uploads.map((one) => (one.id === id ? { ...one, ...change } : one)))

  async function send({ id, file }: Upload) {
    mark(id, { state: 'sending' })
    try {
      await actions.addFile(id, file)
      mark(id, { state: 'done' })
    } catch (error) {
      const problem = formProblem(error, t)
      mark(id, { state: 'failed', problem: errorText(problem), canRetry: !isFileFault(error) })
    }
  }
  const queue = (upload: Upload) => {
    line.current = line.current.then(() => send(upload))
  }
  function addFiles(files: File[]) {
    const newUploads = files.map((file): Upload => {
      const problem = problemOf(file, t)
      return {
        id: crypto.randomUUID(),
        file,
        state: problem ? 'failed' : 'waiting',
        problem,
        canRetry: false,
      }
    })
    setUploads((uploads) => [...uploads, ...newUploads])
    for (const upload of newUploads) if (upload.state === 'waiting') queue(upload)
  }
  const isSending = uploads.some(({ state }) => state === 'sending' || state === 'waiting')
  return (
    <div className="flex flex-col gap-4">
      <DropArea
        title={t('data-sources.drop')}
        choose={t('data-sources.choose_files')}
        hint={t('data-sources.file_hint', { max: fileBytesMax / megabyte })}
        accept={accepted}
        multiple
        onFiles={addFiles}
      />
      <ul aria-live="polite" className="flex flex-col gap-2 empty:hidden">
        {uploads.map((upload) => (
          <UploadRow
            key={upload.id}
            upload={upload}
            onRetry={() => {
              mark(upload.id, { state: 'waiting' })
              queue(upload)
            }}
          />
        ))}
      </ul>
      <div data-actions className="flex justify-end">
        <Button variant="primary" isBusy={isSending} onClick={onDone}>
          {t('data-sources.done')}
        </Button>
      </div>
    </div>
  )
}

function UploadRow({ upload, onRetry }: { upload: Upload; onRetry: () => void }) {
  const { file, state, problem, canRetry } = upload
  const t = useT()
  const locale = useLocale()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line px-3 py-2">
      <Icon name="file" className="text-muted" />
      <span className="min-w-0 flex-1 basis-32 truncate text-base">{file.name}</span>
      <span className="text-sm text-muted">{fileSize(locale, file.size)}</span>
      {state === 'failed' ? (
        <span className="flex w-full items-center gap-2 text-sm text-danger">
          <Icon name="alert-triangle" size={16} />
          <span className="min-w-0 flex-1">{problem}</span>
          {canRetry && (
            <Button size="sm" variant="quiet" onClick={onRetry}>
              {t('ui.retry')}
            </Button>
          )}
        </span>
      ) : (
        <span
          className={cn(
            'flex items-center gap-1.5 text-sm',
            state === 'done' ? 'text-success' : 'text-muted',
          )}
        >
          {state === 'done' && <Icon name="check" size={16} />}
          {t(`data-sources.upload_${state}`)}
        </span>
      )}
    </li>
  )
}
