import type { Locale } from '@ozvi/contract'

/** What the assistant says in its own words; everything else it says is quoted. */
export const texts = {
  en: {
    may_help: 'I am not certain, but this may help:',
    offer: 'If it does not, I can pass you to a person.',
    greeting:
      'Hello! Ask me anything about our content. I answer with passages from it, and you can talk to a person at any time.',
    thanks: 'You are welcome. Is there anything else you would like to know?',
    ai_notice: (name: string) =>
      `You are talking with the automatic assistant of ${name}. It quotes ${name}’s own content, and you can ask for a person at any time.`,
  },
  sk: {
    may_help: 'Nie som si istý, ale toto by mohlo pomôcť:',
    offer: 'Ak nie, odovzdám vás niekomu z tímu.',
    greeting:
      'Dobrý deň! Opýtajte sa ma na čokoľvek z nášho obsahu. Odpovedám úryvkami z neho a kedykoľvek môžete hovoriť s človekom.',
    thanks: 'Nie je začo. Chceli by ste vedieť ešte niečo?',
    ai_notice: (name: string) =>
      `Hovoríte s automatickým asistentom ${name}. Cituje z vlastného obsahu ${name} a kedykoľvek si môžete vyžiadať človeka.`,
  },
} as const satisfies Record<Locale, object>
