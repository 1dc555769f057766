const base_ms = 1_000
const max_ms = 30_000

/** Delay before attempt `tries` (0, 1, …): exponential with jitter. */
export const backoff_ms = (tries: number, random: () => number = Math.random): number =>
  Math.min(max_ms, base_ms * 2 ** tries) * (0.5 + random() / 2)
