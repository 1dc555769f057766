import { attribute, childElements, type Element, isElement } from '../document.ts'
import { openingOf } from '../openings.ts'
import { shortLine } from '../short-text.ts'

const label_chars_max = 150
const answer_chars_min = 20
/** White space and comments between them included. */
const nodes_max = 10

/**
 * Panels of accordions that only a script connects with their buttons: boxes that consist of a button and the box that
 * it opens, several with the same classes and different labels. A single one is often a call to action.
 *
 * @returns each button with its panel
 */
export function buttonPanels(all: Element[]): ReadonlyMap<Element, Element> {
  const pairs = all.flatMap((button) => {
    const panel = button.tagName === 'button' ? panelAfter(button) : undefined
    const label = panel && shortLine(button, label_chars_max, () => false)
    return panel && label ? [{ button, panel, label: label.text }] : []
  })
  const alike = Map.groupBy(pairs, ({ button }) => attribute(button, 'class') ?? '')
  return new Map(
    [...alike.values()]
      .filter((group) => group.length > 1 && new Set(group.map(({ label }) => label)).size === group.length)
      .flat()
      .map(({ button, panel }) => [button, panel]),
  )
}

/** The box after a button, if there is nothing else in theirs. */
function panelAfter(button: Element): Element | undefined {
  const box = button.parentNode
  if (!box || !isElement(box) || box.childNodes.length > nodes_max) return undefined
  const [first, panel, another] = childElements(box)
  if (first !== button || !panel || another || !panel_tags.has(panel.tagName)) return undefined
  return openingOf(panel).length >= answer_chars_min ? panel : undefined
}
const panel_tags = new Set(['div', 'section', 'p'])
