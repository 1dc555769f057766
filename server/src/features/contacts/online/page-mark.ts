/** Whether a page mark says a time as the database wrote it. */
export const isTime = (value: string) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(value)
/** The same, or the place of those who were never seen. */
export const isTimeOrNever = (value: string) => value === '-infinity' || isTime(value)
