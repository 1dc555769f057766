import { attribute, type Element, isElement } from '../document.ts'
import { note_names } from './note-names.ts'
import { openingOf } from '../openings.ts'

const hiding_style = /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*hidden)/i
const opens_panel = ['aria-controls', 'data-target', 'data-bs-target', 'href']

/** Whether an element opens a part of the page. */
export const opensPanel = (element: Element) =>
  attribute(element, 'aria-expanded') !== undefined ||
  opens_panel.some((name) => attribute(element, name) !== undefined) ||
  /accordion|collaps|toggle|faq/i.test(attribute(element, 'class') ?? '')

/** Ids of the parts of a page that a control opens. */
export function panelIds(all: Element[]): Set<string> {
  const ids = new Set<string>()
  for (const element of all) {
    for (const name of opens_panel) {
      const value = attribute(element, name)
      if (value === undefined || (name === 'href' && !value.startsWith('#'))) continue
      for (const id of value.split(/\s+/)) ids.add(id.replace(/^#/, ''))
    }
  }
  ids.delete('')
  return ids
}

/** Whether an element is hidden, and no control on the page shows it. */
export function isHidden(element: Element, panels: Set<string>): boolean {
  const hidden = attribute(element, 'hidden')
  const is_hidden =
    (hidden !== undefined && hidden !== 'until-found') ||
    (attribute(element, 'aria-hidden') === 'true' && !namesItsBox(element)) ||
    hiding_style.test(attribute(element, 'style') ?? '')
  if (!is_hidden) return false
  const role = attribute(element, 'role')
  const is_panel =
    panels.has(attribute(element, 'id') ?? '') ||
    role === 'tabpanel' ||
    role === 'region' ||
    (attribute(element, 'class') ?? '').toLowerCase().split(/\s+/).some(namesPanel)
  return !is_panel
}

/** Whether an element shows the name of its box, which screen readers have from the box itself. */
function namesItsBox(element: Element): boolean {
  const box = element.parentNode
  const name = box && isElement(box) ? attribute(box, 'aria-label')?.trim() : undefined
  return !!name && !note_names.test(name) && openingOf(element) === name
}

const panel_owners = ['accordion', 'faq', 'tab']
const panel_parts = ['panel', 'content', 'body', 'pane']
/** `accordion-body`, `tab-pane`, `collapse`, `faq__answer` */
function namesPanel(name: string): boolean {
  if (name.includes('collaps') || name.includes('answer')) return true
  const owners = panel_owners.map((owner) => name.indexOf(owner)).filter((at) => at >= 0)
  const rest = owners.length > 0 ? name.slice(Math.min(...owners)) : ''
  return panel_parts.some((part) => rest.includes(part))
}
