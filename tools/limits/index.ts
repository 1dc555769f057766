import { limitsOfAssistant } from './assistant.ts'
import { limitsOfOperations } from './operations.ts'
import { limitsOfTeam } from './team.ts'

/*
 * Each limit names the feature that would make its sentences false: building the feature fails the test until they
 * are corrected.
 */

export { read } from './product.ts'
export const limits = [...limitsOfAssistant, ...limitsOfTeam, ...limitsOfOperations]
