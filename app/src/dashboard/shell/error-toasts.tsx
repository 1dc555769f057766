import { useEffect } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { type ErrorRecord, errorRecords, isShownOnPage, onErrorRecords } from '#platform/calls/error-list.ts'
import { toast } from '#ui/toast.ts'

const linesOf = (record: ErrorRecord | undefined) => (record ? [record.message, ...(record.items ?? [])] : [])

/** Shows errors that no form or page shows. For a repeated error, shows only the new messages. */
export function ErrorToasts() {
  const t = useT()
  useEffect(() => {
    let shownRecords = errorRecords()
    return onErrorRecords(() => {
      const now = errorRecords()
      for (const record of now.filter((record) => !shownRecords.includes(record))) {
        const shownLines = linesOf(shownRecords.find(({ request }) => request === record.request))
        const newLines = linesOf(record).filter((word) => !shownLines.includes(word))
        if (!isShownOnPage(record))
          toast.error((newLines.length > 0 ? newLines : linesOf(record)).join(' ') || t('errors.other_text'))
      }
      shownRecords = now
    })
  }, [t])
  return null
}
