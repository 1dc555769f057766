import type { CopilotFailure } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'

/** Why the language model's text isn't used, in one sentence. */
export const failureText = (failure: CopilotFailure, t: Translate) => t(`copilot.failure_${failure}`)
