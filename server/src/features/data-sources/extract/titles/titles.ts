import {
  attribute,
  childElements,
  type Element,
  isElement,
  type LeavesOut,
  type Node,
  oneLine,
  textIn,
} from '../document.ts'
import { openingOf } from '../openings.ts'
import { shortLine } from '../short-text.ts'

/* Elements that are headings in effect: the name of what follows them. */

const term_chars_max = 200
const title_chars_max = 150
const nothing = () => false

/** Parts of the class names of accordions and tabs, and ends of those of their titles. */
const panel_owners = ['accordion', 'faq', 'collaps', 'toggle', 'tab-', 'tab_', 'question']
const panel_titles = /(?:title|header|heading|head|question|label|trigger|toggle|button|link|name|[-_]q)$/
const title_tags = new Set(['div', 'button', 'span', 'label', 'a'])

const namesOf = (element: Element) => (attribute(element, 'class') ?? '').toLowerCase().split(/\s+/)

interface TitleContext {
  /** Whether text follows in the same box, or in the next one. */
  isFollowed: () => boolean
  isLeftOut: LeavesOut
  /** See `repeatedTitles`. */
  repeated: ReadonlyMap<Element, Element>
}

/**
 * The heading that an element is in effect: the term of a definition, the summary of a panel (not of a folder), what
 * opens a panel, a repeated title, or a paragraph that is bold throughout and asks a question or names what follows.
 */
export function titleOf(
  node: Element,
  { isFollowed, isLeftOut, repeated }: TitleContext,
): 'h5' | 'h6' | undefined {
  const { tagName } = node
  if (title_tags.has(tagName)) {
    const isName = repeated.has(node) || isPanelTitle(node, isLeftOut)
    return isName && isFollowed() ? 'h5' : undefined
  }
  if (tagName !== 'dt' && tagName !== 'summary' && tagName !== 'p') return undefined
  const text = oneLine(textIn(node))
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined
  if (tagName !== 'p') {
    if (text.length > term_chars_max || (tagName === 'summary' && isInTree(node))) return undefined
    return isInsideList(node) ? 'h6' : 'h5'
  }
  if (repeated.has(node) && isFollowed()) return 'h5'
  const isName = isTitle(text) && !caption.test(text)
  return isName && isAllBold(node) && isFollowed() ? 'h5' : undefined
}

/** `Figure 3.1. Main window` names a picture or a table, not the text after it. */
export const caption = /^(figure|fig\.|table|example|listing|obrázok|obr\.|tabuľka|tab\.|príklad) \d/i

/** Whether a text is short and doesn't end like a sentence or an announcement. */
const isTitle = (text: string) =>
  text.length <= title_chars_max && /[\p{L}\p{N}]/u.test(text) && /[^.:;,!]$/.test(text)

/** The text of an element that can be a heading. */
export function titleLine(node: Element, isLeftOut: LeavesOut): string | undefined {
  const line = shortLine(node, title_chars_max, isLeftOut)
  return line && !line.isBroken && isTitle(line.text) && line.tags.isDisjointFrom(not_title_tags)
    ? line.text
    : undefined
}

/** Whether an element opens a panel, or names a question for search engines. */
export function isPanelTitle(node: Element, isLeftOut: LeavesOut): boolean {
  const names = namesOf(node)
  const role = attribute(node, 'role')
  const opens =
    attribute(node, 'aria-expanded') !== undefined ||
    role === 'heading' ||
    (role === 'tab' && attribute(node, 'aria-controls') !== undefined) ||
    isQuestionName(node) ||
    names.some((name) => panel_owners.some((owner) => name.includes(owner)) && panel_titles.test(name))
  return opens && titleLine(node, isLeftOut) !== undefined
}

/** The question of a page that marks its questions for search engines. */
function isQuestionName(node: Element): boolean {
  if (attribute(node, 'itemprop') !== 'name') return false
  for (let above = node.parentNode; above && isElement(above); above = above.parentNode) {
    const type = attribute(above, 'itemtype')
    if (type !== undefined) return type.endsWith('/Question')
  }
  return false
}

/** What isn't part of a title: headings and blocks. */
const not_title_tags = new Set('h1 h2 h3 h4 h5 h6 summary dt pre ul ol table'.split(' '))

/** Whether a summary is the name of a folder: an item that opens to a list of short names alone. */
function isInTree(summary: Element): boolean {
  const panel = summary.parentNode
  if (!panel || !isElement(panel)) return false
  const item = panel.parentNode
  if (!item || !isElement(item) || item.tagName !== 'li') return false
  const [first, list, another] = childElements(panel)
  return (
    first === summary &&
    list?.tagName === 'ul' &&
    !another &&
    childElements(list).every((each) => hasShortName(each))
  )
}
/** Whether an item begins with a name, not with a sentence. */
const hasShortName = (item: Element) => {
  const folder = childElements(item).find(({ tagName }) => tagName === 'details')
  const name = folder ? childElements(folder)[0] : item
  const text = name ? openingOf(name) : ''
  return text.length <= name_chars_max && /[^.!?:]$/.test(text)
}
const name_chars_max = 40

