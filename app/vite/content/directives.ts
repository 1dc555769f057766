import type { Paragraph, Root } from 'mdast'
import type { ContainerDirective } from 'mdast-util-directive'
import { toString } from 'mdast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import type { VFile } from 'vfile'

/*
 * Directives that extend Markdown: callouts (:::note, :::tip, :::warning), tabs and steps. Each becomes plain HTML
 * that is readable without scripts; scripts turn the sections into tabs.
 */

export type DirectiveMessages = Record<'note' | 'tip' | 'warning' | 'table', string>
const callouts = ['note', 'tip', 'warning'] as const
type Callout = (typeof callouts)[number]

/** Removes the label of `:::note[Label]` from its children. */
function takeLabel(node: ContainerDirective): string | undefined {
  const [first] = node.children
  if (first?.type !== 'paragraph' || !first.data || !('directiveLabel' in first.data)) return undefined
  node.children.shift()
  return toString(first)
}
const line = (text: string, tag: string, more: Record<string, string> = {}): Paragraph => ({
  type: 'paragraph',
  data: { hName: tag, hProperties: more },
  children: [{ type: 'text', value: text }],
})

export function directives(messages: DirectiveMessages) {
  return (tree: Root, file: VFile) => {
    visit(tree, (node, index, parent) => {
      if (node.type === 'textDirective' || node.type === 'leafDirective') {
        // A colon before a word, as in “at 10:30” or `a:b`, isn't a directive.
        const source = String(file).slice(node.position?.start.offset, node.position?.end.offset)
        if (parent && index !== undefined) {
          Object.assign(parent.children, { [index]: { type: 'text', value: source } })
        }
        return SKIP
      }
      if (node.type !== 'containerDirective') return
      const callout: Callout | undefined = callouts.find((name) => name === node.name)
      if (callout) {
        const title = takeLabel(node) ?? messages[callout]
        node.data = { hName: 'aside', hProperties: { className: ['callout', callout] } }
        node.children.unshift(line(title, 'p', { className: 'callout-title' }))
      } else if (node.name === 'steps') {
        node.data = { hName: 'div', hProperties: { className: ['steps'] } }
      } else if (node.name === 'tabs') {
        node.data = { hName: 'div', hProperties: { dataTabs: '' } }
      } else if (node.name === 'tab') {
        const title = takeLabel(node)
        if (!title) file.fail('A tab needs a label: :::tab[npm]', node)
        node.data = { hName: 'section', hProperties: { dataTab: title } }
        node.children.unshift(line(title, 'p', { className: 'tab-title' }))
      } else {
        file.fail(`There is no directive :::${node.name}`, node)
      }
    })
  }
}
