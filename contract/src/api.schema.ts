import * as z from 'zod/mini'
import type { ObjectSchema, Schema, Schemas } from './api.ts'

const noFields = z.object({})
/** For routes that answer without content beyond success: `{ data: null }`. */
export const Nothing = z.null()

/** The schemas of one route. Routes without `input` take no fields. */
export function schemas<O extends Schema, I extends ObjectSchema = typeof noFields>(
  declared: Omit<Schemas<I, O>, 'input'> & { input?: I },
): Schemas<I, O> {
  // `I` defaults to the empty object exactly when no input was declared.
  return { input: noFields as unknown as I, ...declared }
}

/** An integer in a query string. */
export const queryInt = (minimum: number, maximum: number, fallback: number) =>
  z._default(z.coerce.number().check(z.int(), z.gte(minimum), z.lte(maximum)), fallback)
