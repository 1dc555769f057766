import {
  attribute,
  type Element,
  isElement,
  isText,
  type Node,
  oneLine,
  textIn,
  visible,
} from './document.ts'
import type { MainContent } from './main-content.ts'

/** A node of the cleaned page, in the shape that rehype reads. */
export type Block =
  | { type: 'text'; value: string }
  | { type: 'element'; tagName: string; properties: Record<string, string | string[]>; children: Block[] }

const allowedTags = new Set('h1 h2 h3 h4 h5 h6 p ul ol li hr br'.split(' '))
const boxes = new Set(
  `div section article main header figure figcaption details address fieldset legend form dl dt dd center body
   tr td th tbody thead tfoot table caption blockquote`.split(/\s+/),
)
const paragraphs = new Set(['summary', 'button', 'dt', 'legend', 'figcaption', 'caption'])
const lists = new Set(['ul', 'ol'])
const term_chars_max = 200
const bold_chars_max = 150
const headings = /^h[1-6]$/

const element = (
  tagName: string,
  children: Block[],
  properties: Record<string, string | string[]> = {},
): Block => ({
  type: 'element',
  tagName,
  properties,
  children,
})

/** The content as plain blocks: inline marks are unwrapped, furniture is gone, tables that only lay out are boxes. */
export function cleanBlocks(content: MainContent): Block[] {
  const clean = (node: Node, isFollowed = () => false): Block[] => {
    if (isText(node)) return [{ type: 'text', value: visible(node.value) }]
    if (!isElement(node) || content.isFurniture(node)) return []
    const tag = node.tagName
    if (tag === 'pre') return [codeBlock(node)]
    if (tag === 'table' && isDataTable(node)) return dataTable(node)
    const children = inside(node)
    const title = titleOf(node, isFollowed)
    if (title) return [element(title, [{ type: 'text', value: flat(inside(node)) }])]
    if (headings.test(tag)) return [element(tag, [{ type: 'text', value: flat(children) }])]
    if (paragraphs.has(tag)) return [element('p', children)]
    if (lists.has(tag) && hasTitledItem(children)) return children.flatMap(unlisted)
    if (allowedTags.has(tag)) return [element(tag, children)]
    return boxes.has(tag) || tag.includes('-') ? boxed(children) : children
  }
  /** Adjacent links and buttons are separate words on screen, even without white space in the source. */
  const inside = (node: Element) =>
    node.childNodes.flatMap((child, index) => {
      const before = node.childNodes[index - 1]
      const touches =
        before && isElement(before) && isElement(child) && before.tagName === 'a' && child.tagName === 'a'
      const cleaned = clean(child, () => hasTextAfter(node.childNodes, index))
      return touches ? [{ type: 'text' as const, value: ' ' }, ...cleaned] : cleaned
    })

  function dataTable(table: Element): Block[] {
    const caption = table.childNodes.find(
      (node): node is Element => isElement(node) && node.tagName === 'caption',
    )
    const rows = rowsOf(table).map((row) =>
      element(
        'tr',
        cellsOf(row).map((cell) => element(cell.tagName, [{ type: 'text', value: flat(inside(cell)) }])),
      ),
    )
    return [...(caption ? [element('p', inside(caption))] : []), element('table', [element('tbody', rows)])]
  }
  return clean(content.root)
}

/**
 * The heading that an element is in effect: the term of a definition, the summary of a panel, or a paragraph that is
 * bold throughout and asks a question or names what follows.
 */
function titleOf(node: Element, isFollowed: () => boolean): 'h5' | 'h6' | undefined {
  const { tagName } = node
  if (tagName !== 'dt' && tagName !== 'summary' && tagName !== 'p') return undefined
  const text = oneLine(textIn(node))
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined
  if (tagName !== 'p') {
    if (text.length > term_chars_max) return undefined
    return isInsideList(node) ? 'h6' : 'h5'
  }
  const isTitle = /[^.:;,!]$/.test(text)
  const isBold = text.length <= bold_chars_max && isTitle && isAllBold(node) && isFollowed()
  return isBold ? 'h5' : undefined
}

