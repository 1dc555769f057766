import { partsOf, type Parts } from '../read-parts.ts'
import { writePdf } from './pdf-text.ts'

/**
 * Writes the lines of a PDF as text and splits it into parts. @throws ExtractionError `no_text`: it has only images
 */
export const pdfParts = (whole: Parameters<typeof writePdf>[0]): Parts => partsOf(writePdf(whole))
