import { useEffect } from 'react'
import { errorRecords, isShownInPlace, onErrorRecords } from '#platform/error-list.ts'
import { toast } from '#ui/toast.ts'

/** Says what went wrong where no form or page says it itself. */
export function ErrorToasts() {
  useEffect(() => {
    let seen = errorRecords()
    return onErrorRecords(() => {
      const now = errorRecords()
      for (const { message, items, status } of now.filter((record) => !seen.includes(record))) {
        if (!isShownInPlace(status)) toast.error([message, ...(items ?? [])].join(' '))
      }
      seen = now
    })
  }, [])
  return null
}
