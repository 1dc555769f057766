/** Whether a cursor contains a time as PostgreSQL formats it. */
export const isTime = (value: string) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(value)
/** The same, or the position of contacts never seen. */
export const isTimeOrNever = (value: string) => value === '-infinity' || isTime(value)
