import { contrast, normalizeText, type WebsiteFacts } from '@ozvi/contract'
import { Locale } from '@ozvi/contract/schemas'
import { attribute, type Element, elementsIn, oneLine, parseDocument, textIn } from './document.ts'
import { decode } from './encoding.ts'
import { metaOf } from './page-metadata.ts'

const name_chars_max = 80
/** A title longer than this is a slogan. */
const title_chars_max = 40
/** White and near-white. */
const white_contrast_max = 1.1

/** Reads the facts of a page from its HTML. Takes time that depends on the page, so it runs in a thread. */
export const readSiteMetadata = ({
  bytes,
  content_type,
  url,
}: {
  bytes: Uint8Array
  content_type: string | undefined
  url: string
}): WebsiteFacts => siteMetadata(decode(bytes, content_type), url)

/**
 * Reads a site's details from the head of its page.
 * @throws ExtractionError as `parseDocument` does.
 */
export function siteMetadata(html: string, page_url: string): WebsiteFacts {
  const { title, lang, metas, icons } = readHead(html, page_url)
  const siteName = metas.get('og:site_name') || metas.get('application-name')
  const language = Locale.safeParse(lang.toLowerCase().split(/[-_]/)[0])
  // The color for dark mode is only used if there is no other.
  const color = colorOf(metas.get('theme-color') ?? metas.get('theme-color dark') ?? '')
  return {
    name: siteName ? siteName.slice(0, name_chars_max).trim() : nameIn(title, new URL(page_url).hostname),
    locale: language.success ? language.data : null,
    color: color && contrast(color, '#ffffff') >= white_contrast_max ? color : null,
    icon_url: icons.sort((one, other) => other.rank - one.rank)[0]?.url ?? null,
  }
}

interface Head {
  title: string
  lang: string
  /** The first content of each name, in lower case; ` dark` is appended to names for dark mode only. */
  metas: Map<string, string>
  icons: { url: string; rank: number }[]
}

function readHead(html: string, page_url: string): Head {
  const [source = ''] = html.split(/<body[\s>]/i, 1)
  const head: Head = { title: '', lang: '', metas: new Map(), icons: [] }
  let base = page_url
  for (const element of elementsIn(parseDocument(source))) {
    switch (element.tagName) {
      case 'html':
        head.lang = attribute(element, 'lang') ?? attribute(element, 'xml:lang') ?? ''
        break
      case 'title':
        head.title ||= oneLine(textIn(element))
        break
      case 'base':
        base = webAddress(attribute(element, 'href'), page_url) ?? base
        break
      case 'meta':
        addMeta(head.metas, element)
        break
      case 'link': {
        const url = webAddress(attribute(element, 'href'), base)
        const rank = rankOf(element)
        if (url && rank > 0) head.icons.push({ url, rank })
        break
      }
    }
  }
  return head
}

function addMeta(metas: Head['metas'], element: Element): void {
  const { name, content } = metaOf(element)
  const isDark = /dark/i.test(attribute(element, 'media') ?? '')
  const key = isDark ? `${name} dark` : name
  if (!metas.has(key)) metas.set(key, oneLine(content))
}

function webAddress(href: string | undefined, base: string): string | undefined {
  const url = href === undefined ? null : URL.parse(href.trim(), base)
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 2_000 ? url.href : undefined
}

/** How suitable an icon is for display at a large size; 0 if unusable. Mask icons have no colors. */
function rankOf(link: Element): number {
  const rel = (attribute(link, 'rel') ?? '').toLowerCase().split(/\s+/)
  const is_touch = rel.some((word) => word.startsWith('apple-touch-icon'))
  if (!is_touch && !rel.includes('icon')) return 0
  const pixels = Number(/^(\d{1,4})x/i.exec(attribute(link, 'sizes') ?? '')?.[1] ?? 0)
  return pixels || (is_touch ? 180 : 1)
}

/** A title names the page and the site: the part that is also in the address is the site's name. */
function nameIn(title: string, hostname: string): string | null {
  const letters = (text: string) => normalizeText(text).replace(/[^\p{L}\p{N}]/gu, '')
  const label = letters(
    hostname
      .replace(/^www\./, '')
      .split('.')
      .at(-2) ?? '',
  )
  const parts = title.split(/ [|–—·•:-] | ?[|»] ?|: /).filter((part) => letters(part) !== '')
  const isNamed = (part: string) =>
    label.length > 2 && (label.includes(letters(part)) || letters(part).includes(label))
  const part = parts.find(isNamed) ?? parts.toSorted((one, other) => one.length - other.length)[0]
  return part && part.length <= title_chars_max ? part : null
}

/** Converts a CSS color to `#rrggbb`; null for transparent colors and for names. */
function colorOf(written: string): string | null {
  const text = written.toLowerCase()
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})(f|ff)?$/.exec(text)?.[1]
  if (digits) return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
  const channels =
    /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*(?:1(?:\.0+)?|100%)\s*)?\)$/
      .exec(text)
      ?.slice(1)
      .map(Number)
  if (!channels || channels.some((channel) => channel > 255)) return null
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
