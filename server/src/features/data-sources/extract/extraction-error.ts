import { FailureReason } from '@ozvi/contract/schemas'

/** The content cannot be taken; `reason` is what a member reads in the list of items. */
export class ExtractionError extends Error {
  override name = 'ExtractionError'
  reason: FailureReason
  constructor(reason: FailureReason) {
    super(reason)
    this.reason = reason
  }
}
export const isFailureReason = (text: string): text is FailureReason => FailureReason.safeParse(text).success
