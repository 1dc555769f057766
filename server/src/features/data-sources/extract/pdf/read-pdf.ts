import { tasksOf, type Threads } from '#platform/threads/index.ts'
import type { Parts } from '../read-parts.ts'
import { ExtractionError } from '../extraction-error.ts'
import type { PdfBookmark, PdfLine, PdfPages } from './pdf-lines.ts'

const linesTask = tasksOf<typeof import('./pdf-lines.ts')>(new URL('./pdf-lines.ts', import.meta.url))
const partsTask = tasksOf<typeof import('./pdf-parts.ts')>(new URL('./pdf-parts.ts', import.meta.url))

/** More lines than the longest manuals have. */
const lines_max = 300_000
const time_max_ms = 10 * 60_000

/**
 * Reads a PDF in short tasks, so that other work gets its turn in the thread.
 *
 * @throws TaskFailed or ExtractionError with the reason that a member reads.
 */
export async function readPdf(threads: Threads, bytes: Uint8Array): Promise<Parts> {
  const started = performance.now()
  const lines: PdfLine[] = []
  let bookmarks: PdfBookmark[] = []
  let title: string | null = null
  for (let from: number | null = 1; from !== null;) {
    const pages: PdfPages = await threads.run(linesTask('readPdfLines'), { bytes, from })
    if (pages.bookmarks) bookmarks = pages.bookmarks
    if (pages.title) title = pages.title
    for (const line of pages.lines) lines.push(line)
    if (lines.length > lines_max) throw new ExtractionError('too_large')
    if (performance.now() - started > time_max_ms) throw new ExtractionError('too_complex')
    from = pages.next
  }
  return threads.run(partsTask('pdfParts'), { lines, bookmarks, title })
}
