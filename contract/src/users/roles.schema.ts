import * as z from 'zod/mini'
import { roles } from './roles.ts'

export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>
