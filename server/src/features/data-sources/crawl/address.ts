/** Parameters that name the visit, not the page. */
const visit_parameters =
  /^(utm_.*|gclid|gbraid|wbraid|fbclid|msclkid|dclid|yclid|ttclid|igshid|mc_[ce]id|_gl|_ga|_hs.*|ref|ref_src|phpsessid|jsessionid|sid|sessionid|session_id)$/i
/** A link that does something when it is merely opened; a guest does not press buttons. */
const action =
  /[?&](add[-_]to[-_](cart|wishlist|compare)|replytocom|do|action)=|\/(logout|log-out|signout|odhlasit|odhlasenie|wp-login\.php|wp-admin)(\/|$|\?)/i
const decoration =
  /\.(jpe?g|png|gif|webp|avif|svg|ico|bmp|css|m?js|map|json|rss|atom|woff2?|ttf|otf|eot|mp[34]|m4[av]|web[am]|og[gv]|wav|avi|mov|mkv|exe|dmg|apk|iso)$/i
const document_file = /\.(pdf|docx?|xlsx?|pptx?|odt|ods|odp|rtf|csv|epub|zip|rar|7z|t?gz)$/i

const segments_max = 15
const parameters_max = 8
/** Longer addresses are never followed. */
export const url_chars_max = 1_000
/** What an index of the database takes as a key. */
const key_chars_max = 2_000

/** A host without `www.`, with its port if that is not the scheme's own. */
export const siteOf = (url: URL) =>
  url.host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.(?=:|$)/, '')

/** The spelling under which a page is kept: no fragment, no tracking, parameters in order. */
export function canonicalUrl(text: string, base?: string): URL | undefined {
  const url = URL.parse(text, base)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  if (url.href.length > key_chars_max) return undefined
  url.hash = ''
  url.pathname = url.pathname.replace(/;jsessionid=[^/?]*/i, '').replace(/\/{2,}/g, '/')
  for (const name of new Set(url.searchParams.keys())) {
    if (visit_parameters.test(name)) url.searchParams.delete(name)
  }
  url.searchParams.sort()
  if (!url.searchParams.size) url.search = ''
  return url
}

/** Equal for two addresses that only differ in scheme, `www.` or the slash at the end. */
export const pageKey = (url: URL) => `${siteOf(url)}${url.pathname.replace(/\/$/, '')}${url.search}`

/** Whether two addresses are variants of one page: parameters, an index file, letter case. */
export function isSamePath(a: URL, b: URL): boolean {
  const plain = (url: URL) =>
    url.pathname
      .toLowerCase()
      .replace(/\/(index|default)\.\w+$/, '/')
      .replace(/\/$/, '')
  return siteOf(a) === siteOf(b) && plain(a) === plain(b)
}

/** `page`: worth a visit · `document`: readable by people, not by us · `none`: nothing to read there. */
export function contentTypeOf(url: URL): 'page' | 'document' | 'none' {
  if (action.test(url.pathname + url.search)) return 'none'
  if (document_file.test(url.pathname)) return 'document'
  return decoration.test(url.pathname) ? 'none' : 'page'
}

const variants_max = 50
const numbered_max = 200

/**
 * Detects crawler traps: the endless addresses that calendars, filters and relative links produce.
 * Rejects addresses that are extremely long or repeat themselves, more than 50 parameter variants of one path,
 * and more than 200 addresses that differ only in two or more numbers (`/2026/11`, `?y=2026&m=11`).
 */
export function createTrapDetector(): (url: URL) => boolean {
  const counts = new Map<string, number>()
  const isPast = (key: string, most: number) => {
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count > most
  }
  return (url) => {
    const segments = url.pathname.split('/').filter(Boolean)
    if (url.href.length > url_chars_max || segments.length > segments_max) return true
    if (url.searchParams.size > parameters_max) return true
    const repeats = segments.filter((segment) => segments.filter((other) => other === segment).length > 3)
    if (repeats.length) return true
    if (url.search && isPast(`path ${url.pathname}`, variants_max)) return true
    const shape = (url.pathname + url.search).replace(/\d+/g, '0')
    return shape.split('0').length > 2 && isPast(`shape ${shape}`, numbered_max)
  }
}
