import { type Locale, readHeading } from '@ozvi/contract'
import { cleanBlocks } from './blocks.ts'
import {
  type Document,
  type Element,
  elementsIn,
  type LeavesOut,
  oneLine,
  parseDocument,
  textIn,
  visible,
} from './document.ts'
import { countWords } from './count-words.ts'
import { decode } from './encoding.ts'
import { detectLocale } from './locale.ts'
import { findMainContent, type MainContent } from './main-content.ts'
import { readMarkdown, tidy, writeBlocks } from './markdown.ts'
import { pageMetadata } from './page-metadata.ts'
import { shortLine } from './short-text.ts'

export type ContentFormat = 'html' | 'markdown' | 'text'

export interface Content {
  format: ContentFormat
  bytes: Uint8Array
  /** The `Content-Type` it came with. */
  content_type?: string
  /** Where it came from; relative links are read against it. */
  url?: string
}

/** The content of a page or file, ready to be indexed. */
export interface Extracted {
  title: string | null
  description: string | null
  locale: Locale | null
  /** Blocks in Markdown, their inside as plain text (see `markdown.ts`); empty when there is none. */
  text: string
  words: number
  /** Other words for what the page is about: index terms and keywords. */
  keywords: string[]
  canonical: string | null
  noindex: boolean
  /** Absolute http(s) addresses to follow. */
  links: string[]
}

/**
 * Reads one page or file. The time depends on the content, so it runs in a thread: see `extractor.ts`.
 *
 * @throws ExtractionError `bad_encoding`, `too_deep` or `too_large`.
 */
export function readContent({ format, bytes, content_type, url }: Content): Extracted {
  const source = decode(bytes, content_type).replace(/\r\n?/g, '\n')
  if (format === 'html') return readHtml(source, url ?? 'http://localhost/')
  const { title, text } = format === 'markdown' ? readMarkdown(source) : readPlainText(source)
  return {
    title,
    description: null,
    locale: detectLocale(text, null),
    text,
    words: countWords(text),
    keywords: [],
    canonical: null,
    noindex: false,
    links: [],
  }
}

function readHtml(source: string, url: string): Extracted {
  const document = parseDocument(source)
  const facts = pageMetadata(document, url)
  const content = findMainContent(document)
  const heading = content && headingOf(document, content, facts.title)
  const written = content ? withoutLastHeadings(withoutNeedlessRules(writeBlocks(cleanBlocks(content)))) : ''
  const title = heading?.text ?? facts.title
  const untitled = heading ? withoutLine(written, heading.line) : written
  const text = title ? withoutTitle(untitled, title) : written
  return {
    title,
    description: facts.description,
    locale: detectLocale(text, facts.lang),
    text,
    words: countWords(text),
    keywords: facts.keywords,
    canonical: facts.canonical,
    noindex: facts.noindex,
    links: facts.links,
  }
}

const isTop = ({ tagName }: Element) => tagName === 'h1'
const title_chars_max = 200

/**
 * The first `h1` is a better title than `<title>`, which includes the site's name. On a page with several, it
 * only names the first part unless `<title>` agrees.
 */
function headingOf(
  document: Document,
  { root, isFurniture }: MainContent,
  title: string | null,
): { text: string; line: string } | undefined {
  const top = [...elementsIn(root)].filter((element) => isTop(element) && !isFurniture(element))
  const heading = top[0] ?? headingOutside(document, isFurniture, title ?? '')
  const text = heading && oneLine(textIn(heading, isFurniture))
  if (!text || text.length > title_chars_max) return undefined
  if (top.length > 1 && title && !title.toLowerCase().includes(text.toLowerCase())) return undefined
  return { text, line: `${'#'.repeat(Number(heading.tagName.slice(1)))} ${text}` }
}

/**
 * The `h1` outside the content. If `<title>` begins with a lower heading instead, that is the page's, and the `h1` is the
 * site's name, as is one that is a link.
 */
function headingOutside(document: Document, isLeftOut: LeavesOut, title: string): Element | undefined {
  const headings = [...elementsIn(document)].filter(({ tagName }) => /^h[1-6]$/.test(tagName))
  const top = headings.find(isTop)
  if (!top) return undefined
  const own = headings.find((each) => !isTop(each) && !isLeftOut(each) && beginsWith(title, each, isLeftOut))
  if (own && !beginsWith(title, top, isLeftOut)) return own
  return isLink(top, isLeftOut) ? undefined : top
}

/** Whether a heading is all of a `<title>`, or its part before the site's name. */
function beginsWith(title: string, heading: Element, isLeftOut: LeavesOut): boolean {
  const line = shortLine(heading, title_chars_max, isLeftOut)?.text.toLowerCase()
  // Generators copy marks of code into `<title>`.
  const plainTitle = title.toLowerCase().replaceAll('`', '')
  return !!line && plainTitle.startsWith(line) && /^(?:$| ?[|–—·•:»-] )/.test(plainTitle.slice(line.length))
}

function isLink(heading: Element, isLeftOut: LeavesOut): boolean {
  const line = shortLine(heading, title_chars_max, isLeftOut)
  return [...elementsIn(heading)].some(
    (element) =>
      element.tagName === 'a' && shortLine(element, title_chars_max, isLeftOut)?.text === line?.text,
  )
}

const withoutLine = (text: string, line: string) =>
  text
    .split('\n')
    .filter((otherLine, index, lines) => otherLine !== line || lines.indexOf(line) !== index)
    .join('\n')
    .trim()

/** Removes rules where a heading follows, which begins a section anyway, and those inside lists. */
function withoutNeedlessRules(text: string): string {
  const lines = text.split('\n')
  let isCode = false
  let next = ''
  const result: string[] = []
  const isRule = (line: string) => line.trim() === '---'
  const inCode = lines.map((line) => {
    if (line.trimStart().startsWith('```')) isCode = !isCode
    return isCode
  })
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index] ?? ''
    const isNeedless = line.startsWith(' ') || next === '' || isRule(next) || readHeading(next) !== undefined
    if (isRule(line) && !inCode[index] && isNeedless) continue
    if (line.trim()) next = line
    result.push(line)
  }
  return tidy(result.reverse().join('\n'))
}

/** Removes headings at the end, whose text was left out, such as that of a list of related pages. */
function withoutLastHeadings(text: string): string {
  const lines = text.split('\n')
  const isOnlyHeading = (line = '') => !line.trim() || readHeading(line) !== undefined
  let end = lines.length
  while (end > 0 && isOnlyHeading(lines[end - 1])) end--
  // A page of headings alone is a list of topics.
  return end > 0 ? lines.slice(0, end).join('\n') : text
}

/** Removes the title from the start of the text. */
const withoutTitle = (text: string, title: string) =>
  text.startsWith(`${title}\n`) ? text.slice(title.length).trimStart() : text

function readPlainText(source: string): { title: string | null; text: string } {
  const text = tidy(visible(source))
  return { title: null, text }
}
