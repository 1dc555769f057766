import {
  attribute,
  type Document,
  type Element,
  elementsIn,
  isElement,
  isText,
  type Node,
  oneLine,
  textIn,
  type LeavesOut,
} from './document.ts'

/** Which part of a page is its content, and which elements inside it are navigation or other furniture. */
export interface MainContent {
  root: Element
  isFurniture(element: Element): boolean
}

const never_text = new Set(
  `script style noscript template svg math canvas iframe object embed audio video img picture map head title
   input select textarea datalist progress meter applet`.split(/\s+/),
)
const furniture_tags = new Set(['nav', 'aside', 'footer', 'dialog', 'menu'])
const furniture_roles = new Set(
  'navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar tablist'.split(
    ' ',
  ),
)
/** Words in a class or id that name furniture; believed only of a small part of the page. */
const furniture_words =
  /^(cookies?|consent|gdpr|onetrust|cookiebot|didomi|cc|breadcrumbs?|skip|sr|visually|screen|share|social|sidebar|newsletter|popup|pagination|pager|advert|adsbygoogle)(?=[-_]|$)/
/** The same, of templates and help centers. */
const furniture_names = `footer site-footer page-footer entry-footer announcement byline sharedaddy addtoany
  navheader navfooter article-meta article-author article-votes article-share entry-meta post-meta post-author post-navigation
  theme-doc-version-badge theme-doc-footer tabbed-labels mw-editsection`.split(/\s+/)
/** `sr`, `cc`, `skip` and `screen` begin many names; these are the ones meant. */
const ambiguous = /^(sr-only|cc-(window|banner|grower|overlay)|skip-(link|to)|screen-reader|visually-hidden)/
const is_ambiguous = /^(sr|cc|skip|screen|visually)(?=[-_]|$)/
/** Words in a class or id that name lists of links: left out where links make up most of the element. */
const link_words =
  /^(related|seealso|see-also|toc|contents|tableofcontents|table-of-contents|onthispage|on-this-page|prevnext|prev-next)/
/** Questions about the page itself, and what else repeats on every page of a help center. */
const boilerplate =
  /^(was this (page|article|answer|information|topic)? ?(page |article )?helpful|did this (page|article|answer)? ?help|did this answer your question|is this (page|article) helpful|rate this (page|article)|thanks for your feedback|still need help|on this page|table of contents|back to top|skip to (main )?content|pomohol vám|pomohla vám|pomohlo vám|bol (tento|pre vás tento) článok|bola (táto|pre vás táto) (stránka|odpoveď)|našli ste, čo ste hľadali|ohodnoťte (tento|túto)|späť na začiatok|na tejto stránke|obsah stránky)/i
const boilerplate_chars_max = 160
const bylines = /^(written by |updated (over |about )?(an?|\d+) [a-z]+ ago|© ?\d|copyright (©|\d))/i
const hiding_style = /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*hidden)/i
const opens_panel = ['aria-controls', 'data-target', 'data-bs-target', 'href']

interface Weight {
  text: number
  linked: number
  links: number
  /** Links to a place on the same page. */
  anchors: number
  /** Whether it contains a paragraph, or another block of text, with more than links. */
  has_prose: boolean
}
const prose_tags = new Set(['p', 'dd', 'blockquote', 'pre', 'td', 'li'])
const prose_chars_min = 40
/** A page with less visible text is one that a script shows: then hidden text is read too. */
const visible_chars_min = 100

/**
 * Finds the main content of a page: its `main`, else its only article, else the densest block of text.
 * Navigation, site header and footer, asides, cookie banners and hidden elements are boilerplate.
 * Panels opened by a control on the page (accordions, tabs) count as visible: answers are often there.
 */
export function findMainContent(document: Document): MainContent | undefined {
  const seen = chooseContent(document, true)
  return seen && seen.chars < visible_chars_min ? chooseContent(document, false) : seen
}

