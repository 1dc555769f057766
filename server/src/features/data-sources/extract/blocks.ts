import {
  attribute,
  type Element,
  elementsIn,
  hasText,
  isElement,
  isText,
  type Node,
  oneLine,
  textIn,
  visible,
  type LeavesOut,
} from './document.ts'
import { codeIn } from './code-text.ts'
import { readGrid, readRoleTable, readTermValues } from './grid-rows.ts'
import type { MainContent } from './main-content.ts'
import { pictureName } from './picture-names.ts'
import { readRadioTabs } from './titles/radio-tabs.ts'
import { repeatedTitles } from './titles/repeated-titles.ts'
import { isInline } from './short-text.ts'
import { gridOf, isColumnHead, isDataTable, isHead } from './table-parts.ts'
import { cutAtBoldLines, readPanelLabels, type TitledLines, titleOf } from './titles/titles.ts'

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
export const cleanBlocks = (content: MainContent): Block[] => new Cleaner(content).clean(content.root)

class Cleaner {
  readonly #isLeftOut: MainContent['isFurniture']
  readonly #labels: ReadonlyMap<Element, string>
  readonly #repeated: ReadonlyMap<Element, Element>
  readonly #cards: ReadonlySet<Element>
  readonly #tabs: ReadonlySet<Element>
  #last_title = ''

  constructor({ root, isFurniture }: MainContent) {
    this.#isLeftOut = isFurniture
    const all = [...elementsIn(root)]
    const tabs = readRadioTabs(all)
    this.#labels = readPanelLabels(all, tabs)
    this.#tabs = new Set([...tabs].flatMap(([panel, tab]) => (this.#labels.has(panel) ? [tab] : [])))
    this.#repeated = repeatedTitles(all, isFurniture)
    this.#cards = new Set(this.#repeated.values())
  }

