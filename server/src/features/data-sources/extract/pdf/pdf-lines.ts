import { getDocumentProxy } from 'unpdf'
import { ExtractionError } from '../extraction-error.ts'
import { visible } from '../document.ts'

/** A piece of a line, with the space before it where the next one begins. */
export interface PdfCell {
  x: number
  end: number
  text: string
}
/** A line of a page. Coordinates are points; `y` grows towards the top of the page. */
export interface PdfLine {
  page: number
  x: number
  y: number
  /** Of the largest text in it. */
  size: number
  font: string
  /** Whether every character is in a monospaced font. */
  is_mono: boolean
  /** Pieces that are set apart, as the cells of a table are. */
  cells: PdfCell[]
}
/** A bookmark of the document. */
export interface PdfBookmark {
  title: string
  level: number
  page: number
}
/** Some pages of a document. */
export interface PdfPages {
  lines: PdfLine[]
  pages: number
  /** The first page that is not read yet; null after the last. */
  next: number | null
  /** Of the whole document, with its first pages. */
  title?: string | null
  bookmarks?: PdfBookmark[]
}

const pages_max = 5_000
const bookmarks_max = 5_000
/** A task returns after this long, so that others get their turn in the thread. */
const task_ms = 3_000

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/**
 * Opens a PDF.
 *
 * @throws ExtractionError `encrypted` when it needs a password, `broken_file`.
 */
async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    // pdf.js takes over the buffer that it is given.
    return await getDocumentProxy(new Uint8Array(bytes), {
      useSystemFonts: false,
      disableFontFace: true,
      stopAtErrors: false,
      verbosity: 0,
    })
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw new ExtractionError(isLocked ? 'encrypted' : 'broken_file')
  }
}

/** Runs a task on an opened PDF; whatever a page makes pdf.js throw means that the file is broken. */
async function withPdf<T>(bytes: Uint8Array, work: (pdf: Pdf) => Promise<T>): Promise<T> {
  const pdf = await open(bytes)
  try {
    return await work(pdf)
  } catch (error) {
    throw error instanceof ExtractionError ? error : new ExtractionError('broken_file')
  } finally {
    await pdf.loadingTask.destroy()
  }
}

/**
 * Checks that a PDF can be opened and has pages.
 *
 * @throws ExtractionError `encrypted`, `broken_file` or `too_large`.
 */
export const checkPdf = (bytes: Uint8Array): Promise<void> =>
  withPdf(bytes, async (pdf) => {
    if (pdf.numPages > pages_max) throw new ExtractionError('too_large')
    await pdf.getPage(1)
  })

/**
 * Reads the lines of a PDF from page `from` (1 is the first) on, for some seconds.
 *
 * @throws ExtractionError `encrypted`, `broken_file` or `too_large`.
 */
export const readPdfLines = ({ bytes, from }: { bytes: Uint8Array; from: number }): Promise<PdfPages> =>
  withPdf(bytes, async (pdf) => {
    const pages = pdf.numPages
    if (pages > pages_max) throw new ExtractionError('too_large')
    const started = performance.now()
    const lines: PdfLine[] = []
    const about = from === 1 ? { title: await titleOf(pdf), bookmarks: await bookmarksOf(pdf) } : {}
    let at = from
    for (; at <= pages && (at === from || performance.now() - started < task_ms); at++) {
      const page = await pdf.getPage(at)
      const { items, styles } = await page.getTextContent()
      for (const line of linesOf(items, styles, at)) lines.push(line)
      page.cleanup()
    }
    return { lines, pages, next: at <= pages ? at : null, ...about }
  })

/** Default titles that programs give to unnamed documents. */
const nameless = /^(untitled|document\d*|microsoft word - .*|.*\.(docx?|tex|dvi|odt|indd|pages|rtf|txt))$/i

async function titleOf(pdf: Pdf): Promise<string | null> {
  const { info } = await pdf.getMetadata()
  // The document's own dictionary: pdf.js promises nothing about its values.
  const title: unknown = (info as Record<string, unknown>)['Title']
  const text = typeof title === 'string' ? visible(title).replace(/\s+/g, ' ').trim() : ''
  return text && text.length <= 300 && !nameless.test(text) ? text : null
}

