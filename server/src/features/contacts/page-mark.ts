/** Whether a page mark says a time as the database wrote it. */
export const isTime = (value: string) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(value)
