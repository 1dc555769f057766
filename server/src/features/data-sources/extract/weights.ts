import { attribute, type Element, isElement, isText, type LeavesOut, type Node } from './document.ts'

/** Elements without text that is read. */
export const never_text = new Set(
  `script style noscript template svg math canvas iframe object embed audio video img picture map head title
   input select textarea datalist progress meter applet`.split(/\s+/),
)

export interface Weight {
  text: number
  linked: number
  links: number
  /** Links to a place on the same page. */
  anchors: number
  /** Whether it contains a paragraph, or another block of text, with more than links. */
  has_prose: boolean
}
const prose_tags = new Set(['p', 'dd', 'blockquote', 'pre', 'td', 'li'])
const prose_chars_min = 40

const nothing = (): Weight => ({ text: 0, linked: 0, links: 0, anchors: 0, has_prose: false })

/** Characters of visible text, and of those in links, below each element that is not left out. */
export function weigh(root: Element, isLeftOut: LeavesOut): Map<Element, Weight> {
  const weights = new Map<Element, Weight>()
  const add = (node: Node): Weight => {
    if (isText(node)) return { ...nothing(), text: node.value.replace(/\s+/g, ' ').trim().length }
    if (!isElement(node) || isLeftOut(node)) return nothing()
    const sum = nothing()
    for (const child of node.childNodes) {
      const part = add(child)
      sum.text += part.text
      sum.linked += part.linked
      sum.links += part.links
      sum.anchors += part.anchors
      sum.has_prose ||= part.has_prose
    }
    const href = node.tagName === 'a' ? attribute(node, 'href') : undefined
    if (href !== undefined) {
      sum.linked = sum.text
      sum.links = 1
      sum.anchors = href.startsWith('#') ? 1 : 0
    }
    const own = sum.text - sum.linked
    sum.has_prose ||= prose_tags.has(node.tagName) && own >= prose_chars_min && own >= sum.text * 0.4
    weights.set(node, sum)
    return sum
  }
  add(root)
  return weights
}
