/** A day without a time is the same day in every time zone once it has its noon. */
export const noonOf = (day: string) => `${day}T12:00:00`
