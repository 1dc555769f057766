/* A separate module, loaded only by lists with custom field filters. */
export { matchesFieldConditions } from '@ozvi/contract'
