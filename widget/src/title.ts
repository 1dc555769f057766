import type { EmbedLocale } from './embed/messages.ts'

interface Counted {
  get(): { unread: number }
}

const messages = {
  en: { one: 'New message', many: 'New messages' },
  sk: { one: 'Nová správa', many: 'Nové správy' },
}
let shown = ''
let original = ''
/** The launcher's storage. Its count is 0 once the visit has ended. */
let storage: Counted | undefined
let locale: EmbedLocale = 'en'

function draw() {
  const unread = storage?.get().unread ?? 0
  if (document.hidden && unread > 0) {
    // The page may have changed its title in the meantime.
    if (document.title !== shown) original = document.title
    shown = `(${unread}) ${messages[locale][unread > 1 ? 'many' : 'one']}`
    document.title = shown
  } else if (shown && document.title === shown) {
    document.title = original
    shown = ''
  }
}
document.addEventListener('visibilitychange', draw)

/** Shows the number of unread messages as the page's title while the page is in the background. */
export function show(counted: Counted, pageLocale: EmbedLocale): void {
  storage = counted
  locale = pageLocale
  draw()
}
