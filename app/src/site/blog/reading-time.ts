/** At 220 words a minute, a common figure for adults who read plain prose. */
export const minutesToRead = (words: number) => Math.max(1, Math.round(words / 220))
