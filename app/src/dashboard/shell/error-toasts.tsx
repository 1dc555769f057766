import { useEffect } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import {
  type ErrorRecord,
  errorRecords,
  isMessageOnPage,
  isShownOnPage,
  onErrorRecords,
} from '#platform/calls/error-list.ts'
import { toast } from '#ui/toast.ts'

const linesOf = (record: ErrorRecord | undefined) => (record ? [record.message, ...(record.items ?? [])] : [])

/** Time in which a page shows why it couldn't load. */
const pageDelay_ms = 300

/** Shows errors that no form or page shows. For a repeated error, shows only the new messages. */
export function ErrorToasts() {
  const t = useT()
  useEffect(() => {
    let shownRecords = errorRecords()
    const timers = new Set<ReturnType<typeof setTimeout>>()
    function show(record: ErrorRecord, lines: string[]) {
      if (!isMessageOnPage(record.message)) toast.error(lines.join(' ') || t('errors.other_text'))
    }
    const stop = onErrorRecords(() => {
      const now = errorRecords()
      for (const record of now.filter((record) => !shownRecords.includes(record))) {
        const shownLines = linesOf(shownRecords.find(({ request }) => request === record.request))
        const newLines = linesOf(record).filter((word) => !shownLines.includes(word))
        if (isShownOnPage(record)) continue
        const lines = newLines.length > 0 ? newLines : linesOf(record)
        if (record.request.startsWith('GET ')) timers.add(setTimeout(() => show(record, lines), pageDelay_ms))
        else show(record, lines)
      }
      shownRecords = now
    })
    return () => {
      stop()
      for (const timer of timers) clearTimeout(timer)
    }
  }, [t])
  return null
}
