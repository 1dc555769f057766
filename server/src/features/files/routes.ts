import * as contract from '@ozvi/contract'
import type { FastifyRequest } from 'fastify'
import { writingVisitor } from '#features/contacts'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import { networkOf } from '#platform/rates.ts'
import * as service from './service.ts'

const limits = { bytes_max: contract.fileLimits.bytes_max }
const memberLimit = { name: 'member-file', points: 120, per_s: 60 }
const visitorLimit = { name: 'visitor-file', points: 30, per_s: 300 }
/** The bearer token: one visitor, however many share their network. */
const perVisitor = ({ headers, ip }: FastifyRequest) => headers.authorization ?? networkOf(ip)

export function fileRoutes(on: On) {
  on.upload(contract.uploadFile, member('conversations.answer'), limits, service.uploadFile, {
    limits: [{ limit: memberLimit }],
  })
  on.upload(contract.uploadVisitorFile, writingVisitor, limits, service.uploadVisitorFile, {
    limits: [{ limit: visitorLimit, key: perVisitor }],
  })
}
