import { unzipSync, type UnzipFileInfo, zipSync } from 'fflate'
import { cleanBlocks, type Block } from './blocks.ts'
import { elementsIn, oneLine, parseDocument, textIn } from './document.ts'
import { writeBlocks } from './markdown.ts'
import { ExtractionError } from './extraction-error.ts'

const entries_max = 5_000
/** Of the parts that are read, unpacked. Pictures are not. */
const unpacked_bytes_max = 60_000_000
/** Blocks are written in slices: the writer's memory grows faster than its text. */
const slice_chars_max = 50_000

/** Text is in these parts of the package. */
const isText = (name: string) => /\.(xml|rels)$/i.test(name) && !/^(customXml|word\/theme)\//i.test(name)

/**
 * Unpacks the parts of a Word document that hold its text.
 *
 * @throws ExtractionError `encrypted`, `wrong_type`, `broken_file`, or `too_large` for one that unpacks to too much.
 */
export function openDocx(bytes: Uint8Array): Record<string, Uint8Array> {
  if (isCompound(bytes)) throw new ExtractionError(isEncrypted(bytes) ? 'encrypted' : 'wrong_type')
  let entries = 0
  let unpacked = 0
  const filter = ({ name, originalSize }: UnzipFileInfo) => {
    if (++entries > entries_max) throw new ExtractionError('too_large')
    if (!isText(name)) return false
    unpacked += originalSize
    if (unpacked > unpacked_bytes_max) throw new ExtractionError('too_large')
    return true
  }
  let parts: Record<string, Uint8Array>
  try {
    parts = unzipSync(bytes, { filter }) // never writes past the size that an entry declares
  } catch (error) {
    throw error instanceof ExtractionError ? error : new ExtractionError('broken_file')
  }
  if (!parts['[Content_Types].xml']) throw new ExtractionError('broken_file')
  if (!parts['word/document.xml']) throw new ExtractionError('wrong_type')
  return parts
}

/** The container of Office files before 2007, and of encrypted ones. */
const isCompound = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 4)).toString('hex') === 'd0cf11e0'
const isEncrypted = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(
    Buffer.from('EncryptedPackage', 'utf16le'),
  )

const styles = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  ...[1, 2, 3, 4, 5].flatMap((level) => [
    `p[style-name='Heading ${level}'] => h${level + 1}:fresh`,
    `p[style-name='heading ${level}'] => h${level + 1}:fresh`,
  ]),
  ...['Source Code', 'Preformatted Text', 'HTML Preformatted', 'Code'].map(
    (name) => `p[style-name='${name}'] => pre:separator('\n')`,
  ),
  ...['toc 1', 'toc 2', 'toc 3', 'Contents 1', 'Contents 2', 'Contents 3'].map(
    (name) => `p[style-name='${name}'] => !`,
  ),
]

/**
 * Reads a Word document: headings, paragraphs, lists and tables, without pictures.
 *
 * @throws ExtractionError as `openDocx`.
 */
export async function readDocx(bytes: Uint8Array): Promise<{ title: string | null; text: string }> {
  const parts = openDocx(bytes)
  const { default: mammoth } = await import('mammoth')
  let html: string
  try {
    const buffer = Buffer.from(zipSync(parts, { level: 0 }))
    const converted = await mammoth.convertToHtml(
      { buffer },
      { styleMap: styles, convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
    )
    html = converted.value
  } catch {
    throw new ExtractionError('broken_file')
  }
  const document = parseDocument(`<!doctype html><body>${html}</body>`)
  const elements = [...elementsIn(document)]
  const root = elements.find(({ tagName }) => tagName === 'body')
  const heading = elements.find(({ tagName }) => tagName === 'h1')
  if (!root) return { title: null, text: '' }
  const blocks = cleanBlocks({
    root,
    isFurniture: (element) => element === heading || element.tagName === 'img',
  })
  const title = (heading && oneLine(textIn(heading))) || titleIn(parts)
  return {
    title: title || null,
    text: slices(blocks.map(withHead))
      .map((slice) => writeBlocks(slice))
      .join('\n\n'),
  }
}

/** Treats the first row of a table as its header, whether or not the document marks it. */
function withHead(block: Block): Block {
  if (block.type === 'text') return block
  if (block.tagName !== 'table') return { ...block, children: block.children.map(withHead) }
  let isFirst = true
  const row = (child: Block): Block => {
    if (child.type === 'text') return child
    if (child.tagName !== 'tr') return { ...child, children: child.children.map(row) }
    const tag = isFirst ? 'th' : 'td'
    isFirst = false
    const cells = child.children.map((cell) => (cell.type === 'element' ? { ...cell, tagName: tag } : cell))
    return { ...child, children: cells }
  }
  return row(block)
}

/** The title among the properties of the document. */
function titleIn(parts: Record<string, Uint8Array>): string {
  const properties = Buffer.from(parts['docProps/core.xml'] ?? '').toString('utf8')
  const from = properties.indexOf('<dc:title>')
  const end = properties.indexOf('</dc:title>', from)
  if (from < 0 || end < 0) return ''
  const body = parseDocument(properties.slice(from + '<dc:title>'.length, end))
  return oneLine(textIn(body)).slice(0, 300)
}

/** The blocks of the document in groups of so many characters. */
function slices(blocks: readonly Block[]): Block[][] {
  const top = blocks.flatMap((block) =>
    block.type === 'element' && block.tagName === 'div' ? block.children : [block],
  )
  const parts: Block[][] = []
  let slice: Block[] = []
  let chars = 0
  for (const block of top) {
    slice.push(block)
    chars += charsIn(block)
    if (chars < slice_chars_max) continue
    parts.push(slice)
    slice = []
    chars = 0
  }
  return [...parts, slice]
}
const charsIn = (block: Block): number =>
  block.type === 'text' ? block.value.length : block.children.reduce((sum, child) => sum + charsIn(child), 0)
