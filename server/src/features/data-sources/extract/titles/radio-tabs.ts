import { attribute, childElements, type Element, hasText, isElement } from '../document.ts'

/* Tabs without a script: labels of radio buttons, and the panels that a style shows. */

const isRadio = (element: Element) => element.tagName === 'input' && attribute(element, 'type') === 'radio'
const isTabPart = (element: Element) => element.tagName === 'label' || element.tagName === 'input'

const panel_tags = new Set(['div', 'section', 'article', 'p', 'pre', 'table', 'ul', 'ol', 'dl'])
const isPanel = (element: Element) => panel_tags.has(element.tagName) && hasText(element)

const boxes_max = 100

/** The label of the tab that shows each panel. */
export function readRadioTabs(all: readonly Element[]): ReadonlyMap<Element, Element> {
  const tabs = new Map<Element, Element>()
  const boxes = new Set(all.filter(isRadio).map(({ parentNode }) => parentNode))
  for (const box of [...boxes].slice(0, boxes_max)) {
    if (!box || !isElement(box)) continue
    const parts = childElements(box)
    const labels = parts.filter(({ tagName }) => tagName === 'label')
    if (labels.length < 2 || labels.length !== parts.filter(isRadio).length) continue
    const panels = parts.every(isTabPart) ? panelsBeside(box) : panelsAfter(parts)
    if (panels.length !== labels.length || !panels.every(isPanel)) continue
    for (const [index, panel] of panels.entries()) {
      const label = labels[index]
      if (label) tabs.set(panel, label)
    }
  }
  return tabs
}

/** The panels in the box after that of the labels. */
function panelsBeside(box: Element): Element[] {
  const { parentNode } = box
  if (!parentNode || !isElement(parentNode)) return []
  const [first, panels, another] = childElements(parentNode)
  return first === box && panels && !another ? childElements(panels) : []
}

/** The panels between the labels: each follows its label. */
const panelsAfter = (parts: Element[]) =>
  parts.filter((element, index) => !isTabPart(element) && parts[index - 1]?.tagName === 'label')
