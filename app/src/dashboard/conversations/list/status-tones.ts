export const statusTones = {
  open: 'primary',
  waiting: 'neutral',
  snoozed: 'warning',
  resolved: 'success',
  spam: 'danger',
} as const
