import { attribute, type Element, elementsIn, oneLine } from './document.ts'
import { hasName, openingOf } from './openings.ts'

const elements_max = 20
/** Longer ones describe the picture. */
const name_chars_max = 20
const kinds = /^(image|picture|logo|photo|obrázok|fotografia)$|(^|\s)(icon|ikona)$/i

/** Returns the name of a cell's picture, such as "Yes" of a check mark, if the cell has no other text. */
export function pictureName(cell: Element): string | undefined {
  let elements = 0
  for (const element of elementsIn(cell)) {
    if (++elements > elements_max) return undefined
    const name = nameOf(element)
    if (!name) continue
    const text = openingOf(cell)
    const isName = name.length <= name_chars_max && !kinds.test(name)
    return isName && (text === '' || text === name) ? name : undefined
  }
  return undefined
}

function nameOf(element: Element): string | undefined {
  const isForReaders = hasName(element, (name) => name === 'sr-only' || name === 'visually-hidden')
  const text = isForReaders
    ? openingOf(element, name_chars_max + 1)
    : element.tagName === 'img'
      ? attribute(element, 'alt')
      : undefined
  return oneLine(text ?? attribute(element, 'aria-label') ?? '') || undefined
}
