export { MessageCards, SentImage } from './message-cards.tsx'
