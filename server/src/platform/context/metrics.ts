import { Counter, Gauge, type Registry } from 'prom-client'

/** Metrics whose values are read when scraped. */
export function createMetrics(registry: Registry) {
  const registers = [registry]
  return {
    gauge(name: string, help: string, read: () => number): void {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
    },
    counter(name: string, help: string, read: () => number): void {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset()
          this.inc(read())
        },
      })
    },
    /** One counter per value of a label. */
    counters(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void {
      new Counter({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          this.reset()
          for (const [value, count] of Object.entries(read())) this.inc({ [label]: value }, count)
        },
      })
    },
  }
}
export type Metrics = ReturnType<typeof createMetrics>
