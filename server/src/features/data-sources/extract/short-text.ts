import { type Element, isElement, isText, type Node, oneLine, type LeavesOut } from './document.ts'

const nodes_max = 60
/** Elements whose text is part of the line around them. */
const inline_tags = new Set(
  'a abbr b bdi bdo button cite code em font i label mark q s small span strong sub sup time u var'.split(
    ' ',
  ),
)
export const isInline = ({ tagName }: Element) => inline_tags.has(tagName)

interface Line {
  text: string
  /** Whether a box inside begins or ends between two words of the text. */
  isBroken: boolean
  /** Names of the elements inside that are read. */
  tags: ReadonlySet<string>
}

/**
 * The text of an element that is short enough to be a title or a cell. Reads a limited number of nodes, so it can be
 * called for every element of a page.
 *
 * @returns undefined if the text is longer, or empty
 */
export function shortLine(element: Element, chars_max: number, isLeftOut: LeavesOut): Line | undefined {
  let text = ''
  let nodes = 0
  const tags = new Set<string>()
  let isBroken = false
  let isAfterBox = false
  const isTooLong = () => nodes > nodes_max || text.length > chars_max * 2
  const read = (node: Node): void => {
    nodes++
    if (isTooLong()) return
    if (isText(node)) {
      if (!/\S/.test(node.value)) {
        text += ' '
        return
      }
      if (isAfterBox && /\S/.test(text)) isBroken = true
      isAfterBox = false
      text += node.value
    } else if (isElement(node) && !isLeftOut(node)) {
      if (node !== element) tags.add(node.tagName)
      const isBox = node !== element && !isInline(node)
      if (isBox) isAfterBox = true
      for (const child of node.childNodes) {
        if (isTooLong()) return
        read(child)
      }
      if (isBox) isAfterBox = true
    }
  }
  read(element)
  if (isTooLong()) return undefined
  const line = oneLine(text)
  return line === '' || line.length > chars_max ? undefined : { text: line, isBroken, tags }
}
