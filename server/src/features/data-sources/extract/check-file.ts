import { sniffFile } from './sniff-file.ts'

/**
 * Checks before a file is accepted that its type is right and that it can be opened. Runs in a thread.
 * @throws ExtractionError with the reason shown to the member.
 */
export async function checkFile(file: {
  name: string
  declared_type: string
  bytes: Uint8Array
}): Promise<void> {
  const format = sniffFile(file)
  // Loaded where it is needed: each takes a second to load.
  if (format === 'pdf') return (await import('./pdf/pdf-lines.ts')).checkPdf(file.bytes)
  if (format === 'docx') (await import('./docx.ts')).openDocx(file.bytes)
  if (format === 'csv') (await import('./csv.ts')).readCsv(file.bytes)
}