/** Whether a definition list is inside another one. */
function isInsideList(node: Element): boolean {
  let lists = 0
  for (let above = node.parentNode; above && isElement(above); above = above.parentNode)
    if (above.tagName === 'dl') lists++
  return lists > 1
}

const bold_tags = new Set(['b', 'strong'])
const bold_style = /(?:^|;)\s*font-weight\s*:\s*(?:bold|[6-9]00)/i
const isBold = (node: Node): boolean =>
  isElement(node) && (bold_tags.has(node.tagName) || bold_style.test(attribute(node, 'style') ?? ''))
const wrappers = new Set(['a', 'span', 'u', 'font'])
const isBlank = (node: Node) => oneLine(textIn(node)) === ''
/** Whether all the text of an element is bold. */
export const isAllBold = (node: Element): boolean => {
  const visibleNodes = node.childNodes.filter((child) => !isBlank(child))
  return (
    visibleNodes.length > 0 &&
    visibleNodes.every(
      (child) => isBold(child) || (isElement(child) && wrappers.has(child.tagName) && isAllBold(child)),
    )
  )
}

/** Lines of a paragraph; each but the first begins with its line break. */
function linesOf(paragraph: Element): Node[][] {
  const lines: Node[][] = [[]]
  for (const child of paragraph.childNodes) {
    if (isElement(child) && child.tagName === 'br') lines.push([])
    lines.at(-1)?.push(child)
  }
  return lines
}

/** Lines of a paragraph under the bold line that names them. */
export interface TitledLines {
  title: string | undefined
  nodes: Node[]
}

/**
 * Cuts a paragraph whose bold lines name the lines below them, as in `<b>Office</b><br>14 Quay Street`.
 *
 * @returns undefined if it has no such line
 */
export function cutAtBoldLines(paragraph: Element): TitledLines[] | undefined {
  if (!paragraph.childNodes.some((child) => isElement(child) && child.tagName === 'br')) return undefined
  const lines = linesOf(paragraph).map((nodes) => {
    const visibleNodes = nodes.filter((node) => !isBlank(node))
    const isTitled = visibleNodes.length > 0 && visibleNodes.every(isBold)
    return { nodes, isTitled, isText: visibleNodes.length > 0 && !isTitled }
  })
  const parts: TitledLines[] = [{ title: undefined, nodes: [] }]
  for (const [index, { nodes, isTitled }] of lines.entries()) {
    const text = isTitled ? oneLine(nodes.map((node) => textIn(node)).join('')) : ''
    if (isTitled && isTitle(text) && lines[index + 1]?.isText) parts.push({ title: text, nodes: [] })
    else {
      const open = parts.at(-1)?.nodes
      open?.push(...(open.length ? nodes : nodes.filter((node) => tagOf(node) !== 'br')))
    }
  }
  return parts.length > 1 ? parts : undefined
}
const tagOf = (node: Node) => (isElement(node) ? node.tagName : '')

/**
 * The names of tabs, by the element that each one shows.
 *
 * @param radioTabs see `readRadioTabs`
 */
export function readPanelLabels(
  all: readonly Element[],
  radioTabs: ReadonlyMap<Element, Element>,
): Map<Element, string> {
  const byId = new Map(all.map((element) => [attribute(element, 'id') ?? '', element]))
  byId.delete('')
  const labels = new Map<Element, string>()
  const put = (panel: Element | undefined, tab: Element | undefined) => {
    const line = panel && tab && shortLine(tab, title_chars_max, nothing)
    if (line && panel !== tab && !labels.has(panel)) labels.set(panel, line.text)
  }
  for (const [panel, label] of radioTabs) put(panel, label)
  for (const panel of all) if (isPanel(panel)) put(panel, byId.get(attribute(panel, 'aria-labelledby') ?? ''))
  for (const tab of all) {
    const target = attribute(tab, 'aria-controls') ?? attribute(tab, 'href')?.replace(/^#/, '')
    const panel = byId.get(target ?? '')
    if (panel && isPanel(panel)) put(panel, tab)
  }
  for (const list of all.filter(isTabList).slice(0, tab_lists_max)) {
    const tabs = childElements(list)
    const box = list.parentNode
    if (!tabs.length || !box || !isElement(box)) continue
    const panels = panelsIn(box, list)
    if (panels.length === tabs.length) for (const [index, panel] of panels.entries()) put(panel, tabs[index])
  }
  return labels
}

const tab_lists_max = 100
const isPanel = (element: Element) =>
  attribute(element, 'role') === 'tabpanel' ||
  namesOf(element).some((name) => name === 'tab-pane' || name === 'tabbed-block')
const isTabList = (element: Element) =>
  attribute(element, 'role') === 'tablist' || namesOf(element).includes('tabbed-labels')

/** The panels beside a list of tabs, one or two levels below their box. */
function panelsIn(box: Element, list: Element): Element[] {
  const beside = childElements(box).filter((element) => element !== list)
  const direct = beside.filter(isPanel)
  return direct.length ? direct : beside.flatMap((element) => childElements(element)).filter(isPanel)
}
