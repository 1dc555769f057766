/** The reader's time zone for queries by day; old browsers may not provide it. */
export const browserTimeZone = () => ({
  time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
})
