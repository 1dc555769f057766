import { attribute, type Document, type Element, elementsIn, oneLine, textIn } from './document.ts'

/** The metadata of a page, outside its text. */
export interface PageMetadata {
  /** The `<title>`, or what the page calls itself when shared. */
  title: string | null
  description: string | null
  /** `lang` of the document, as written. */
  lang: string | null
  /** Keywords for indexes and search engines. */
  keywords: string[]
  canonical: string | null
  noindex: boolean
  /**
   * Absolute http(s) addresses without fragment, in order, without duplicates; none if the page says nofollow.
   */
  links: string[]
}

const links_max = 2_000
const keywords_max = 60
const keyword_chars_max = 100
const robot_names = /^(robots|ozvibot)$/i

export function pageMetadata(document: Document, page_url: string): PageMetadata {
  const facts: PageMetadata = {
    title: null,
    description: null,
    keywords: [],
    lang: null,
    canonical: null,
    noindex: false,
    links: [],
  }
  const links = new Set<string>()
  let base = page_url
  let nofollow = false
  let shared_title: string | null = null
  const point = (href: string | undefined) => {
    const url = href === undefined ? null : URL.parse(href.trim(), base)
    if (!url || !/^https?:$/.test(url.protocol) || url.href.length > 2_000) return undefined
    url.hash = ''
    return url.href
  }
  const follow = (href: string | undefined) => {
    const url = point(href)
    if (url && links.size < links_max) links.add(url)
  }
  for (const element of elementsIn(document)) {
    const rel = (attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/)
    switch (element.tagName) {
      case 'html':
        facts.lang = attribute(element, 'lang') ?? attribute(element, 'xml:lang') ?? null
        break
      case 'base':
        if (base === page_url) base = point(attribute(element, 'href')) ?? base
        break
      case 'title':
        facts.title ??= oneLine(textIn(element)).slice(0, 300) || null
        break
      case 'link':
        if (rel.includes('canonical')) facts.canonical ??= point(attribute(element, 'href')) ?? null
        if (rel.includes('next')) follow(attribute(element, 'href'))
        break
      case 'meta': {
        const { name, content } = metaOf(element)
        if (name === 'description' || name === 'og:description') {
          facts.description ??= oneLine(content).slice(0, 500) || null
        }
        if (name === 'keywords' && facts.keywords.length < keywords_max)
          facts.keywords.push(oneLine(content).slice(0, keyword_chars_max))
        if (name === 'og:title') shared_title ??= oneLine(content).slice(0, 300) || null
        if (robot_names.test(name)) {
          facts.noindex ||= /\b(noindex|none)\b/i.test(content)
          nofollow ||= /\b(nofollow|none)\b/i.test(content)
        }
        if (name === 'refresh') follow(/url\s*=\s*['"]?([^'"]+)/i.exec(content)?.[1])
        break
      }
      case 'a':
      case 'area':
        if (!rel.includes('nofollow')) follow(attribute(element, 'href'))
        break
      case 'frame':
        follow(attribute(element, 'src'))
        break
    }
  }
  facts.title ??= shared_title
  facts.links = nofollow ? [] : [...links]
  return facts
}

/** A `meta` by the name it has, whichever way it is named. */
export const metaOf = (element: Element) => ({
  name: (
    attribute(element, 'name') ??
    attribute(element, 'property') ??
    attribute(element, 'itemprop') ??
    attribute(element, 'http-equiv') ??
    ''
  ).toLowerCase(),
  content: attribute(element, 'content') ?? '',
})
