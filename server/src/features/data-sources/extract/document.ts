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
 * Parses HTML as a browser does. Rejects documents that are nested too deeply or have too many elements while it builds
 * them, so that functions can walk the tree recursively.
 *
 * @throws ExtractionError `too_deep` or `too_large`.
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
  element.attrs.find((each) => each.name === name)?.value

/** Whether an element and all below it is skipped. */
export type LeavesOut = (element: Element) => boolean
export const childElements = (element: Element, isLeftOut: LeavesOut = () => false): Element[] =>
  element.childNodes.filter((child): child is Element => isElement(child) && !isLeftOut(child))

/** Every element below a node, in document order. */
export function* elementsIn(node: ParentNode): Generator<Element> {
  const waiting: Node[] = node.childNodes.toReversed()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (!isElement(next)) continue
    yield next
    for (const child of next.childNodes.toReversed()) waiting.push(child)
  }
}

/** All text below a node, with its white space, except that of elements that are left out. */
export function textIn(node: Node, isLeftOut?: LeavesOut): string {
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
