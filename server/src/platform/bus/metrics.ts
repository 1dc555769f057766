import type { Metrics } from '../context/metrics.ts'
import type { Bus } from './bus.ts'

/** Prometheus metrics of the bus. */
export function busMetrics(
  bus: Bus,
  { gauge, counter, counters }: Metrics,
  invalid_realtime: () => number,
): void {
  gauge('bus_up', '1 while this node receives its own messages.', () => Number(bus.stats().is_up))
  gauge('bus_nodes', 'Other nodes that are connected.', () => bus.stats().nodes)
  gauge('bus_lag_seconds', 'Round-trip time of the last message.', () => bus.stats().lag_ms / 1_000)
  counter('bus_published_total', 'Messages sent to other nodes.', () => bus.stats().published)
  counter('bus_received_total', 'Messages received from other nodes.', () => bus.stats().received)
  counter('bus_missed_total', 'Gaps detected and recovered from.', () => bus.stats().missed)
  counters('bus_rejected_total', 'Messages rejected, by reason.', 'reason', () => bus.stats().rejected)
  counter(
    'realtime_invalid_messages_total',
    'Invalid messages of other nodes about live connections.',
    invalid_realtime,
  )
}