function chooseContent(
  document: Document,
  leavesOutHidden: boolean,
): (MainContent & { chars: number }) | undefined {
  const all = [...elementsIn(document)]
  const body = all.find(({ tagName }) => tagName === 'body')
  if (!body) return undefined
  const panels = panelIds(all)
  const inContent = contentAncestry(body)
  const furniture = new Map<Element, boolean>()
  const raw = weigh(body, ({ tagName }) => never_text.has(tagName))
  const bodyText = raw.get(body)?.text ?? 0
  const isFurniture = (element: Element): boolean => {
    const cached = furniture.get(element)
    if (cached !== undefined) return cached
    const share = (raw.get(element)?.text ?? 0) / (bodyText || 1)
    const verdict =
      element !== body &&
      (never_text.has(element.tagName) ||
        isPermalink(element) ||
        isToolLink(element) ||
        isPicture(element) ||
        (furniture_tags.has(element.tagName) && !isNote(element)) ||
        isLineNumbers(element) ||
        (element.tagName === 'header' && !inContent.has(element)) ||
        (element.tagName === 'button' && !opensPanel(element) && !isInHeading(element)) ||
        furniture_roles.has(attribute(element, 'role') ?? '') ||
        (leavesOutHidden && isHidden(element, panels)) ||
        (share < 0.4 && !isContent(element) && isNamedFurniture(element)) ||
        isBoilerplate(element, raw.get(element)) ||
        isImprint(element, raw.get(element), share) ||
        isPagination(element, raw.get(element)) ||
        (share < 0.4 && isPageTurner(element, raw.get(element))) ||
        isLinkBlock(element, raw.get(element), share))
    furniture.set(element, verdict)
    return verdict
  }

  const weights = weigh(body, isFurniture)
  const under = (root: Element, isLeftOut = isFurniture) => {
    const above = boxesAboveTitle(root, weights)
    return { root, isFurniture: (element: Element) => isLeftOut(element) || above.has(element), chars }
  }
  const prose = (element: Element) => {
    const weight = weights.get(element)
    return weight ? weight.text - weight.linked : 0
  }
  const heaviest = (elements: Element[]) =>
    elements.filter((element) => weights.has(element)).sort((a, b) => prose(b) - prose(a))[0]
  const main = heaviest(
    all.filter((element) => element.tagName === 'main' || attribute(element, 'role') === 'main'),
  )
  const chars = prose(body)
  if (main && prose(main) > 0 && prose(main) >= chars * 0.2) return under(main)

  const articles = all.filter((element) => element.tagName === 'article' && !hasAncestor(element, 'article'))
  const article = heaviest(articles)
  if (article && prose(article) >= chars * 0.5) return under(article)

  let root = body
  for (;;) {
    const next = root.childNodes.find(
      (child): child is Element =>
        isElement(child) && child.tagName !== 'table' && prose(child) >= prose(root) * 0.9,
    )
    if (!next || !prose(next) || isHeadedBefore(root, next, weights)) break
    root = next
  }
  const isLinkList = (element: Element) => {
    const weight = weights.get(element)
    return !!weight && weight.links >= 4 && weight.linked >= weight.text * 0.7 && !weight.has_prose
  }
  return under(root, (element) => isFurniture(element) || isLinkList(element))
}

/** Boxes without prose above the page's only top heading: menus, breadcrumbs and announcements. */
function boxesAboveTitle(root: Element, weights: ReadonlyMap<Element, Weight>): ReadonlySet<Element> {
  const [title, another] = [...elementsIn(root)].filter(
    (element) => element.tagName === 'h1' && weights.has(element),
  )
  const above = new Set<Element>()
  if (!title || another) return above
  for (let node = title; node !== root;) {
    const box = node.parentNode
    if (!box || !isElement(box)) break
    for (const sibling of box.childNodes) {
      if (sibling === node) break
      if (isElement(sibling) && !weights.get(sibling)?.has_prose && !holdsHeading(sibling)) above.add(sibling)
    }
    node = box
  }
  return above
}

