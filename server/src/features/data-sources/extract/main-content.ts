import { buttonPanels } from './titles/button-panels.ts'
import { attribute, type Document, type Element, elementsIn, isElement } from './document.ts'
import { hasName, isInHeading, openingOf } from './openings.ts'
import {
  isBoilerplate,
  isImprint,
  isLinkBlock,
  isPageRoot,
  isPageTurner,
  isPagination,
  isPermalink,
  isToolLink,
} from './page-links.ts'
import { isHidden, opensPanel, panelIds } from './titles/panels.ts'
import { never_text, weigh, type Weight } from './weights.ts'

/** Which part of a page is its content, and which elements inside it are navigation or other furniture. */
export interface MainContent {
  root: Element
  isFurniture(element: Element): boolean
}

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
  const buttons = buttonPanels(all)
  const opened = new Set(buttons.values())
  const inContent = contentAncestry(body)
  const furniture = new Map<Element, boolean>()
  const raw = weigh(body, ({ tagName }) => never_text.has(tagName))
  const bodyText = raw.get(body)?.text ?? 0
  const isFurniture = (element: Element): boolean => {
    const cached = furniture.get(element)
    if (cached !== undefined) return cached
    const weight = raw.get(element)
    const share = (weight?.text ?? 0) / (bodyText || 1)
    const verdict =
      element !== body &&
      (isFurnitureByTag(element) ||
        (element.tagName === 'header' && !inContent.has(element)) ||
        (element.tagName === 'button' &&
          !opensPanel(element) &&
          !buttons.has(element) &&
          !isInHeading(element)) ||
        (leavesOutHidden && !opened.has(element) && isHidden(element, panels)) ||
        isFurnitureBySize(element, weight, share))
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

/** Whether an element is furniture wherever it is on the page. */
const isFurnitureByTag = (element: Element): boolean =>
  never_text.has(element.tagName) ||
  isPermalink(element) ||
  isToolLink(element) ||
  isPicture(element) ||
  (furniture_tags.has(element.tagName) && !isNote(element)) ||
  isLineNumbers(element) ||
  isLanguageName(element) ||
  furniture_roles.has(attribute(element, 'role') ?? '')

/** Whether an element is furniture by its names or links, considering how much of the page's text is in it. */
const isFurnitureBySize = (element: Element, weight: Weight | undefined, share: number): boolean =>
  (share < 0.4 && !isPageRoot(element) && isNamedFurniture(element)) ||
  isBoilerplate(element, weight) ||
  isImprint(element, weight, share) ||
  isPagination(element, weight) ||
  (share < 0.4 && isPageTurner(element, weight)) ||
  isLinkBlock(element, weight, share)

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

/** Nodes of a box around code: its buttons, numbers and name. */
const code_nodes_max = 10
const language_class = /^(?:language|lang|highlight)-(.+)/
/** Whether an element is the name of the language that a style shows in a corner of a block of code. */
function isLanguageName(element: Element): boolean {
  const box = element.parentNode
  if (element.tagName === 'pre' || !box || !isElement(box)) return false
  if (box.childNodes.length > code_nodes_max) return false
  if (!box.childNodes.some((node) => isElement(node) && node.tagName === 'pre')) return false
  const text = openingOf(element).toLowerCase()
  return text !== '' && hasName(box, (name) => language_class.exec(name)?.[1] === text)
}

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
const picture_names = new Set(['figure', 'imageblock', 'mediaobject'])
const picture_tags = new Set(['img', 'picture', 'svg', 'video'])
const captioned_tags = new Set(['table', 'pre', 'ul', 'ol', 'dl', 'blockquote'])
const picture_chars_max = 200
const picture_elements_max = 200
/** A picture with a short caption: without the picture, the caption says nothing. */
function isPicture(element: Element): boolean {
  if (element.tagName !== 'figure' && !hasName(element, (name) => picture_names.has(name))) return false
  if (openingOf(element, picture_chars_max + 1).length > picture_chars_max) return false
  const tags = new Set(
    elementsIn(element)
      .take(picture_elements_max)
      .map(({ tagName }) => tagName),
  )
  return !tags.isDisjointFrom(picture_tags) && tags.isDisjointFrom(captioned_tags)
}

const isNamedFurniture = (element: Element) =>
  hasName(
    element,
    (name) =>
      (is_ambiguous.test(name) ? ambiguous.test(name) : furniture_words.test(name)) ||
      furniture_names.some((one) => name === one || name.startsWith(`${one}-`) || name.startsWith(`${one}_`)),
  )
