/** A text field's content with its selection, in characters. */
export interface Selected {
  text: string
  from: number
  to: number
}
export type Markup = 'bold' | 'italic' | 'link' | 'list'

const pair = ({ text, from, to }: Selected, before: string, after: string): Selected => {
  const inner = text.slice(from, to)
  const isWrapped = text.slice(0, from).endsWith(before) && text.slice(to).startsWith(after)
  if (isWrapped) {
    const start = from - before.length
    return {
      text: text.slice(0, start) + inner + text.slice(to + after.length),
      from: start,
      to: start + inner.length,
    }
  }
  const start = from + before.length
  return {
    text: text.slice(0, from) + before + inner + after + text.slice(to),
    from: start,
    to: start + inner.length,
  }
}

/** Wraps the selection in Markdown, or removes it if already there. */
export function wrapSelection(selected: Selected, markup: Markup): Selected {
  const { text, from, to } = selected
  if (markup === 'bold') return pair(selected, '**', '**')
  if (markup === 'italic') return pair(selected, '_', '_')
  if (markup === 'list') {
    const start = text.lastIndexOf('\n', from - 1) + 1
    const lines = text.slice(start, to).split('\n')
    const isList = lines.every((line) => line.startsWith('- '))
    const changed = lines.map((line) => (isList ? line.slice(2) : `- ${line}`)).join('\n')
    const end = start + changed.length
    return { text: text.slice(0, start) + changed + text.slice(to), from: from === to ? end : start, to: end }
  }
  const label = text.slice(from, to)
  const isAddress = /^https?:\/\/\S+$/.test(label)
  const link = isAddress ? `[](${label})` : `[${label}](https://)`
  // Selects the part to type next: the link's text or its address.
  const start = isAddress ? from + 1 : from + label.length + 3
  return { text: text.slice(0, from) + link + text.slice(to), from: start, to: isAddress ? start : start + 8 }
}
