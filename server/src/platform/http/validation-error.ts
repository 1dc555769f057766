import { type FieldErrorCode, Problem } from '@ozvi/contract'

/** A validation error of one field, to be thrown. */
export const validationError = (field: string, refusal: FieldErrorCode) =>
  new Problem('invalid_input', { [field]: [refusal] })
