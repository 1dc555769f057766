/** The reader's time zone, for what is asked by their days; an old browser may not know it. */
export const browserTimeZone = () => ({
  time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
})
