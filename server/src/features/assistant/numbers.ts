import { fold } from './analysis/fold.ts'

/** Questions whose answer is a number, a date or a price; folded, in English and Slovak. */
const NUMBER_QUESTION =
  /\b(?:how (?:many|much|long|old|far|often|big|large|tall|fast)|what (?:year|date|time|percent|number|is the (?:price|cost|limit|maximum|minimum|number))|when|price|cost|maximum|minimum|kolko|kedy|dokedy|odkedy|ako dlho|aka dlha|cena|ake cislo|na akom cisle|za kolko|od akej|do kolk\w+)\b/

/** Whether a good answer probably holds a number. */
export const asksForNumber = (text: string) => NUMBER_QUESTION.test(fold(text.toLowerCase()))
