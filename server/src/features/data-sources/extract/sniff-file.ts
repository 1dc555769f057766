import { beginsWithTag } from '#platform/files/begins-with-tag.ts'
import type { ContentFormat } from './read-content.ts'
import { decode } from './encoding.ts'
import { ExtractionError } from './extraction-error.ts'

/** What an uploaded file may be. */
export type FileFormat = ContentFormat | 'pdf' | 'docx' | 'csv'

const formats: Record<string, { format: FileFormat; types: RegExp }> = {
  md: { format: 'markdown', types: /^text\/(x-)?(markdown|plain)$/ },
  markdown: { format: 'markdown', types: /^text\/(x-)?(markdown|plain)$/ },
  txt: { format: 'text', types: /^text\/plain$/ },
  html: { format: 'html', types: /^(text\/html|application\/xhtml\+xml)$/ },
  htm: { format: 'html', types: /^(text\/html|application\/xhtml\+xml)$/ },
  pdf: { format: 'pdf', types: /^application\/(x-)?pdf$/ },
  docx: {
    format: 'docx',
    types: /^application\/(zip|vnd\.openxmlformats-officedocument\.wordprocessingml\.document)$/,
  },
  // Windows calls it a sheet of Excel, where Excel is installed.
  csv: { format: 'csv', types: /^(text\/(csv|plain)|application\/(csv|vnd\.ms-excel))$/ },
}
/** What browsers send for an ending they do not know. */
const no_claim = /^(application\/octet-stream)?$/
const signatures = [
  '%PDF',
  'PK\x03\x04',
  '\x89PNG',
  'GIF8',
  '\xff\xd8\xff',
  '\x7fELF',
  'MZ\x90',
  '\x1f\x8b',
  '{\\rtf',
  '\xd0\xcf\x11\xe0',
]
/** A Word document, and the container of an encrypted one. */
const packages = ['PK\x03\x04', '\xd0\xcf\x11\xe0']
/** A file shows what it is at its beginning. */
const head_bytes = 200_000
/** Other bytes can come before the signature of a PDF. */
const pdf_start_bytes = 1_024
const page_tag = /<(!doctype\s+html|html|head|body|title|main|article|section|div|p|h[1-6]|ul|ol|table)[\s>]/i
const page_starts = ['!doctype', 'html', 'head', 'body', 'script', 'svg', '?xml', '?php']

/**
 * What an uploaded file is, when its ending, its declared type and its content agree.
 *
 * @throws ExtractionError `wrong_type` when they do not, `bad_encoding` for bytes that are no text, `no_text`.
 */
export function sniffFile(file: { name: string; declared_type: string; bytes: Uint8Array }): FileFormat {
  const ending = /\.([a-z]+)$/.exec(file.name.toLowerCase())?.[1] ?? ''
  const cached = Object.hasOwn(formats, ending) ? formats[ending] : undefined
  const declared = file.declared_type.toLowerCase().split(';')[0]?.trim() ?? ''
  if (!cached || !(no_claim.test(declared) || cached.types.test(declared)))
    throw new ExtractionError('wrong_type')
  if (file.bytes.length === 0) throw new ExtractionError('no_text')

  // One character per byte; a TextDecoder of that name reads windows-1252, where some bytes are others.
  const start = Buffer.from(file.bytes.subarray(0, pdf_start_bytes)).toString('latin1')
  if (cached.format === 'pdf') {
    if (!start.includes('%PDF-')) throw new ExtractionError('wrong_type')
    return 'pdf'
  }
  if (cached.format === 'docx') {
    if (!packages.some((signature) => start.startsWith(signature))) throw new ExtractionError('wrong_type')
    return 'docx'
  }
  if (signatures.some((signature) => start.startsWith(signature))) throw new ExtractionError('wrong_type')
  const text = decode(file.bytes.subarray(0, head_bytes))
  if (!text.trim()) throw new ExtractionError('no_text')
  const head = text.slice(0, 100_000)
  const isRight = cached.format === 'html' ? page_tag.test(head) : !beginsWithTag(head, page_starts)
  if (!isRight) throw new ExtractionError('wrong_type')
  return cached.format
}
