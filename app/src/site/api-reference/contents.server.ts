import type { ApiResource } from '@ozvi/contract'
import type { Operation, Resource } from './reference.server.ts'

/** Resources with their operations, for navigation. */
export type Contents = { name: ApiResource; operations: Pick<Operation, 'id' | 'title' | 'method'>[] }[]

export const contentsOf = (reference: readonly Resource[]): Contents =>
  reference.map(({ name, operations }) => ({
    name,
    operations: operations.map(({ id, title, method }) => ({ id, title, method })),
  }))
