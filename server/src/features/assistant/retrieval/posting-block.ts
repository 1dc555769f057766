// Postings are stored in blocks: one row for a stem and a range of passage numbers, with three bytes for each passage.
// A row for each occurrence is many times larger on disk and slower to read.

/** Passage numbers per block; a full block is 3 KB, small enough to stay in its row. */
export const BLOCK_PASSAGES = 1024
const ENTRY_BYTES = 3
/** Weights are kept in steps of 1/255: plenty to choose candidates by. */
const WEIGHT_STEPS = 255

/** The passages of one block that hold one stem. */
export interface PostingBlock {
  term_id: number
  block: number
  /** Per passage: two bytes for its position in the block, and one for the weight of the stem in it. */
  entries: Uint8Array
}

/** What enters and leaves a block, by place: the weight (0 to 1) of what enters, null for what leaves. */
export type BlockChange = ReadonlyMap<number, number | null>

/** A passage's block and its place in there. */
export const locate = (passage_id: number) => ({
  block: Math.floor(passage_id / BLOCK_PASSAGES),
  place: passage_id % BLOCK_PASSAGES,
})

/** The entries of a block after a change; empty when nothing is left. */
export function changeEntries(entries: Uint8Array, change: BlockChange): Buffer {
  const blocks: Uint8Array[] = []
  for (let index = 0; index < entries.length; index += ENTRY_BYTES)
    if (!change.has(placeAt(entries, index))) blocks.push(entries.subarray(index, index + ENTRY_BYTES))
  for (const [position, weight] of change)
    if (weight !== null)
      blocks.push(
        Uint8Array.of(position >> 8, position & 0xff, Math.max(1, Math.round(weight * WEIGHT_STEPS))),
      )
  return Buffer.concat(blocks)
}

/**
 * The passages that are worth most, best first: their stems' values times weights added up (`sum`), or the value of
 * their most valuable stem (`best`).
 */
export function choosePassages(
  postings: readonly PostingBlock[],
  value_of: ReadonlyMap<number, number>,
  by: 'sum' | 'best',
  limit: number,
  within?: ReadonlySet<number>,
): number[] {
  const scores = new Map<number, Float32Array>()
  for (const { term_id, block, entries } of postings) {
    const value = value_of.get(term_id)
    if (!value) continue
    let of_block = scores.get(block)
    if (!of_block) scores.set(block, (of_block = new Float32Array(BLOCK_PASSAGES)))
    for (let index = 0; index < entries.length; index += ENTRY_BYTES) {
      const position = placeAt(entries, index)
      const before = of_block[position] ?? 0
      const weight = (entries[index + 2] ?? 0) / WEIGHT_STEPS
      of_block[position] = by === 'sum' ? before + value * weight : Math.max(before, value)
    }
  }
  return best(scores, limit, within)
}

/** Keeps the `limit` highest in order while walking through; nearly all are turned away by one comparison. */
function best(
  scores: ReadonlyMap<number, Float32Array>,
  limit: number,
  within?: ReadonlySet<number>,
): number[] {
  const selected: { passage_id: number; score: number }[] = []
  for (const [block, of_block] of [...scores].sort(([left], [right]) => left - right))
    of_block.forEach((score, position) => {
      if (!score || (selected.length === limit && score <= (selected.at(-1)?.score ?? 0))) return
      if (within && !within.has(block * BLOCK_PASSAGES + position)) return
      let at = selected.length
      while (at > 0 && score > (selected[at - 1]?.score ?? 0)) at--
      selected.splice(at, 0, { passage_id: block * BLOCK_PASSAGES + position, score })
      if (selected.length > limit) selected.pop()
    })
  return selected.map(({ passage_id }) => passage_id)
}

const placeAt = (entries: Uint8Array, at: number) => ((entries[at] ?? 0) << 8) | (entries[at + 1] ?? 0)
