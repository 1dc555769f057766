/* A separate module, loaded only by lists with custom field filters. */
export { areFieldsWanted } from '@ozvi/contract'
