import { useEffect } from 'react'
import { type ErrorRecord, errorRecords, isShownInPlace, onErrorRecords } from '#platform/calls/error-list.ts'
import { toast } from '#ui/toast.ts'

const words = (record: ErrorRecord | undefined) => (record ? [record.message, ...(record.items ?? [])] : [])

/** Shows errors that no form or page shows. For a repeated error, shows only the new messages. */
export function ErrorToasts() {
  useEffect(() => {
    let seen = errorRecords()
    return onErrorRecords(() => {
      const now = errorRecords()
      for (const record of now.filter((record) => !seen.includes(record))) {
        const said = words(seen.find(({ request }) => request === record.request))
        const fresh = words(record).filter((word) => !said.includes(word))
        if (!isShownInPlace(record.status)) toast.error((fresh.length > 0 ? fresh : words(record)).join(' '))
      }
      seen = now
    })
  }, [])
  return null
}
