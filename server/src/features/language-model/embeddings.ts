import type { Egress } from '#platform/egress/index.ts'
import { type Endpoint, ModelError, type ModelTimings, withClient } from './connection.ts'

/** Numbers of a vector. Bit strings and arrays of the database hold more; models have at most 4,096. */
const dimensions = { min: 2, max: 8_192 }
/** 64 vectors of 4,096 numbers, written with ten digits. */
const response_bytes_max = 8_000_000
const float_bytes = 4

/** Numbers from JSON, or from base64 as some servers send them. */
function readNumbers(value: unknown): number[] | undefined {
  if (Array.isArray(value)) return value.every((each) => typeof each === 'number') ? value : undefined
  if (typeof value !== 'string') return undefined
  const bytes = Buffer.from(value, 'base64')
  return Array.from({ length: Math.floor(bytes.length / float_bytes) }, (_, position) =>
    bytes.readFloatLE(position * float_bytes),
  )
}

/** A vector of length 1. @throws ModelError `unreadable` if it has no direction */
function normalize(value: unknown): number[] {
  const numbers = readNumbers(value) ?? []
  const length = Math.hypot(...numbers)
  if (
    numbers.length < dimensions.min ||
    numbers.length > dimensions.max ||
    !(length > 0 && length < Infinity)
  )
    throw new ModelError('unreadable')
  return numbers.map((each) => each / length)
}

/** The vectors of a response, in the order of the texts. */
function readVectors(data: unknown, count: number): number[][] {
  if (!Array.isArray(data) || data.length !== count) throw new ModelError('unreadable')
  const vectors = new Map(
    data.map((each: { index?: unknown; embedding?: unknown } | null) => [
      each?.index,
      normalize(each?.embedding),
    ]),
  )
  return Array.from({ length: count }, (_, position) => {
    const vector = vectors.get(position)
    if (vector?.length !== vectors.get(0)?.length || !vector) throw new ModelError('unreadable')
    return vector
  })
}

/**
 * Turns texts into vectors of length 1: yields one for each text, in their order and with the same dimension.
 *
 * @throws ModelError whatever goes wrong; vectors that are missing, not finite or different in dimension are `unreadable`
 */
export const embedTexts = (
  egress: Egress,
  endpoint: Endpoint,
  texts: readonly string[],
  timings: ModelTimings,
): AsyncGenerator<number[], void> =>
  withClient(egress, endpoint, timings, response_bytes_max, async function* (client) {
    const { data } = await client.embeddings.create({
      model: endpoint.embedding_model,
      input: [...texts],
      // By default the client asks for base64, which not every server knows.
      encoding_format: 'float',
    })
    yield* readVectors(data, texts.length)
  })