/** Whether a definition list is inside another one. */
function isInsideList(node: Element): boolean {
  let lists = 0
  for (let above = node.parentNode; above && isElement(above); above = above.parentNode)
    if (above.tagName === 'dl') lists++
  return lists > 1
}
const bold = new Set(['b', 'strong'])
const isAllBold = (node: Element): boolean => {
  const visibleNodes = node.childNodes.filter((child) => oneLine(textIn(child)) !== '')
  return (
    visibleNodes.length > 0 &&
    visibleNodes.every(
      (child) => isElement(child) && (bold.has(child.tagName) || (child.tagName === 'a' && isAllBold(child))),
    )
  )
}
/** Whether text follows in the same box: a bold line at its end is no heading. */
function hasTextAfter(nodes: readonly Node[], index: number): boolean {
  for (let at = index + 1; at < nodes.length; at++) {
    const node = nodes[at]
    if (node && /\S/.test(textIn(node))) return true
  }
  return false
}

/** Whether a list's items are sections under headings of their own. */
const hasTitledItem = (items: Block[]) =>
  items.some(
    (item) =>
      item.type === 'element' &&
      item.tagName === 'li' &&
      item.children.some((child) => child.type === 'element' && headings.test(child.tagName)),
  )
const unlisted = (item: Block): Block[] =>
  item.type === 'element' && item.tagName === 'li' ? boxed(item.children) : [item]

/** Text of blocks on one line, with a space where a block or a line ended. */
function flat(blocks: Block[]): string {
  const join = (block: Block): string =>
    block.type === 'text'
      ? block.value
      : block.tagName === 'br'
        ? ' '
        : ` ${block.children.map(join).join('')} `
  return blocks.map(join).join('').replace(/\s+/g, ' ').trim()
}

/** Boxes only end lines; an empty one, or one with a single block, is ignored. */
function boxed(children: Block[]): Block[] {
  const [first, second] = children
  if (!first || (!second && first.type === 'element' && first.tagName !== 'br')) return children
  return [element('div', children)]
}

function codeBlock(pre: Element): Block {
  const code =
    pre.childNodes.find((node): node is Element => isElement(node) && node.tagName === 'code') ?? pre
  const language = /(?:^|\s)(?:language|lang)-([\w+-]+)/.exec(attribute(code, 'class') ?? '')?.[1]
  const text: Block = { type: 'text', value: visible(textIn(pre)) }
  return element('pre', [element('code', [text], language ? { className: [`language-${language}`] } : {})])
}

const named = (node: Element, ...tags: string[]) =>
  node.childNodes.filter((child): child is Element => isElement(child) && tags.includes(child.tagName))
const rowsOf = (table: Element) => [
  ...named(table, 'thead', 'tbody', 'tfoot').flatMap((part) => named(part, 'tr')),
  ...named(table, 'tr'),
]
const cellsOf = (row: Element) => named(row, 'th', 'td')

/** Rows and columns of short cells; a table around headings, lists or another table is a layout. */
function isDataTable(table: Element): boolean {
  const rows = rowsOf(table)
  const cells = rows.flatMap(cellsOf)
  if (rows.length < 2 || !rows.some((row) => cellsOf(row).length > 1)) return false
  return cells.every((cell) => !holds(cell, layout_tags) && oneLine(textIn(cell)).length <= 1_000)
}
const layout_tags = new Set(['table', 'h1', 'h2', 'h3', 'h4', 'form', 'section', 'article', 'pre'])
const holds = (node: Element, tags: ReadonlySet<string>): boolean =>
  node.childNodes.some((child) => isElement(child) && (tags.has(child.tagName) || holds(child, tags)))