const heading_tags = new Set(['h2', 'h3', 'h4', 'h5', 'h6'])
const holdsHeading = (element: Element) =>
  heading_tags.has(element.tagName) ||
  [...elementsIn(element)].some(({ tagName }) => heading_tags.has(tagName))

/** Whether the page's heading and its first paragraph come before the block that holds the rest. */
function isHeadedBefore(root: Element, block: Element, weights: ReadonlyMap<Element, Weight>): boolean {
  const before = root.childNodes.slice(0, root.childNodes.indexOf(block)).filter(isElement)
  return before.some(
    (element) =>
      weights.get(element)?.has_prose && [...elementsIn(element)].some(({ tagName }) => tagName === 'h1'),
  )
}

const nothing = (): Weight => ({ text: 0, linked: 0, links: 0, anchors: 0, has_prose: false })

/** Characters of visible text, and of those in links, below each element that is not left out. */
function weigh(root: Element, isLeftOut: LeavesOut): Map<Element, Weight> {
  const weights = new Map<Element, Weight>()
  const add = (node: Node): Weight => {
    if (isText(node)) return { ...nothing(), text: node.value.replace(/\s+/g, ' ').trim().length }
    if (!isElement(node) || isLeftOut(node)) return nothing()
    const sum = nothing()
    for (const child of node.childNodes) {
      const part = add(child)
      sum.text += part.text
      sum.linked += part.linked
      sum.links += part.links
      sum.anchors += part.anchors
      sum.has_prose ||= part.has_prose
    }
    const href = node.tagName === 'a' ? attribute(node, 'href') : undefined
    if (href !== undefined) {
      sum.linked = sum.text
      sum.links = 1
      sum.anchors = href.startsWith('#') ? 1 : 0
    }
    const own = sum.text - sum.linked
    sum.has_prose ||= prose_tags.has(node.tagName) && own >= prose_chars_min && own >= sum.text * 0.4
    weights.set(node, sum)
    return sum
  }
  add(root)
  return weights
}

/** The first words of an element, read from at most `opening_nodes_max` nodes. */
function openingOf(element: Element, chars_max = boilerplate_chars_max): string {
  let text = ''
  let nodes = 0
  const read = (node: Node): void => {
    if (text.length > chars_max || ++nodes > opening_nodes_max) return
    if (isText(node)) text += ` ${node.value.slice(0, chars_max)}`
    else if (isElement(node) && !never_text.has(node.tagName)) node.childNodes.forEach(read)
  }
  read(element)
  return text.replace(/\s+/g, ' ').trim()
}
const opening_nodes_max = 50

function isBoilerplate(element: Element, weight: Weight | undefined): boolean {
  if (!weight || weight.text === 0 || weight.text > boilerplate_chars_max) return false
  const opening = openingOf(element)
  return boilerplate.test(opening) || bylines.test(opening)
}

const note_words = new Set(
  'aside admonition callout note hint tip warning caution danger important alert'.split(' '),
)
/** Whether an aside is a note in the text. */
const isNote = (element: Element) =>
  element.tagName === 'aside' &&
  (attribute(element, 'role') === 'note' ||
    hasName(element, (name) => name.split(/[-_]/).some((word) => note_words.has(word))))

const line_number_names = new Set(['linenos', 'lineno', 'linenodiv', 'line-number', 'gutter'])
/** Whether an element is the numbers beside lines of code. */
const isLineNumbers = (element: Element) =>
  hasName(element, (name) => line_number_names.has(name)) && /^\d[\d\s]*$/.test(openingOf(element))

