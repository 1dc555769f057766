import { type Element, isElement, isText, type Node, type LeavesOut } from './document.ts'

const line_boxes = new Set(['div', 'p', 'li', 'tr'])

/** Code as it appears: a line break or a box in it ends a line. */
export function codeIn(pre: Element, isLeftOut: LeavesOut): string {
  let code = ''
  const read = (node: Node): void => {
    if (isText(node)) code += node.value
    else if (isElement(node) && !isLeftOut(node)) {
      if (node.tagName === 'br') code += '\n'
      node.childNodes.forEach(read)
      if (line_boxes.has(node.tagName) && !code.endsWith('\n')) code += '\n'
    }
  }
  pre.childNodes.forEach(read)
  return code
}
