import {
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  parse,
  type TreeAdapter,
  type DefaultTreeAdapterMap,
} from 'parse5'
import { ExtractionError } from './extraction-error.ts'

export type Document = DefaultTreeAdapterTypes.Document
export type Element = DefaultTreeAdapterTypes.Element
export type Node = DefaultTreeAdapterTypes.Node
export type ParentNode = DefaultTreeAdapterTypes.ParentNode

/** Browsers flatten at 512 levels; a page past that was made to hurt. */
const depth_max = 500
/** A page of 5 MB has some 80,000 elements; this many still fit into the extractor's memory. */
const elements_max = 150_000

/**
 * Parses HTML as a browser does, and gives up on a document that nests or swarms beyond reason while it is
 * being built: the functions that walk the tree may then recurse.
 *
 * @throws Unreadable `too_deep` or `too_large`.
 */
export function parseDocument(html: string): Document {
  let depth = 0
  let elements = 0
  const adapter: TreeAdapter<DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement(tag, namespace, attributes) {
      if (++elements > elements_max) throw new ExtractionError('too_large')
      return defaultTreeAdapter.createElement(tag, namespace, attributes)
    },
    onItemPush() {
      if (++depth > depth_max) throw new ExtractionError('too_deep')
    },
    onItemPop() {
      depth--
    },
  }
  return parse(html, { treeAdapter: adapter, scriptingEnabled: false })
}

export const isElement = (node: Node): node is Element => 'tagName' in node
export const isText = (node: Node): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text'

export const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((held) => held.name === name)?.value

/** Every element below a node, in document order. */
export function* elementsIn(node: ParentNode): Generator<Element> {
  for (const child of node.childNodes) {
    if (!isElement(child)) continue
    yield child
    yield* elementsIn(child)
  }
}

/** All text below a node, with its white space, except that of elements that are left out. */
export function textIn(node: Node, isLeftOut?: (element: Element) => boolean): string {
  if (isText(node)) return node.value
  if (!('childNodes' in node)) return ''
  return node.childNodes
    .map((child) => (isElement(child) && isLeftOut?.(child) ? '' : textIn(child, isLeftOut)))
    .join('')
}

/** Whether there is any text below a node. Stops at the first. */
export const hasText = (node: Node): boolean =>
  isText(node) ? /\S/.test(node.value) : 'childNodes' in node && node.childNodes.some(hasText)

/** Text on one line, free of characters that no reader sees. */
export const oneLine = (text: string) => visible(text).replace(/\s+/g, ' ').trim()

/** Drops NUL, soft hyphens and zero-width characters; no-break spaces become spaces, as in a browser's own search. */
export const visible = (text: string) =>
  text.replace(/[\0\u00ad\u200b-\u200d\u2060\ufeff]/g, '').replace(/[\u00a0\u202f]/g, ' ')