async function bookmarksOf(pdf: Pdf): Promise<PdfBookmark[]> {
  const parts: PdfBookmark[] = []
  type Entries = NonNullable<Awaited<ReturnType<Pdf['getOutline']>>>
  async function walk(entries: Entries, level: number): Promise<void> {
    for (const { title, dest, items } of entries) {
      if (parts.length >= bookmarks_max || level > 6) return
      const page = await pageOf(pdf, dest)
      if (page !== undefined) parts.push({ title: visible(title).trim(), level, page })
      // pdf.js gives the entries below as untyped objects of the same shape.
      await walk(items as Entries, level + 1)
    }
  }
  await walk((await pdf.getOutline()) ?? [], 1)
  return parts
}
async function pageOf(pdf: Pdf, dest: string | unknown[] | null): Promise<number | undefined> {
  try {
    const target: unknown[] | null = typeof dest === 'string' ? await pdf.getDestination(dest) : dest
    const [ref] = target ?? []
    if (typeof ref === 'number') return ref + 1
    // The first element of a destination is a reference to its page.
    return ref ? (await pdf.getPageIndex(ref as Parameters<Pdf['getPageIndex']>[0])) + 1 : undefined
  } catch {
    return undefined
  }
}

type TextContent = Awaited<ReturnType<Awaited<ReturnType<Pdf['getPage']>>['getTextContent']>>
type TextItem = Extract<TextContent['items'][number], { str: string }>

/** A piece of text as the document draws it. */
interface Piece extends PdfCell {
  y: number
  size: number
  font: string
  is_mono: boolean
}

/** A gap this wide, in sizes of the text, sets two pieces apart. */
const cell_gap = 1.3
const space_gap = 0.15

/** Puts the pieces of a page together in the order in which the document draws them. */
function* linesOf(
  items: TextContent['items'],
  styles: TextContent['styles'],
  page: number,
): Generator<PdfLine> {
  let line: PdfLine | undefined
  let isAfterSpace = false
  for (const item of items) {
    if (!('str' in item)) continue
    if (item.str.trim() === '') {
      isAfterSpace ||= item.str !== ''
      continue
    }
    const piece = pieceOf(item, styles)
    if (!piece) continue
    if (!line || !isOnLine(piece, line)) {
      if (line) yield line
      const { y, size, font, is_mono, ...cell } = piece
      line = { page, x: cell.x, y, size, font, is_mono, cells: [cell] }
    } else if (isFootnoteMark(piece, line)) {
      continue
    } else {
      extendLine(line, piece, isAfterSpace)
    }
    isAfterSpace = false
  }
  if (line) yield line
}

/** Returns undefined for text that is rotated or too small to see. */
function pieceOf(
  { str, transform, width, fontName }: TextItem,
  styles: TextContent['styles'],
): Piece | undefined {
  const [, skew = 0, slant = 0, rise = 0, x = 0, y = 0] = transform as number[]
  const size = Math.hypot(slant, rise)
  if (Math.abs(skew) > 0.01 || size < 1) return undefined
  const is_mono = styles[fontName]?.fontFamily === 'monospace'
  return { x, end: x + width, text: visible(str), y, size, font: fontName, is_mono }
}

function isOnLine({ x, y, size }: Piece, line: PdfLine): boolean {
  const last = line.cells.at(-1)
  const largest = Math.max(line.size, size)
  return last !== undefined && Math.abs(line.y - y) < 0.55 * largest && x > last.end - 0.5 * largest
}

const isFootnoteMark = ({ text, y, size }: Piece, line: PdfLine): boolean =>
  size < 0.8 * line.size && /^\d{1,3}$/.test(text) && y > line.y + 0.15 * line.size

/** Adds a piece to the last cell of a line, or as a cell of its own after a wide gap. */
function extendLine(line: PdfLine, piece: Piece, isAfterSpace: boolean): void {
  const { x, end, text, y, size, font, is_mono } = piece
  const last = line.cells.at(-1)
  if (!last) return
  const isCode = is_mono && line.is_mono
  const gap = x - last.end
  if (gap > cell_gap * line.size && !isCode) {
    line.cells.push({ x, end, text })
  } else {
    const columns = isCode ? Math.round((gap / size) * 1.7) : 0
    const isApart = isAfterSpace || gap > space_gap * line.size
    const spaces = columns > 1 ? Math.min(columns, 80) : Number(isApart)
    last.text += ' '.repeat(spaces) + text
    last.end = end
  }
  if (size > line.size) Object.assign(line, { size, y, font })
  line.is_mono &&= is_mono
}
