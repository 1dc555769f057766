import type { Metrics } from '../context/metrics.ts'
import type { Bus } from './bus.ts'

/** Prometheus metrics of the bus. */
export function busMetrics(bus: Bus, { gauge, counter, counters }: Metrics): void {
  gauge('bus_up', 'Whether what this node says comes round to itself.', () => Number(bus.stats().is_up))
  gauge('bus_nodes', 'Other nodes that are heard from.', () => bus.stats().nodes)
  gauge('bus_lag_seconds', 'How long the last message took to come round.', () => bus.stats().lag_ms / 1_000)
  counter('bus_published_total', 'Messages told to other nodes.', () => bus.stats().published)
  counter('bus_heard_total', 'Messages heard of other nodes.', () => bus.stats().heard)
  counter(
    'bus_missed_total',
    'Times that something was missing, and was made good.',
    () => bus.stats().missed,
  )
  counters(
    'bus_refused_total',
    'Messages that were not believed, by reason.',
    'reason',
    () => bus.stats().refused,
  )
}
