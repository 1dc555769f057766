/*
 * Parses inline Markdown into a tree, without HTML and images. It scans the text once from left to right with
 * plain searches, in linear time for any input.
 */

export type Inline =
  | { type: 'text' | 'code'; text: string }
  | { type: 'strong' | 'em' | 'del'; children: Inline[] }
  /** The address is as written; it may have any scheme. */
  | { type: 'link'; address: string; children: Inline[] }
  /** Numbers in square brackets, as sources are cited, and how they are written, with the space before. */
  | { type: 'numbers'; numbers: number[]; text: string }

const nestingMax = 4
const addressCharsMax = 2_000
const styles = [
  ['**', 'strong'],
  ['__', 'strong'],
  ['~~', 'del'],
  ['*', 'em'],
  ['_', 'em'],
] as const
/** Marks that apply only around whole words, so that `snake_case` and `2*3*4` stay unchanged. */
const wordMarks = ['*', '_', '__']
const sentenceMarks = `.,;:!?'*_)]`

const isWord = (character = '') => /[\p{L}\p{N}]/u.test(character)
const isSpace = (character = '') => /\s/.test(character)

/** A text that is scanned from left to right; lookups ahead are cached. */
class Reader {
  readonly text: string
  readonly depth: number
  readonly #ahead = new Map<string, number>()

  constructor(text: string, depth: number) {
    this.text = text
    this.depth = depth
  }
  /** The first `mark` at `from` or after it, or -1. For each mark, `from` must not decrease. */
  find(mark: string, from: number): number {
    const cached = this.#ahead.get(mark)
    if (cached !== undefined && (cached < 0 || cached >= from)) return cached
    const at = this.text.indexOf(mark, from)
    this.#ahead.set(mark, at)
    return at
  }
  inside(from: number, to: number): Inline[] {
    return readInline(this.text.slice(from, to), this.depth + 1)
  }
}
interface Found {
  node: Inline
  end: number
}
type Rule = (reader: Reader, at: number) => Found | undefined

const styled: Rule = (reader, at) => {
  const { text } = reader
  const [mark, type] = styles.find(([mark]) => text.startsWith(mark, at)) ?? []
  if (!mark || reader.depth >= nestingMax) return undefined
  const from = at + mark.length
  const found = reader.find(mark, from + 1)
  // In `***both***`, the first of the three closing marks belongs to the text inside.
  const isTriple = mark.length > 1 && text[from] === mark[0] && text[found + 2] === mark[0]
  const to = isTriple ? found + 1 : found
  if (found < 0 || isSpace(text[from]) || isSpace(text[to - 1])) return undefined
  const end = to + mark.length
  if (wordMarks.includes(mark) && (isWord(text[at - 1]) || isWord(text[end]))) return undefined
  return { node: { type, children: reader.inside(from, to) }, end }
}
const code: Rule = (reader, at) => {
  const mark = /^`+/.exec(reader.text.slice(at, at + 8))?.[0] ?? '`'
  const to = reader.find(mark, at + mark.length)
  if (to < 0) return undefined
  return {
    node: { type: 'code', text: reader.text.slice(at + mark.length, to).trim() },
    end: to + mark.length,
  }
}
const numbers: Rule = ({ text }, at) => {
  const [match, list] = /^\[(\d{1,3}(?:, ?\d{1,3})*)\]/.exec(text.slice(at, at + 40)) ?? []
  if (!match || !list) return undefined
  return {
    node: { type: 'numbers', numbers: list.split(',').map(Number), text: match },
    end: at + match.length,
  }
}
/** `[label](address)`, and `![label](address)`, of which only the label is kept: pictures can spy. */
const bracketed: Rule = (reader, at) => {
  const { text } = reader
  const isPicture = text[at] === '!'
  const from = isPicture ? at + 1 : at
  if (text[from] !== '[') return undefined
  const cited = isPicture ? undefined : numbers(reader, at)
  if (cited) return cited
  const middle = reader.find('](', from)
  const to = middle < 0 ? -1 : reader.find(')', middle)
  if (to < 0 || reader.depth >= nestingMax) return undefined
  const address = text.slice(middle + 2, Math.min(to, middle + 2 + addressCharsMax)).split(/\s/)[0] ?? ''
  const label = reader.inside(from + 1, middle)
  const children = label.length > 0 || isPicture ? label : [{ type: 'text', text: address } as const]
  return { node: { type: 'link', address: isPicture ? '' : address, children }, end: to + 1 }
}
/** An address in a text, without the marks of the sentence around it. */
const bareAddress: Rule = ({ text }, at) => {
  if (isWord(text[at - 1])) return undefined
  const raw = /^https?:\/\/[^\s<>"]+/i.exec(text.slice(at, at + addressCharsMax))?.[0]
  if (!raw) return undefined
  let length = raw.length
  while (sentenceMarks.includes(raw.charAt(length - 1))) length--
  const address = raw.slice(0, length)
  return { node: { type: 'link', address, children: [{ type: 'text', text: address }] }, end: at + length }
}
const escaped: Rule = ({ text }, at) => {
  const next = text[at + 1] ?? ''
  return /[!-/:-@[-`{-~]/.test(next) ? { node: { type: 'text', text: next }, end: at + 2 } : undefined
}

const addressRules: Record<string, Rule> = { h: bareAddress, H: bareAddress }
const rules: Record<string, Rule> = {
  ...addressRules,
  '*': styled,
  _: styled,
  '~': styled,
  '`': code,
  '[': bracketed,
  '!': bracketed,
  '\\': escaped,
}

function scan(text: string, rulesHere: Record<string, Rule>, depth: number): Inline[] {
  const reader = new Reader(text, depth)
  const nodes: Inline[] = []
  let plainFrom = 0
  for (let index = 0; index < text.length; index++) {
    const match = rulesHere[text.charAt(index)]?.(reader, index)
    if (!match) continue
    const { node } = match
    let plain = text.slice(plainFrom, index)
    if (node.type === 'numbers') {
      const words = plain.trimEnd()
      node.text = plain.slice(words.length) + node.text
      plain = words
    }
    if (plain) nodes.push({ type: 'text', text: plain })
    nodes.push(node)
    plainFrom = match.end
    index = match.end - 1
  }
  if (plainFrom < text.length) nodes.push({ type: 'text', text: text.slice(plainFrom) })
  return nodes
}

/** Reads the inside of a line of Markdown. */
export const readInline = (text: string, depth = 0): Inline[] => scan(text, rules, depth)

/** Reads a text that is no Markdown: only its addresses become links. */
export const readAddresses = (text: string): Inline[] => scan(text, addressRules, 0)

/** The text of the nodes, without their marks. */
export const inlineText = (nodes: readonly Inline[]): string =>
  nodes.map((node) => ('children' in node ? inlineText(node.children) : node.text)).join('')
