import { partsOf, type Parts } from '../read-parts.ts'
import { writePdf } from './pdf-text.ts'

/** Writes the lines of a PDF and cuts what they say into parts. @throws Unreadable `no_text`: it is all pictures */
export const pdfParts = (whole: Parameters<typeof writePdf>[0]): Parts => partsOf(writePdf(whole))
