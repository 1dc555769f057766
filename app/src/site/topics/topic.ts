export type Topic = 'features' | 'solutions'
export const topicOf = (path: string): Topic => (path.startsWith('/features') ? 'features' : 'solutions')
