/** A contact in HubSpot, with the properties that were asked for. */
export interface CrmRecord {
  id: string
  properties: Record<string, string>
  updated_at: string
  created_at: string
}