const pagination_links_max = 3
const pagination = /^(previous|prev|next|older|newer|predchádzajúc|nasledujúc|ďalš)/i
/** Whether an element contains the links to the previous and the next page. A heading can begin with these words too. */
const isPagination = (element: Element, weight: Weight | undefined) =>
  !!weight &&
  element.tagName !== 'a' &&
  weight.links > 0 &&
  weight.links <= pagination_links_max &&
  weight.linked >= weight.text * 0.9 &&
  pagination.test(openingOf(element)) &&
  !isInHeading(element)

const directions =
  /^(previous|prev|next|up|home|top|contents|index|back|späť|hore|domov|obsah|predchádzajúc\p{L}*|nasledujúc\p{L}*|ďal\p{L}*)$/iu
const turner_tags = new Set(['div', 'table', 'center', 'header', 'ul'])
/** Whether an element has only links such as "<<< Prev", "Up" and "Next >>>", beside the names of their pages. */
function isPageTurner(element: Element, weight: Weight | undefined): boolean {
  if (!weight || !turner_tags.has(element.tagName) || weight.has_prose) return false
  if (weight.links < 2 || weight.links > turner_links_max || weight.text > turner_chars_max) return false
  return [...elementsIn(element)]
    .filter((node) => node.tagName === 'a' && attribute(node, 'href') !== undefined)
    .every((link) =>
      directions.test(
        oneLine(textIn(link))
          .replace(/[^\p{L}]+/gu, ' ')
          .trim(),
      ),
    )
}
const turner_links_max = 6
const turner_chars_max = 600

/** Links with the copyright notice: the foot of a page that isn't marked as one. */
function isImprint(element: Element, weight: Weight | undefined, share: number): boolean {
  if (!weight || weight.has_prose || isContent(element) || weight.links < 2) return false
  return (
    share < 0.4 && weight.text <= imprint_chars_max && openingOf(element, imprint_chars_max).includes('©')
  )
}
const imprint_chars_max = 600

/** A table of contents, breadcrumbs, or links to related pages. */
function isLinkBlock(element: Element, weight: Weight | undefined, share: number): boolean {
  if (!weight || weight.has_prose || isContent(element) || element.tagName === 'a') return false
  const { text, linked, links, anchors } = weight
  if (anchors >= 3 && anchors === links && linked >= text * 0.7) return true
  if (
    links >= 1 &&
    text <= boilerplate_chars_max &&
    linked < text &&
    linked >= text * 0.3 &&
    isTrail(element)
  )
    return true
  return share < 0.4 && linked >= text * 0.6 && links > 0 && hasName(element, (name) => link_words.test(name))
}

/** `Help › Prices › Internet` */
const isTrail = (element: Element) =>
  element.childNodes.some((node) => isText(node) && /^\s*[›»→]\s*$/.test(node.value))

const isContent = ({ tagName }: Element) => ['body', 'main', 'article'].includes(tagName)

/** Elements inside an article, a main or a section: a header there belongs to the content. */
function contentAncestry(body: Element): Set<Element> {
  const inside = new Set<Element>()
  const walk = (element: Element, is_inside: boolean) => {
    if (is_inside) inside.add(element)
    const below = is_inside || ['main', 'article', 'section'].includes(element.tagName)
    for (const child of element.childNodes) if (isElement(child)) walk(child, below)
  }
  walk(body, false)
  return inside
}

function hasAncestor(element: Element, tag: string): boolean {
  for (let node = element.parentNode; node && isElement(node); node = node.parentNode) {
    if (node.tagName === tag) return true
  }
  return false
}
const title_tags = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary', 'dt'])
/** Whether an element is a heading, or part of one. */
function isInHeading(element: Element): boolean {
  for (let node: Node | null = element; node && isElement(node); node = node.parentNode)
    if (title_tags.has(node.tagName)) return true
  return false
}

/** A link to a place on the page whose text is only a sign: `¶` or `#` after a heading, `↑` back to the top. */
function isPermalink(element: Element): boolean {
  if (element.tagName !== 'a' || !attribute(element, 'href')?.startsWith('#')) return false
  const text = oneLine(textIn(element))
  return text !== '' && text.length <= permalink_chars_max && !/[\p{L}\p{N}]/u.test(text)
}
const permalink_chars_max = 4

