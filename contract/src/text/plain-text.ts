import { inlineText } from './inline-markdown.ts'
import { type Block, readMarkdown } from './markdown.ts'

const join = (blocks: readonly Block[]): string => blocks.map(wordsOf).join(' ')

function wordsOf(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return block.lines.map(inlineText).join(' ')
    case 'heading':
      return inlineText(block.children)
    case 'list':
      return block.items
        .map(({ children, blocks }, index) => {
          const number = block.isOrdered ? `${block.first + index}. ` : ''
          return `${number}${inlineText(children)} ${join(blocks)}`
        })
        .join(' ')
    case 'quote':
      return join(block.blocks)
    case 'table':
      return [block.head, ...block.rows].flat().map(inlineText).join(' ')
    case 'code':
      return block.text
    case 'rule':
      return ''
  }
}

/** The text of a message on one line, without Markdown, for previews. */
export const toPlainText = (body: string): string => join(readMarkdown(body)).replace(/\s+/g, ' ').trim()

/** The start of a text. A character of two code units isn't split. */
export const truncate = (text: string, chars: number): string =>
  text.slice(0, chars).replace(/[\uD800-\uDBFF]$/, '')
