const paths = {
  back: 'M15 5l-7 7 7 7',
  clip: 'M20 11.5l-8.2 8.2a5 5 0 0 1-7.1-7.1l8.5-8.5a3.4 3.4 0 0 1 4.8 4.8l-8.4 8.4a1.7 1.7 0 0 1-2.4-2.4l7.7-7.7',
  close: 'M18 6 6 18M6 6l12 12',
  smile: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM9 9.6v.2M15 9.6v.2M8.4 14c1.7 2.6 5.5 2.6 7.2 0',
  more: 'M5 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0ZM11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0ZM17 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0Z',
  send: 'M12 19V5M5.5 11.5 12 5l6.5 6.5',
  answer: 'M9 14.5 4 9.5l5-5M4 9.5h9.5a6 6 0 0 1 6 6v4',
  go: 'M9 5l7 7-7 7',
  down: 'M12 5v14M5.5 12.5 12 19l6.5-6.5',
  spark: 'M12 3.5c.6 4.6 3 7 7.5 8.5-4.5 1.5-6.9 3.9-7.5 8.5-.6-4.6-3-7-7.5-8.5 4.5-1.5 6.9-3.9 7.5-8.5Z',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.8-3.6 3.7-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7v5l3.5 2',
  page: 'M14 3.5H7a1.5 1.5 0 0 0-1.5 1.5v14A1.5 1.5 0 0 0 7 20.5h10a1.5 1.5 0 0 0 1.5-1.5V8ZM14 3.5V8h4.5M9 13h6M9 16.5h4',
  out: 'M9 5H5v14h14v-4M13 4h7v7M20 4l-9 9',
} as const

/** Decorative: the meaning is in text next to it, or in a label. */
export const Icon = ({ name, size = 20 }: { name: keyof typeof paths; size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)
