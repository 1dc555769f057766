// Links and texts that repeat on the pages of a site and aren't the content of one.
import {
  attribute,
  type Element,
  elementsIn,
  isElement,
  isText,
  type Node,
  oneLine,
  textIn,
} from './document.ts'
import { hasName, isInHeading, opening_chars_max, openingOf, title_tags } from './openings.ts'
import type { Weight } from './weights.ts'

/** Words in a class or id that name lists of links: left out where links make up most of the element. */
const link_words =
  /^(related|seealso|see-also|toc|contents|tableofcontents|table-of-contents|onthispage|on-this-page|prevnext|prev-next)/
/** Questions about the page itself, and what else repeats on every page of a help center. */
const boilerplate =
  /^(was this (page|article|answer|information|topic)? ?(page |article )?helpful|did this (page|article|answer)? ?help|did this answer your question|is this (page|article) helpful|rate this (page|article)|thanks for your feedback|still need help|on this page|table of contents|back to top|skip to (main )?content|pomohol vám|pomohla vám|pomohlo vám|bol (tento|pre vás tento) článok|bola (táto|pre vás táto) (stránka|odpoveď)|našli ste, čo ste hľadali|ohodnoťte (tento|túto)|späť na začiatok|na tejto stránke|obsah stránky)/i
const bylines = /^(written by |updated (over |about )?(an?|\d+) [a-z]+ ago|© ?\d|copyright (©|\d))/i

export function isBoilerplate(element: Element, weight: Weight | undefined): boolean {
  if (!weight || weight.text === 0 || weight.text > opening_chars_max) return false
  // Links to the top of the page begin with an arrow.
  const opening = openingOf(element).replace(/^[^\p{L}\p{N}©]+/u, '')
  return boilerplate.test(opening) || bylines.test(opening)
}

const pagination_links_max = 3
const pagination = /^(previous|prev|next|older|newer|predchádzajúc|nasledujúc|ďalš)/i
/** Whether an element contains the links to the previous and the next page. A heading can begin with these words too. */
export const isPagination = (element: Element, weight: Weight | undefined) =>
  !!weight &&
  element.tagName !== 'a' &&
  weight.links > 0 &&
  weight.links <= pagination_links_max &&
  weight.linked >= weight.text * 0.9 &&
  pagination.test(openingOf(element)) &&
  !isInHeading(element)

const directions =
  /^(previous|prev|next|up|home|top|contents|index|back|späť|hore|domov|obsah|predchádzajúc\p{L}*|nasledujúc\p{L}*|ďal\p{L}*)$/iu
const turner_tags = new Set(['div', 'table', 'center', 'header', 'ul'])
/** Whether an element has only links such as "<<< Prev", "Up" and "Next >>>", beside the names of their pages. */
export function isPageTurner(element: Element, weight: Weight | undefined): boolean {
  if (!weight || !turner_tags.has(element.tagName) || weight.has_prose) return false
  if (weight.links < 2 || weight.links > turner_links_max || weight.text > turner_chars_max) return false
  return [...elementsIn(element)]
    .filter((node) => node.tagName === 'a' && attribute(node, 'href') !== undefined)
    .every((link) =>
      directions.test(
        oneLine(textIn(link))
          .replace(/[^\p{L}]+/gu, ' ')
          .trim(),
      ),
    )
}
const turner_links_max = 6
const turner_chars_max = 600

/** Links with the copyright notice: the foot of a page that isn't marked as one. */
export function isImprint(element: Element, weight: Weight | undefined, share: number): boolean {
  if (!weight || weight.has_prose || isPageRoot(element) || weight.links < 2) return false
  return (
    share < 0.4 && weight.text <= imprint_chars_max && openingOf(element, imprint_chars_max).includes('©')
  )
}
const imprint_chars_max = 600

/** A table of contents, breadcrumbs, or links to related pages. */
export function isLinkBlock(element: Element, weight: Weight | undefined, share: number): boolean {
  if (!weight || weight.has_prose || isPageRoot(element) || element.tagName === 'a') return false
  const { text, linked, links, anchors } = weight
  if (anchors >= 3 && anchors === links && linked >= text * 0.7) return true
  if (links >= 1 && text <= opening_chars_max && linked < text && linked >= text * 0.3 && isTrail(element))
    return true
  return share < 0.4 && linked >= text * 0.6 && links > 0 && hasName(element, (name) => link_words.test(name))
}

/** `Help › Prices › Internet` */
const isTrail = (element: Element) =>
  element.childNodes.some((node) => isText(node) && /^\s*[›»→]\s*$/.test(node.value))

/** Whether an element is the page, or all of its content. */
export const isPageRoot = ({ tagName }: Element) => ['body', 'main', 'article'].includes(tagName)

/** A link to a place on the page whose text is only a sign: `¶` or `#` after a heading, `↑` back to the top. */
export function isPermalink(element: Element): boolean {
  if (element.tagName !== 'a' || !attribute(element, 'href')?.startsWith('#')) return false
  const text = oneLine(textIn(element))
  return text !== '' && text.length <= permalink_chars_max && !/[\p{L}\p{N}]/u.test(text)
}
const permalink_chars_max = 4

const tools = /^\[?\s*((view |edit )?source|src|edit|docs|upraviť( zdroj)?)\s*\]?$/i
/** A link in a heading that leads to its source or its editor: `login(user) [source]`. */
export const isToolLink = (element: Element) =>
  element.tagName === 'a' && tools.test(openingOf(element)) && hasOtherText(element)

/** Whether an element is a part of a heading that has more text. */
function hasOtherText(element: Element): boolean {
  const text = openingOf(element)
  for (let node: Node | null = element; node && isElement(node); node = node.parentNode)
    if (title_tags.has(node.tagName)) return openingOf(node) !== text
  return false
}
