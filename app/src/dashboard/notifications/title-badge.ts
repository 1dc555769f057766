import { useEffect } from 'react'
import { plainTitle } from '#platform/document/plain-title.ts'

/** `(3) Contacts – Acme`: the unread count before the title, except on pages with their own count. */
export function useTitleBadge(count: number) {
  useEffect(() => {
    if (count === 0) return
    let own = ''
    // Pages set their titles when they mount, and as they change.
    const put = () => {
      const { title } = document
      if (!title || title !== plainTitle()) return
      own = `(${count}) ${title}`
      document.title = own
    }
    put()
    const observer = new MutationObserver(put)
    observer.observe(document.head, { subtree: true, childList: true, characterData: true })
    return () => {
      observer.disconnect()
      if (document.title === own) document.title = plainTitle()
    }
  }, [count])
}
