/** A contact in HubSpot, with the properties that were asked for. */
export interface CrmRecord {
  id: string
  properties: Record<string, string>
  updated_at: string
  created_at: string
}

/** Removes what the database doesn’t accept: NUL, and half of a character that the cut divides. */
export const storedText = (text: string, chars_max: number): string =>
  text.replaceAll('\0', '').trim().slice(0, chars_max).toWellFormed()
