import type { EmbedLocale } from './embed/messages.ts'

const messages = {
  en: { one: 'New message', many: 'New messages' },
  sk: { one: 'Nová správa', many: 'Nové správy' },
}
let shown = ''
let original = ''
let unread = 0
let locale: EmbedLocale = 'en'

function draw() {
  if (document.hidden && unread > 0) {
    // The page may have changed its title meanwhile.
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
export function show(count: number, pageLocale: EmbedLocale): void {
  unread = count
  locale = pageLocale
  draw()
}
