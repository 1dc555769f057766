/** 220 words a minute, a common value for adults reading plain prose. */
export const minutesToRead = (words: number) => Math.max(1, Math.round(words / 220))
