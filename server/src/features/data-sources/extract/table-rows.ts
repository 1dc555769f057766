import { readRows } from './csv.ts'

/**
 * Reads the cells of a CSV file or of copied cells. Runs in a thread.
 *
 * @throws ExtractionError with the reason shown to the member
 */
export const readTableRows = ({ bytes, rows_max }: { bytes: Uint8Array; rows_max: number }): string[][] =>
  readRows(bytes, { rows_max })
