let readZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** Replaces how the time zone is read: on the server each request has its own. */
export function setTimeZoneReader(read: () => string) {
  readZone = read
}
/** The reader's time zone for queries by day. */
export const browserTimeZone = () => ({ time_zone: readZone() })
