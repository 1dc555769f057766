import { attribute, type Document, type Element, elementsIn, oneLine, textIn } from './document.ts'

/** The metadata of a page, outside its text. */
export interface PageMetadata {
  /** The `<title>`, or else `og:title`. */
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
  const reader = new MetadataReader(page_url)
  for (const element of elementsIn(document)) reader.read(element)
  return reader.metadata
}

/** Collects the metadata of a page from its elements, in their order. The first title, description and URL win. */
class MetadataReader {
  readonly #page_url: string
  readonly #links = new Set<string>()
  readonly #facts: PageMetadata = {
    title: null,
    description: null,
    keywords: [],
    lang: null,
    canonical: null,
    noindex: false,
    links: [],
  }
  #base: string
  #nofollow = false
  #shared_title: string | null = null

  constructor(page_url: string) {
    this.#page_url = page_url
    this.#base = page_url
  }

  get metadata(): PageMetadata {
    const title = this.#facts.title ?? this.#shared_title
    return { ...this.#facts, title, links: this.#nofollow ? [] : [...this.#links] }
  }

  read(element: Element): void {
    switch (element.tagName) {
      case 'html':
        this.#facts.lang = attribute(element, 'lang') ?? attribute(element, 'xml:lang') ?? null
        return
      case 'base':
        if (this.#base === this.#page_url)
          this.#base = this.#resolve(attribute(element, 'href')) ?? this.#base
        return
      case 'title':
        this.#facts.title ??= oneLine(textIn(element)).slice(0, 300) || null
        return
      case 'link':
        return this.#readLink(element)
      case 'meta':
        return this.#readMeta(element)
      case 'a':
      case 'area':
        if (!relOf(element).includes('nofollow')) this.#follow(attribute(element, 'href'))
        return
      case 'frame':
        this.#follow(attribute(element, 'src'))
    }
  }

  #readLink(element: Element): void {
    const rel = relOf(element)
    const href = attribute(element, 'href')
    if (rel.includes('canonical')) this.#facts.canonical ??= this.#resolve(href) ?? null
    if (rel.includes('next')) this.#follow(href)
  }

  #readMeta(element: Element): void {
    const facts = this.#facts
    const { name, content } = metaOf(element)
    if (name === 'description' || name === 'og:description')
      facts.description ??= oneLine(content).slice(0, 500) || null
    if (name === 'keywords' && facts.keywords.length < keywords_max)
      facts.keywords.push(oneLine(content).slice(0, keyword_chars_max))
    if (name === 'og:title') this.#shared_title ??= oneLine(content).slice(0, 300) || null
    if (robot_names.test(name)) {
      facts.noindex ||= /\b(noindex|none)\b/i.test(content)
      this.#nofollow ||= /\b(nofollow|none)\b/i.test(content)
    }
    if (name === 'refresh') this.#follow(/url\s*=\s*['"]?([^'"]+)/i.exec(content)?.[1])
  }

  #resolve(href: string | undefined): string | undefined {
    const url = href === undefined ? null : URL.parse(href.trim(), this.#base)
    if (!url || !/^https?:$/.test(url.protocol) || url.href.length > 2_000) return undefined
    url.hash = ''
    return url.href
  }

  #follow(href: string | undefined): void {
    const url = this.#resolve(href)
    if (url && this.#links.size < links_max) this.#links.add(url)
  }
}

const relOf = (element: Element) => (attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/)

/** The name and content of a `meta` element, which names itself in one of four attributes. */
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
