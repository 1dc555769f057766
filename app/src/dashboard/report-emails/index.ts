export { ReportEmailButton } from './report-email-button.tsx'
