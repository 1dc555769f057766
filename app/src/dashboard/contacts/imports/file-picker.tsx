import { type ImportDraft, importLimits } from '@ozvi/contract'
import { useEffect, useRef, useState } from 'react'
import { formProblem, errorText } from '#platform/calls/use-async-action.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { DropArea } from '#ui/drop-area.tsx'
import { Icon } from '#ui/icon.tsx'
import { Meter } from '#ui/progress-bar.tsx'
import type { ImportActions } from './data.ts'

const megabyte = 1024 * 1024

/** Chooses or drops a file and uploads it for analysis. */
export function FilePicker({
  upload,
  onRead,
}: {
  upload: ImportActions['upload']
  onRead: (draft: ImportDraft) => void
}) {
  const t = useT()
  const formats = useFormats()
  const [sending, setSending] = useState<{ name: string; part: number } | null>(null)
  const [problem, setProblem] = useState('')
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])

  async function onFile(file: File | undefined) {
    if (!file || sending) return
    setProblem('')
    if (file.size > importLimits.bytes_max)
      return setProblem(t('contact-imports.too_large', { max: importLimits.bytes_max / megabyte }))
    const stopping = new AbortController()
    stop.current = stopping
    setSending({ name: file.name, part: 0 })
    try {
      const onProgress = (part: number) => setSending({ name: file.name, part })
      onRead(await upload(file, { onProgress, signal: stopping.signal }))
    } catch (error) {
      if (!stopping.signal.aborted) setProblem(errorText(formProblem(error, t)))
    } finally {
      setSending(null)
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <DropArea
        title={t('contact-imports.drop')}
        choose={t('contact-imports.choose')}
        hint={t('contact-imports.limits', {
          rows: formats.number(importLimits.rows_max),
          max: importLimits.bytes_max / megabyte,
        })}
        accept=".csv,.tsv,.txt,text/csv"
        onFiles={([file]) => void onFile(file)}
      >
        {sending && (
          <div role="status" className="flex w-full max-w-80 flex-col items-center gap-2">
            <p className="max-w-full truncate text-base">
              {t(sending.part < 1 ? 'contact-imports.sending' : 'contact-imports.reading', {
                name: sending.name,
              })}
            </p>
            <Meter label={t('contact-imports.progress')} value={sending.part} max={1} className="w-full" />
            <Button size="sm" onClick={() => stop.current?.abort()}>
              {t('ui.cancel')}
            </Button>
          </div>
        )}
      </DropArea>
      {problem && (
        <p role="alert" className="flex items-start gap-1.5 text-sm text-danger">
          <Icon name="alert-triangle" size={16} className="mt-0.5" />
          {problem}
        </p>
      )}
    </div>
  )
}
