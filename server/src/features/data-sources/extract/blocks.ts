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

const kept = new Set('h1 h2 h3 h4 h5 h6 p ul ol li blockquote hr br'.split(' '))
const boxes = new Set(
  `div section article main header figure figcaption details address fieldset legend form dl dt dd center body
   tr td th tbody thead tfoot table caption`.split(/\s+/),
)
const paragraphs = new Set(['summary', 'button', 'dt', 'legend', 'figcaption', 'caption'])
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
  const clean = (node: Node): Block[] => {
    if (isText(node)) return [{ type: 'text', value: visible(node.value) }]
    if (!isElement(node) || content.isFurniture(node)) return []
    const tag = node.tagName
    if (tag === 'pre') return [codeBlock(node)]
    if (tag === 'table' && isDataTable(node)) return dataTable(node)
    const children = inside(node)
    if (headings.test(tag)) return [element(tag, [{ type: 'text', value: flat(children) }])]
    if (paragraphs.has(tag)) return [element('p', children)]
    if (kept.has(tag)) return [element(tag, children)]
    return boxes.has(tag) || tag.includes('-') ? boxed(children) : children
  }
  /** Neighbouring links and buttons of a row are words apart on the screen, whatever the source says. */
  const inside = (node: Element) =>
    node.childNodes.flatMap((child, index) => {
      const before = node.childNodes[index - 1]
      const touches =
        before && isElement(before) && isElement(child) && before.tagName === 'a' && child.tagName === 'a'
      return touches ? [{ type: 'text' as const, value: ' ' }, ...clean(child)] : clean(child)
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

/** Boxes only end lines: one without content, or around one block, says nothing. */
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