  /** @param isFollowed whether text follows that the node could name */
  clean(node: Node, isFollowed = () => false): Block[] {
    if (isText(node)) return [{ type: 'text', value: visible(node.value) }]
    if (!isElement(node) || this.#isLeftOut(node) || this.#tabs.has(node)) return []
    const tag = node.tagName
    const label = this.#label(node)
    const labelEnd = this.#labels.has(node) ? [element('hr', [])] : []
    if (tag === 'pre') return [...label, codeBlock(node, this.#isLeftOut), ...labelEnd]
    const table = this.#table(node)
    if (table) return [...label, ...table, ...labelEnd]
    const title = titleOf(node, { isFollowed, isLeftOut: this.#isLeftOut, repeated: this.#repeated })
    if (title) return [this.#heading(title, flat(this.#inside(node)))]
    const lines = tag === 'p' ? cutAtBoldLines(node) : undefined
    if (lines) return [...label, ...lines.flatMap((each) => this.#titledLines(each)), ...labelEnd]
    if (tag === 'p' && labelEnd.length > 0) return [...label, element('p', this.#inside(node)), ...labelEnd]
    const children = [...label, ...this.#inside(node), ...labelEnd]
    if (labelEnd.length === 0 && (this.#cards.has(node) || endsTitles(node))) children.push(element('hr', []))
    if (headings.test(tag)) return [this.#heading(tag, flat(children))]
    if (paragraphs.has(tag)) return [element('p', children)]
    if (lists.has(tag) && hasTitledItem(children)) return children.flatMap(unlisted)
    if (lists.has(tag) && children.some(isTable)) return children
    if (allowedTags.has(tag)) return [element(tag, children)]
    return boxes.has(tag) || tag.includes('-') ? boxed(children) : children
  }

  #heading(tag: string, text: string): Block {
    this.#last_title = text
    return element(tag, [{ type: 'text', value: text }])
  }

  /** The name of a panel's tab, unless the tab itself has become a heading, as on small screens. */
  #label(panel: Element): Block[] {
    const label = this.#labels.get(panel)
    return label !== undefined && label !== this.#last_title ? [this.#heading('h5', label)] : []
  }

  #titledLines({ title, nodes }: TitledLines): Block[] {
    const heading = title === undefined ? [] : [this.#heading('h5', title)]
    const children = nodes.flatMap((node) => this.clean(node))
    return children.length ? [...heading, element('p', children)] : heading
  }

  /** Adjacent links, and words in elements of their own, are separate on screen without white space in the source. */
  #inside(node: Element): Block[] {
    const { childNodes } = node
    const isSplit = isWordByWord(node)
    const blocks: Block[] = []
    let before: Node | undefined
    for (let index = 0; index < childNodes.length; index++) {
      const child = childNodes[index]
      if (!child) continue
      const grid =
        isElement(child) && gridParents.has(node.tagName)
          ? readGrid(childNodes, index, this.#isLeftOut)
          : undefined
      if (grid) {
        blocks.push(this.#rows(grid.rows, grid.hasHead))
        index += grid.length - 1
        continue
      }
      const cleaned = this.clean(child, () => hasTextAfter(node, index))
      if (!cleaned.length) continue
      if (before && touches(before, child, isSplit)) append(blocks, { type: 'text', value: ' ' })
      for (const block of cleaned) append(blocks, block)
      before = child
    }
    return blocks
  }

  /** The blocks of a table, or of a list that is one in effect. */
  #table(node: Element): Block[] | undefined {
    if (node.tagName === 'table' && isDataTable(node)) {
      const [caption] = node.childNodes.filter((child) => isElement(child) && child.tagName === 'caption')
      const grid = gridOf(node)
      // A note with its sign in the other column is text.
      const isText = grid.every(({ length }) => length < 2)
      const rows = isText
        ? grid.flat().flatMap((cell) => (cell ? this.clean(cell) : []))
        : [this.#rows(grid, isHead(node))]
      return [...(caption ? this.clean(caption) : []), ...rows]
    }
    const isTerms = node.tagName === 'dl'
    const values = (isTerms ? readTermValues : readRoleTable)(node, this.#isLeftOut)
    return values && [this.#rows(values, values[0]?.every(isColumnHead))]
  }

  #rows(rows: (Element | undefined)[][], hasHead = false): Block {
    const cell = (tag: string, node: Element | undefined) =>
      element(tag, [
        { type: 'text', value: node ? flat(this.#inside(node)) || (pictureName(node) ?? '') : '' },
      ])
    const cells = rows.map((row, index) =>
      row.map((each) => cell(hasHead && index === 0 ? 'th' : 'td', each)),
    )
    return element('table', [
      element(
        'tbody',
        cells.map((row) => element('tr', row)),
      ),
    ])
  }
}

/** Appends a block. Adjacent texts are merged, because a paragraph of many texts takes long to write. */
function append(blocks: Block[], block: Block) {
  const last = blocks.at(-1)
  if (last?.type === 'text' && block.type === 'text') last.value += block.value
  else blocks.push(block)
}

/** Whether the titles in an element don't apply to the text after it, as after a list of terms. */
const endsTitles = (node: Element) =>
  node.tagName === 'details' || (node.tagName === 'dl' && !isInsideDefinition(node))
function isInsideDefinition(node: Element): boolean {
  for (let above = node.parentNode; above && isElement(above); above = above.parentNode)
    if (above.tagName === 'dd' || above.tagName === 'details') return true
  return false
}

/** If a title is at the end of its box, the text that it names is searched up to this many levels above. */
const boxes_above_max = 3

/** Whether text follows in the same box, or else in the next one: a bold line at the end is no heading. */
function hasTextAfter(parent: Element, index: number): boolean {
  let [box, from] = [parent, index]
  for (let level = 0; ; level++) {
    for (let index = from + 1; index < box.childNodes.length; index++) {
      const node = box.childNodes[index]
      if (node && hasText(node)) return true
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
      (item.children.some(isHeading) || beginsWithPanel(item.children)),
  )
const isHeading = (block: Block) => block.type === 'element' && headings.test(block.tagName)
/** Whether an item is a box that begins with a summary or another heading in effect. */
function beginsWithPanel(children: Block[]): boolean {
  const box = children.find((child) => child.type === 'element' || child.value.trim() !== '')
  const title = box?.type === 'element' && box.tagName === 'div' ? box.children[0] : undefined
  return title?.type === 'element' && title.tagName === 'h5'
}
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

function codeBlock(pre: Element, isLeftOut: LeavesOut): Block {
  const code =
    pre.childNodes.find((node): node is Element => isElement(node) && node.tagName === 'code') ?? pre
  const language = /(?:^|\s)(?:language|lang)-([\w+-]+)/.exec(attribute(code, 'class') ?? '')?.[1]
  const text: Block = { type: 'text', value: visible(codeIn(pre, isLeftOut)) }
  return element('pre', [element('code', [text], language ? { className: [`language-${language}`] } : {})])
}
