import {
  attribute,
  type Document,
  type Element,
  elementsIn,
  isElement,
  isText,
  type Node,
} from './document.ts'

/** Which part of a page is its content, and what inside of it is furniture. */
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
/** `sr`, `cc`, `skip` and `screen` begin many names; these are the ones meant. */
const ambiguous = /^(sr-only|cc-(window|banner|grower|overlay)|skip-(link|to)|screen-reader|visually-hidden)/
const is_ambiguous = /^(sr|cc|skip|screen|visually)(?=[-_]|$)/
const hiding_style = /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*hidden)/i
const opens_panel = ['aria-controls', 'data-target', 'data-bs-target', 'href']

interface Weight {
  text: number
  linked: number
  links: number
}

/**
 * Chooses the content of a page: its `main`, else its one article, else the densest block of text; navigation,
 * site header and footer, asides, cookie banners and what nobody sees is furniture.
 *
 * Panels that a control on the page opens (accordions, tabs) count as seen: that is where answers live.
 */
export function findMainContent(document: Document): MainContent | undefined {
  const all = [...elementsIn(document)]
  const body = all.find(({ tagName }) => tagName === 'body')
  if (!body) return undefined
  const panels = panelIds(all)
  const inContent = contentAncestry(body)
  const furniture = new Map<Element, boolean>()
  const raw = weigh(body, ({ tagName }) => never_text.has(tagName))
  const whole = raw.get(body)?.text ?? 0
  const isFurniture = (element: Element): boolean => {
    const known = furniture.get(element)
    if (known !== undefined) return known
    const share = (raw.get(element)?.text ?? 0) / (whole || 1)
    const verdict =
      element !== body &&
      (never_text.has(element.tagName) ||
        furniture_tags.has(element.tagName) ||
        (element.tagName === 'header' && !inContent.has(element)) ||
        (element.tagName === 'button' && !opensPanel(element) && !isInHeading(element)) ||
        furniture_roles.has(attribute(element, 'role') ?? '') ||
        isHidden(element, panels) ||
        (share < 0.4 && !isContent(element) && isNamedFurniture(element)))
    furniture.set(element, verdict)
    return verdict
  }

  const weights = weigh(body, isFurniture)
  const prose = (element: Element) => {
    const weight = weights.get(element)
    return weight ? weight.text - weight.linked : 0
  }
  const heaviest = (elements: Element[]) =>
    elements.filter((element) => weights.has(element)).sort((a, b) => prose(b) - prose(a))[0]
  const main = heaviest(
    all.filter((element) => element.tagName === 'main' || attribute(element, 'role') === 'main'),
  )
  if (main && prose(main) > 0 && prose(main) >= prose(body) * 0.2) return { root: main, isFurniture }

  const articles = all.filter((element) => element.tagName === 'article' && !hasAncestor(element, 'article'))
  const article = heaviest(articles)
  if (article && prose(article) >= prose(body) * 0.5) return { root: article, isFurniture }

  let root = body
  for (;;) {
    const next = root.childNodes.find(
      (child): child is Element =>
        isElement(child) && child.tagName !== 'table' && prose(child) >= prose(root) * 0.9,
    )
    if (!next || !prose(next)) break
    root = next
  }
  const isLinkList = (element: Element) => {
    const weight = weights.get(element)
    return !!weight && weight.links >= 4 && weight.linked >= weight.text * 0.7
  }
  return { root, isFurniture: (element) => isFurniture(element) || isLinkList(element) }
}

/** Characters of visible text, and of those in links, below each element that is not left out. */
function weigh(root: Element, isLeftOut: (element: Element) => boolean): Map<Element, Weight> {
  const weights = new Map<Element, Weight>()
  const add = (node: Node): Weight => {
    if (isText(node)) return { text: node.value.replace(/\s+/g, ' ').trim().length, linked: 0, links: 0 }
    if (!isElement(node) || isLeftOut(node)) return { text: 0, linked: 0, links: 0 }
    const sum = { text: 0, linked: 0, links: 0 }
    for (const child of node.childNodes) {
      const part = add(child)
      sum.text += part.text
      sum.linked += part.linked
      sum.links += part.links
    }
    if (node.tagName === 'a' && attribute(node, 'href') !== undefined) {
      sum.linked = sum.text
      sum.links = 1
    }
    weights.set(node, sum)
    return sum
  }
  add(root)
  return weights
}

const isContent = ({ tagName }: Element) => ['body', 'main', 'article'].includes(tagName)

/** Elements that stand inside an article, a main or a section: a header there heads content. */
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
const isInHeading = (element: Element) =>
  ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary', 'dt'].some((tag) => hasAncestor(element, tag))

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

function isNamedFurniture(element: Element): boolean {
  const names = `${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`.toLowerCase()
  return names
    .split(/\s+/)
    .some((name) => (is_ambiguous.test(name) ? ambiguous.test(name) : furniture_words.test(name)))
}
