export const referenceRoot = '/documentation/api/reference'
