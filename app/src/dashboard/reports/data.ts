import { type Breakdown, getReport, getReportTable } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/calls/api-client.ts'
import { freshFigures, type ReportSelection } from '#dashboard/home'

/** The numbers stay visible while others are loaded. */
const placeholderData = <T>(before: T | undefined) => before

export const useFilteredReport = (integration_id: string, selection: ReportSelection) =>
  useQuery({
    queryKey: ['filtered-report', { integration_id, ...selection }],
    queryFn: () => call(getReport, { integration_id, ...selection }),
    placeholderData,
    ...freshFigures,
  })
export const useReportTable = (integration_id: string, selection: ReportSelection, by: Breakdown) =>
  useQuery({
    queryKey: ['report-table', { integration_id, by, ...selection }],
    queryFn: () => call(getReportTable, { integration_id, by, ...selection }),
    placeholderData,
    ...freshFigures,
  })
