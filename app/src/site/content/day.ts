/** Noon, so that the date is the same in every time zone. */
export const noonOf = (day: string) => `${day}T12:00:00`
