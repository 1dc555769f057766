import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkStringify, { type Options } from 'remark-stringify'
import { unified } from 'unified'
import type { Block } from './blocks.ts'
import { visible } from './document.ts'

/*
 * The format of an item's text: blocks are Markdown (headings, lists, tables, fenced code), their contents are
 * plain text. Links, emphasis and code marks are unwrapped and nothing is escaped, so a slice of the text is a
 * slice of the page. Code that displays such text must not parse its lines as Markdown.
 */

/** Longer pages are cut: 30,000 words are more than anyone reads on one. Files are not cut. */
const page_chars_max = 200_000
/** Markdown is parsed in slices: its parser's time and memory grow faster than its text. */
const slice_chars_max = 100_000

const writing: Options = {
  bullet: '-',
  rule: '-',
  fences: true,
  listItemIndent: 'one',
  handlers: {
    text: (node, _parent, state) =>
      state.stack.includes('tableCell') ? node.value.replace(/\|/g, '\\|') : node.value,
    break: (_node, _parent, state) => (state.stack.includes('tableCell') ? ' ' : '\n'),
    inlineCode: (node) => node.value,
  },
}
const tables = { tablePipeAlign: false }

const fromBlocks = unified().use(rehypeRemark).use(remarkGfm, tables).use(remarkStringify, writing)
const fromMarkdown = unified().use(remarkParse).use(remarkGfm)
const toMarkdown = unified().use(remarkGfm, tables).use(remarkStringify, writing)
type Tree = ReturnType<typeof fromMarkdown.parse>
type TreeNode = Tree | Tree['children'][number]

/** Writes cleaned blocks in the dialect, cut after `page_chars_max`. */
export function writeBlocks(blocks: Block[]): string {
  const root: Parameters<typeof fromBlocks.runSync>[0] = { type: 'root', children: firstLineOf(blocks) }
  return tidy(fromBlocks.stringify(fromBlocks.runSync(root)).slice(0, page_chars_max))
}

/**
 * Returns the first blocks that are at least as long as a page may be. The trees of the others would fill the
 * memory of the thread.
 */
function firstLineOf(blocks: Block[]): Block[] {
  let chars = 0
  const cut = (all: Block[]): Block[] => {
    const first: Block[] = []
    for (const block of all) {
      if (chars > page_chars_max) break
      // White space may collapse when it is written.
      if (block.type === 'text') chars += block.value.replace(/\s+/g, '').length
      first.push(block.type === 'text' ? block : { ...block, children: cut(block.children) })
    }
    return first
  }
  return cut(blocks)
}

/** Brings an author's Markdown into the dialect; `title` is its first top heading, which leaves the text. */
export function readMarkdown(source: string): { title: string | null; text: string } {
  const body = visible(source).replace(/^---\n[\s\S]*?\n(---|\.\.\.)\n/, '')
  let title: string | null = null
  const texts = slices(body).map((slice, index) => {
    const tree = fromMarkdown.parse(slice)
    plain(tree)
    const headingIndex = index
      ? -1
      : tree.children.findIndex((node) => node.type === 'heading' && node.depth === 1)
    if (headingIndex >= 0 && headingIndex < 3) {
      const [heading] = tree.children.splice(headingIndex, 1)
      title = (heading && plainText(heading).replace(/\s+/g, ' ').trim()) || null
    }
    return toMarkdown.stringify(tree)
  })
  return { title, text: tidy(texts.join('\n')) }
}

/** Cuts at the last heading, else the last empty line, before the limit. */
function slices(text: string): string[] {
  const parts: string[] = []
  for (let rest = text; rest;) {
    const head = rest.slice(0, slice_chars_max)
    const cut =
      rest.length > slice_chars_max ? Math.max(head.lastIndexOf('\n#'), 0) || head.lastIndexOf('\n\n') : -1
    const end = cut > 0 ? cut + 1 : head.length
    parts.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return parts
}

/** Removes white space at line ends and needless empty lines; fenced code included, where neither matters. */
export const tidy = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const wrappers = new Set(['link', 'linkReference', 'emphasis', 'strong', 'delete'])
const marginal = new Set(['image', 'imageReference', 'definition', 'html', 'footnoteReference', 'yaml'])

/** Unwraps, in place, what a reader of plain text does not see. */
function plain(node: TreeNode): void {
  if (!('children' in node)) return
  for (const child of node.children) plain(child)
  const children = node.children.flatMap((child): TreeNode[] =>
    marginal.has(child.type)
      ? []
      : wrappers.has(child.type) && 'children' in child
        ? child.children
        : [child],
  )
  // Unwrapping phrasing gives phrasing, and blocks stay blocks: the kind of child does not change.
  node.children = children as typeof node.children
}

const plainText = (node: TreeNode): string =>
  'value' in node ? node.value : 'children' in node ? node.children.map(plainText).join('') : ''
