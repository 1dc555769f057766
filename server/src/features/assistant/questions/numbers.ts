import { fold } from '../analysis/fold.ts'
import { includesPhrase, readPhrases } from './phrases.ts'

/** Questions whose answer is a number, a date or a price; folded, in English and Slovak. */
const numberQuestions = readPhrases(`
  how (many|much|long|old|far|often|big|large|tall|fast)
  what (year|date|time|percent|number)
  what is the (price|cost|limit|maximum|minimum|number)
  (when|price|cost|maximum|minimum|kolko|kedy|dokedy|odkedy|cena)
  (ako dlho|aka dlha|ake cislo|na akom cisle|za kolko|od akej)
  do (kolk*)
`)

/** Whether a good answer probably holds a number. */
export const asksForNumber = (text: string) =>
  includesPhrase(numberQuestions, fold(text.toLowerCase()).split(/\W+/))
