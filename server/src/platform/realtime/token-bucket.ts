/** A rate limit per second with a burst: unused tokens are saved up to the burst. */
export class TokenBucket {
  readonly #per_ms: number
  readonly #burst: number
  #left: number
  #at_ms = performance.now()

  constructor(per_s: number, burst = per_s) {
    this.#per_ms = per_s / 1_000
    this.#burst = burst
    this.#left = burst
  }

  #refill() {
    const now_ms = performance.now()
    this.#left = Math.min(this.#burst, this.#left + (now_ms - this.#at_ms) * this.#per_ms)
    this.#at_ms = now_ms
  }

  /** Whether the full burst is available. */
  get isFull(): boolean {
    this.#refill()
    return this.#left >= this.#burst
  }

  /** Takes a token; false if none is left. */
  take(): boolean {
    this.#refill()
    if (this.#left < 1) return false
    this.#left--
    return true
  }
}
