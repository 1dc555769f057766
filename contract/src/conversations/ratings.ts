export type { Rating } from './ratings.schema.ts'

export const scores = [1, 2, 3, 4, 5] as const
export const ratingCharsMax = 1_000