const tools = /^\[?\s*((view |edit )?source|src|edit|docs|upraviť( zdroj)?)\s*\]?$/i
/** A link in a heading that leads to its source or its editor: `login(user) [source]`. */
const isToolLink = (element: Element) =>
  element.tagName === 'a' && tools.test(openingOf(element)) && hasOtherText(element)

/** Whether an element is a part of a heading that has more text. */
function hasOtherText(element: Element): boolean {
  const text = openingOf(element)
  for (let node: Node | null = element; node && isElement(node); node = node.parentNode)
    if (title_tags.has(node.tagName)) return openingOf(node) !== text
  return false
}

const picture_names = new Set(['figure', 'imageblock', 'mediaobject'])
const picture_tags = new Set(['img', 'picture', 'svg', 'video'])
const captioned_tags = new Set(['table', 'pre', 'ul', 'ol', 'dl', 'blockquote'])
const picture_chars_max = 200
/** A picture with a short caption: without the picture, the caption says nothing. */
function isPicture(element: Element): boolean {
  if (element.tagName !== 'figure' && !hasName(element, (name) => picture_names.has(name))) return false
  if (openingOf(element, picture_chars_max + 1).length > picture_chars_max) return false
  const tags = new Set([...elementsIn(element)].map(({ tagName }) => tagName))
  return !tags.isDisjointFrom(picture_tags) && tags.isDisjointFrom(captioned_tags)
}

const opensPanel = (element: Element) =>
  attribute(element, 'aria-expanded') !== undefined ||
  opens_panel.some((name) => attribute(element, name) !== undefined) ||
  /accordion|collaps|toggle|faq/i.test(attribute(element, 'class') ?? '')

function panelIds(all: Element[]): Set<string> {
  const ids = new Set<string>()
  for (const element of all) {
    for (const name of opens_panel) {
      const value = attribute(element, name)
      if (value === undefined || (name === 'href' && !value.startsWith('#'))) continue
      for (const id of value.split(/\s+/)) ids.add(id.replace(/^#/, ''))
    }
  }
  ids.delete('')
  return ids
}

function isHidden(element: Element, panels: Set<string>): boolean {
  const hidden = attribute(element, 'hidden')
  const is_hidden =
    (hidden !== undefined && hidden !== 'until-found') ||
    attribute(element, 'aria-hidden') === 'true' ||
    hiding_style.test(attribute(element, 'style') ?? '')
  if (!is_hidden) return false
  const role = attribute(element, 'role')
  const is_panel =
    panels.has(attribute(element, 'id') ?? '') ||
    role === 'tabpanel' ||
    role === 'region' ||
    (attribute(element, 'class') ?? '').toLowerCase().split(/\s+/).some(namesPanel)
  return !is_panel
}

const panel_owners = ['accordion', 'faq', 'tab']
const panel_parts = ['panel', 'content', 'body', 'pane']
/** `accordion-body`, `tab-pane`, `collapse`, `faq__answer` */
function namesPanel(name: string): boolean {
  if (name.includes('collaps') || name.includes('answer')) return true
  const owners = panel_owners.map((owner) => name.indexOf(owner)).filter((at) => at >= 0)
  const rest = owners.length > 0 ? name.slice(Math.min(...owners)) : ''
  return panel_parts.some((part) => rest.includes(part))
}

const hasName = (element: Element, matches: (name: string) => boolean) =>
  `${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`
    .toLowerCase()
    .split(/\s+/)
    .some(matches)

const isNamedFurniture = (element: Element) =>
  hasName(
    element,
    (name) =>
      (is_ambiguous.test(name) ? ambiguous.test(name) : furniture_words.test(name)) ||
      furniture_names.some((one) => name === one || name.startsWith(`${one}-`) || name.startsWith(`${one}_`)),
  )
