import type { fileLimits } from '@ozvi/contract'
import { fileTypeFromBuffer } from 'file-type'
import { beginsWithTag } from '#platform/files/begins-with-tag.ts'

type Ending = (typeof fileLimits.endings)[number]
interface Kind {
  content_type: string
  /** The library's name for the content; none for plain text, which it can't detect. */
  found: readonly string[]
}
const text = (content_type: string): Kind => ({ content_type, found: [] })
const office = { content_type: 'application/octet-stream', found: ['cfb'] }
const open = (ending: string, name: string): Kind => ({
  content_type: `application/vnd.${name}`,
  found: [ending],
})
const kinds: Record<Ending, Kind> = {
  jpg: { content_type: 'image/jpeg', found: ['jpg'] },
  jpeg: { content_type: 'image/jpeg', found: ['jpg'] },
  png: { content_type: 'image/png', found: ['png', 'apng'] },
  gif: { content_type: 'image/gif', found: ['gif'] },
  webp: { content_type: 'image/webp', found: ['webp'] },
  pdf: { content_type: 'application/pdf', found: ['pdf'] },
  rtf: { content_type: 'application/rtf', found: ['rtf'] },
  zip: { content_type: 'application/zip', found: ['zip'] },
  txt: text('text/plain'),
  log: text('text/plain'),
  md: text('text/markdown'),
  csv: text('text/csv'),
  json: text('application/json'),
  doc: { ...office, content_type: 'application/msword' },
  xls: { ...office, content_type: 'application/vnd.ms-excel' },
  ppt: { ...office, content_type: 'application/vnd.ms-powerpoint' },
  docx: open('docx', 'openxmlformats-officedocument.wordprocessingml.document'),
  xlsx: open('xlsx', 'openxmlformats-officedocument.spreadsheetml.sheet'),
  pptx: open('pptx', 'openxmlformats-officedocument.presentationml.presentation'),
  odt: open('odt', 'oasis.opendocument.text'),
  ods: open('ods', 'oasis.opendocument.spreadsheet'),
  odp: open('odp', 'oasis.opendocument.presentation'),
  mp3: { content_type: 'audio/mpeg', found: ['mp3'] },
  m4a: { content_type: 'audio/mp4', found: ['m4a', 'mp4'] },
  ogg: { content_type: 'audio/ogg', found: ['ogg', 'oga', 'opus'] },
  wav: { content_type: 'audio/wav', found: ['wav'] },
  mp4: { content_type: 'video/mp4', found: ['mp4', 'm4v'] },
  mov: { content_type: 'video/quicktime', found: ['mov'] },
  webm: { content_type: 'video/webm', found: ['webm', 'mkv'] },
}
/** Browsers treat a text that starts with one of these as a page, whatever its name. */
const pageTags = ['!doctype', 'html', 'head', 'body', 'script', 'svg', 'iframe', '?xml', '?php']
const head_bytes = 64 * 1024
const isTextByte = (byte: number) => byte >= 32 || byte === 9 || byte === 10 || byte === 12 || byte === 13

/**
 * Detects the type of a file whose extension is accepted and matches its content. Runs in a thread, because
 * the library reads far into some files.
 *
 * @returns its content type; undefined for everything else: programs, pages, drawings with scripts, other
 * extensions
 */
export async function sniff({
  name,
  bytes,
}: {
  name: string
  bytes: Uint8Array
}): Promise<string | undefined> {
  const ending = /\.([a-z0-9]+)$/.exec(name.toLowerCase())?.[1] ?? ''
  if (!Object.hasOwn(kinds, ending)) return undefined
  // Checked above to be a key.
  const { content_type, found: row } = kinds[ending as Ending]
  const type = await fileTypeFromBuffer(bytes)
  if (row.length > 0) return type && row.includes(type.ext) ? content_type : undefined
  const head = bytes.subarray(0, head_bytes)
  const isText = !type && head.every(isTextByte)
  if (!isText) return undefined
  const start = Buffer.from(head)
    .toString('latin1')
    .replace(/^ï»¿/, '')
  return beginsWithTag(start, pageTags) ? undefined : content_type
}
