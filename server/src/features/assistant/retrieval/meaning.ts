// Combines the ranking by words with the passages nearest in meaning.
import { answerConfidenceRange } from '@ozvi/contract'
import type { Ranking } from './ranking.ts'
import type { Near } from './vector-store.ts'

/** The nearest passages that take part in the ranking. */
export const NEAREST_RANKED = 20
/** Reciprocal rank fusion: the larger, the less the first ranks count. */
const FUSION_K = 20
/** With fewer vectors it can't be determined whether the nearest one is an outlier. */
const COMPARED_MIN = 5
/** Below every `answer_confidence_min`: meaning alone never makes an answer that is given without doubt. */
const CONFIDENCE_MAX = (answerConfidenceRange.min - 1) / 100

/** The passages nearest in meaning to a question. */
export interface Meaning {
  /** Position by passage, from 1. */
  ranks: ReadonlyMap<number, number>
  /** How likely a passage answers, 0 to `CONFIDENCE_MAX`, as far as its meaning shows. */
  confidence(passage_id: number): number
}

/**
 * Rescales similarities, because models differ in how similar they rate unrelated texts: the median of the passages
 * becomes 0, equal meaning 1.
 *
 * @param nearest nearest first
 */
export function readMeaning(nearest: readonly Near[]): Meaning {
  const median = nearest[Math.floor(nearest.length / 2)]?.similarity ?? 1
  const similarities = new Map(nearest.map(({ id, similarity }) => [id, similarity]))
  return {
    ranks: new Map(nearest.slice(0, NEAREST_RANKED).map(({ id }, position) => [id, position + 1])),
    confidence(passage_id) {
      const similarity = similarities.get(passage_id)
      if (similarity === undefined || nearest.length < COMPARED_MIN || median >= 1) return 0
      return Math.min(CONFIDENCE_MAX, Math.max(0, (similarity - median) / (1 - median)))
    },
  }
}

/** Ranks by words and meaning. Scores keep their scale: the best one is that of the best passage by words. */
export function fuse(ranking: Ranking, { ranks }: Meaning): Ranking {
  if (!ranks.size) return ranking
  const top = ranking.hits[0]?.score || 1
  const scored = ranking.hits.map((hit, position) => {
    const by_words = hit.score > 0 ? 1 / (FUSION_K + position + 1) : 0
    const rank = ranks.get(hit.candidate.id)
    return { hit, fused: by_words + (rank === undefined ? 0 : 1 / (FUSION_K + rank)) }
  })
  const best = Math.max(...scored.map(({ fused }) => fused))
  const hits = scored
    .map(({ hit, fused }) => ({ ...hit, score: (top * fused) / best }))
    .sort((left, right) => right.score - left.score || left.candidate.id - right.candidate.id)
  return { ...ranking, hits }
}
