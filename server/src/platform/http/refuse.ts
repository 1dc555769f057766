import { type FieldRefusal, Problem } from '@ozvi/contract'

/** A validation error of one field, to be thrown. */
export const refuse = (field: string, refusal: FieldRefusal) =>
  new Problem('invalid_input', { [field]: [refusal] })
