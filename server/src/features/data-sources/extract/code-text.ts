import {
  attribute,
  type Element,
  elementsIn,
  isElement,
  isText,
  type Node,
  type LeavesOut,
} from './document.ts'

const line_boxes = new Set(['div', 'p', 'li', 'tr'])

/** Code as it appears: a line break or a box in it ends a line, and removed and added lines begin with - and +. */
export function codeIn(pre: Element, isLeftOut: LeavesOut): string {
  const isDiff = elementsIn(pre).some((element) => signOf(element) === '-')
  let code = ''
  const read = (node: Node): void => {
    if (isText(node)) code += node.value
    else if (isElement(node) && !isLeftOut(node)) {
      if (isDiff) code += signOf(node)
      if (node.tagName === 'br') code += '\n'
      node.childNodes.forEach(read)
      if (line_boxes.has(node.tagName) && !code.endsWith('\n')) code += '\n'
    }
  }
  pre.childNodes.forEach(read)
  return code
}

const sign_classes = [
  ['-', ['diff', 'remove']],
  ['-', ['ec-line', 'del']],
  ['+', ['diff', 'add']],
  ['+', ['ec-line', 'ins']],
] as const
/** The sign that a style shows before a removed or an added line. */
function signOf(element: Element): string {
  const names = attribute(element, 'class')?.split(/\s+/)
  const found = names && sign_classes.find(([, classes]) => classes.every((each) => names.includes(each)))
  return found?.[0] ?? ''
}
