import { useEffect } from 'react'
import { pageTitle } from '#platform/document/page-title.ts'

/** `(3) Contacts – Acme`: the unread count before the title, except on pages with their own count. */
export function useTitleBadge(count: number) {
  useEffect(() => {
    if (count === 0) return
    let ownTitle = ''
    // Pages set their titles when they mount, and as they change.
    const updateTitle = () => {
      const { title } = document
      if (!title || title !== pageTitle()) return
      ownTitle = `(${count}) ${title}`
      document.title = ownTitle
    }
    updateTitle()
    const observer = new MutationObserver(updateTitle)
    observer.observe(document.head, { subtree: true, childList: true, characterData: true })
    return () => {
      observer.disconnect()
      if (document.title === ownTitle) document.title = pageTitle()
    }
  }, [count])
}
