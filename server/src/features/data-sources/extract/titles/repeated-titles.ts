import { attribute, type Element, isElement, type LeavesOut } from '../document.ts'
import { note_names } from './note-names.ts'
import { hasName, openingOf } from '../openings.ts'
import { caption, titleLine } from './titles.ts'

const titled_tags = new Set(['div', 'p', 'button'])
/** Names of elements that head a box, such as `card-title`. */
const box_titles = /(?:^|[-_])(?:title|heading|headline)$/
/** Utility classes of bold text. */
const bold_classes = /^(?:font-(?:medium|semibold|bold|extrabold)|fw-(?:medium|semibold|bold))$/

/**
 * Finds titles that repeat: boxes with a question, boxes named a title, bold lines at the top of a card, and buttons of
 * panels. At least two must have the same tag and classes, because a single one is often a call to action or the page's
 * name.
 *
 * @param all elements of the content
 * @returns each title with its card
 */
export function repeatedTitles(all: readonly Element[], isLeftOut: LeavesOut): ReadonlyMap<Element, Element> {
  const boxes = all.filter((node) => {
    const text = titled_tags.has(node.tagName) && !isLeftOut(node) ? titleLine(node, isLeftOut) : undefined
    if (text === undefined) return false
    // Buttons that open nothing are left out.
    if (node.tagName === 'button' || asksQuestion(node, text)) return true
    if (note_names.test(text) || caption.test(text)) return false
    const isNamed = hasName(node, (name) => box_titles.test(name))
    if (node.tagName === 'div' && isNamed) return true
    return (isNamed || isBoldName(node, text)) && isFirst(node)
  })
  const alike = Map.groupBy(boxes, (node) => `${node.tagName} ${attribute(node, 'class') ?? ''}`)
  const titles = [...alike.values()].filter(({ length }) => length > 1).flat()
  return new Map(titles.map((title) => [title, boxOf(title, card_chars_min)]))
}

const asksQuestion = (node: Element, text: string) =>
  node.tagName === 'div' && text.endsWith('?') && text.includes(' ')
/** Figures and prices are bold too. */
const isBoldName = (node: Element, text: string) =>
  /^\p{L}/u.test(text) && text.length <= name_chars_max && hasName(node, (name) => bold_classes.test(name))
const name_chars_max = 60

/** Enough for white space, and for the first of the other words. */
const more_chars = 200
/** A badge beside a title isn't the text of its card. */
const card_chars_min = 40

/** A card is at most this many levels above its title. */
const card_levels_max = 6

/** The first box around a title that has more text, by at least this many characters; the title itself without one. */
function boxOf(title: Element, chars_min: number): Element {
  const text = openingOf(title)
  let node = title
  for (let level = 0; level < card_levels_max; level++) {
    const box = node.parentNode
    if (!box || !isElement(box)) return title
    if (openingOf(box, text.length + more_chars).length >= text.length + chars_min) return box
    node = box
  }
  return title
}
const isFirst = (title: Element) => {
  const text = openingOf(title)
  return openingOf(boxOf(title, 1), text.length + more_chars).startsWith(text)
}
