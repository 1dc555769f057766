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
import { type Grid, readGrid, readRoleTable, readTermValues } from './grid-rows.ts'
import type { MainContent } from './main-content.ts'
import { isInline } from './short-text.ts'
import { cutAtBoldLines, isAllBold, readPanelLabels, repeatedQuestions, titleOf } from './titles.ts'

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
const headings = /^h[1-6]$/
const gridParents = new Set(['div', 'section', 'article', 'main', 'body', 'ul', 'ol', 'dd', 'td', 'li'])

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
  const { isFurniture } = content
  const labels = readPanelLabels(content.root)
  const questions = repeatedQuestions(content.root, isFurniture)
  let last_title = ''
  const heading = (tag: string, text: string): Block => {
    last_title = text
    return element(tag, [{ type: 'text', value: text }])
  }
  const clean = (node: Node, isFollowed = () => false): Block[] => {
    if (isText(node)) return [{ type: 'text', value: visible(node.value) }]
    if (!isElement(node) || isFurniture(node)) return []
    const tag = node.tagName
    if (tag === 'pre') return [codeBlock(node, isFurniture)]
    if (tag === 'table' && isDataTable(node)) return dataTable(node)
    const values = tag === 'dl' ? readTermValues(node, isFurniture) : readRoleTable(node, isFurniture)
    if (values) return [gridTable(values)]
    const label = labels.get(node)
    // The tab itself may already be a heading, as on small screens.
    const named = label !== undefined && label !== last_title ? [heading('h5', label)] : []
    const title = titleOf(node, { isFollowed, isLeftOut: isFurniture, questions })
    if (title) return [heading(title, flat(inside(node)))]
    const cut = tag === 'p' ? cutAtBoldLines(node) : undefined
    if (cut)
      return cut.flatMap(({ title, nodes }) => [
        ...(title === undefined ? [] : [heading('h5', title)]),
        ...(nodes.length
          ? [
              element(
                'p',
                nodes.flatMap((child) => clean(child)),
              ),
            ]
          : []),
      ])
    const children = [...named, ...inside(node)]
    if (label !== undefined || endsTitles(node)) children.push(element('hr', []))
    if (headings.test(tag)) return [heading(tag, flat(children))]
    if (paragraphs.has(tag)) return [element('p', children)]
    if (lists.has(tag) && hasTitledItem(children)) return children.flatMap(unlisted)
    if (lists.has(tag) && children.some(isTable)) return children
    if (allowedTags.has(tag)) return [element(tag, children)]
    return boxes.has(tag) || tag.includes('-') ? boxed(children) : children
  }
  /** Adjacent links, and words in elements of their own, are separate on screen without white space in the source. */
  const inside = (node: Element): Block[] => {
    const { childNodes } = node
    const isSplit = isWordByWord(node)
    const blocks: Block[] = []
    let before: Node | undefined
    for (let at = 0; at < childNodes.length; at++) {
      const child = childNodes[at]
      if (!child) continue
      const grid = isElement(child) && gridAt(node, at)
      if (grid) {
        blocks.push(gridTable(grid.rows))
        at += grid.length - 1
        continue
      }
      if (before && touches(before, child, isSplit)) blocks.push({ type: 'text', value: ' ' })
      if (!isSplit || /\S/.test(textIn(child))) before = child
      blocks.push(...clean(child, () => hasTextAfter(node, at)))
    }
    return blocks
  }
  const gridAt = (parent: Element, at: number): Grid | undefined =>
    gridParents.has(parent.tagName) ? readGrid(parent.childNodes, at, isFurniture) : undefined
  const gridTable = (rows: Element[][]): Block =>
    element('table', [
      element(
        'tbody',
        rows.map((cells) =>
          element(
            'tr',
            cells.map((cell) =>
              element(isColumnHead(cell) ? 'th' : 'td', [{ type: 'text', value: flat(inside(cell)) }]),
            ),
          ),
        ),
      ),
    ])

  function dataTable(table: Element): Block[] {
    const caption = table.childNodes.find(
      (node): node is Element => isElement(node) && node.tagName === 'caption',
    )
    const all = rowsOf(table)
    const rows = all.map((row, at) => {
      const tag = at === 0 && isHead(all) ? 'th' : 'td'
      return element(
        'tr',
        cellsOf(row).map((cell) => element(tag, [{ type: 'text', value: flat(inside(cell)) }])),
      )
    })
    return [...(caption ? [element('p', inside(caption))] : []), element('table', [element('tbody', rows)])]
  }
  return clean(content.root)
}

/** Whether the titles in an element name nothing after it: the text below a list of terms belongs to the page again. */
const endsTitles = (node: Element) =>
  node.tagName === 'details' || (node.tagName === 'dl' && !isInsideDefinition(node))
