import { deleteReportEmail, getReportEmail, type ReportSchedule, updateReportEmail } from '@ozvi/contract'
import { call } from '#platform/calls/api-client.ts'

export const loadReportEmail = (integration_id: string) => call(getReportEmail, { integration_id })

export const saveReportEmail = (integration_id: string, schedule: ReportSchedule) =>
  call(updateReportEmail, { integration_id, ...schedule })

export const stopReportEmail = (integration_id: string) => call(deleteReportEmail, { integration_id })
