/* Durations in milliseconds. A day is 24 hours here; days of the calendar depend on the time zone. */

export const minute_ms = 60_000
export const hour_ms = 3_600_000
export const day_ms = 86_400_000
