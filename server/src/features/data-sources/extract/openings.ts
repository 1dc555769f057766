import { attribute, type Element, isElement, isText, type Node } from './document.ts'
import { never_text } from './weights.ts'

export const opening_chars_max = 160
/** The first words of an element, read from at most `opening_nodes_max` nodes. */
export function openingOf(element: Element, chars_max = opening_chars_max): string {
  let text = ''
  let nodes = 0
  const read = (node: Node): void => {
    if (text.length > chars_max || ++nodes > opening_nodes_max) return
    if (isText(node)) text += ` ${node.value.slice(0, chars_max)}`
    else if (isElement(node) && !never_text.has(node.tagName))
      for (const child of node.childNodes) {
        if (nodes > opening_nodes_max) return
        read(child)
      }
  }
  read(element)
  return text.replace(/\s+/g, ' ').trim()
}
const opening_nodes_max = 50

export const title_tags = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary', 'dt'])
/** Whether an element is a heading, or part of one. */
export function isInHeading(element: Element): boolean {
  for (let node: Node | null = element; node && isElement(node); node = node.parentNode)
    if (title_tags.has(node.tagName)) return true
  return false
}

/** Whether one of the classes or the id of an element matches. */
export const hasName = (element: Element, matches: (name: string) => boolean) =>
  `${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`
    .toLowerCase()
    .split(/\s+/)
    .some(matches)