function isInsideDefinition(node: Element): boolean {
  for (let above = node.parentNode; above && isElement(above); above = above.parentNode)
    if (above.tagName === 'dd' || above.tagName === 'details') return true
  return false
}

/** How many boxes that end with a title are looked beyond, for the text that it names. */
const boxes_above_max = 3

/** Whether text follows in the same box, or else in the next one: a bold line at the end is no heading. */
function hasTextAfter(parent: Element, index: number): boolean {
  let [box, from] = [parent, index]
  for (let level = 0; ; level++) {
    for (let at = from + 1; at < box.childNodes.length; at++) {
      const node = box.childNodes[at]
      if (node && /\S/.test(textIn(node))) return true
    }
    const { parentNode } = box
    if (level === boxes_above_max || !parentNode || !isElement(parentNode)) return false
    from = parentNode.childNodes.indexOf(box)
    box = parentNode
  }
}

/** Whether an element consists of inline elements without white space between them, which its style sets apart. */
const isWordByWord = (node: Element) =>
  node.tagName !== 'code' &&
  node.tagName !== 'pre' &&
  node.childNodes.every((child) =>
    isText(child) ? !/\S/.test(child.value) : isElement(child) && isInline(child),
  )

/** Whether the words of two neighbors would run together. */
function touches(before: Node, child: Node, isSplit: boolean): boolean {
  if (!isElement(before) || !isElement(child)) return false
  if (before.tagName === 'a' && child.tagName === 'a') return true
  if (!isSplit || raised.has(child.tagName)) return false
  const [left, right] = [oneLine(textIn(before)), oneLine(textIn(child))]
  return left.length > 1 && /[\p{L}\p{N}]$/u.test(left) && /^[\p{L}\p{N}]/u.test(right)
}
const raised = new Set(['sub', 'sup'])

/** Whether a list's items are sections under headings of their own. */
const hasTitledItem = (items: Block[]) =>
  items.some(
    (item) =>
      item.type === 'element' &&
      item.tagName === 'li' &&
      item.children.some((child) => child.type === 'element' && headings.test(child.tagName)),
  )
const isTable = (block: Block) => block.type === 'element' && block.tagName === 'table'
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

function codeBlock(pre: Element, isLeftOut: (element: Element) => boolean): Block {
  const code =
    pre.childNodes.find((node): node is Element => isElement(node) && node.tagName === 'code') ?? pre
  const language = /(?:^|\s)(?:language|lang)-([\w+-]+)/.exec(attribute(code, 'class') ?? '')?.[1]
  const text: Block = { type: 'text', value: visible(codeIn(pre, isLeftOut)) }
  return element('pre', [element('code', [text], language ? { className: [`language-${language}`] } : {})])
}

const line_boxes = new Set(['div', 'p', 'li', 'tr'])

/** Code as it appears: a line break or a box in it ends a line. */
function codeIn(pre: Element, isLeftOut: (element: Element) => boolean): string {
  let code = ''
  const read = (node: Node): void => {
    if (isText(node)) code += node.value
    else if (isElement(node) && !isLeftOut(node)) {
      if (node.tagName === 'br') code += '\n'
      node.childNodes.forEach(read)
      if (line_boxes.has(node.tagName) && !code.endsWith('\n')) code += '\n'
    }
  }
  pre.childNodes.forEach(read)
  return code
}

const named = (node: Element, ...tags: string[]) =>
  node.childNodes.filter((child): child is Element => isElement(child) && tags.includes(child.tagName))
const rowsOf = (table: Element) => [
  ...named(table, 'thead', 'tbody', 'tfoot').flatMap((part) => named(part, 'tr')),
  ...named(table, 'tr'),
]
const cellsOf = (row: Element) => named(row, 'th', 'td')

/** Whether the first row names the columns: all its cells are marked as heads or bold, or only the first is empty. */
function isHead(rows: Element[]): boolean {
  const [first = [], ...rest] = rows.map(cellsOf)
  if (first.length < 2) return false
  const isNamed = (cell: Element) => oneLine(textIn(cell)) !== ''
  if (first.every(({ tagName }) => tagName === 'th')) return true
  const named = first.filter(isNamed)
  if (named.length > 1 && named.every((cell) => cell.tagName === 'th' || isAllBold(cell))) return true
  const [corner, ...names] = first
  return (
    !!corner &&
    !isNamed(corner) &&
    names.every(isNamed) &&
    rest.every(([cell]) => cell !== undefined && isNamed(cell))
  )
}

const isColumnHead = (cell: Element) => attribute(cell, 'role') === 'columnheader'

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
