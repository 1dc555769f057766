import type { HandOverReason, Locale } from '@ozvi/contract'

interface Texts {
  sorry: string
  offer: string
  greeting: string
  /** The reply to “Are you a bot?” and “What can you do?”. */
  about_assistant: string
  farewell: string
  thanks: string
  acknowledged: string
  declined: string
  /** After “Yes” to the question whether there is anything else. */
  invitation: string
  /** After a follow-up such as “Why?” that the content doesn't answer. */
  nothing_more: string
  /** @param own_name the assistant's name; may be empty */
  ai_notice(name: string, own_name: string): string
  /** Texts for workspaces without a team: they promise no person and give the reason. */
  alone: {
    greeting: string
    about_assistant: string
    nothing_more: string
    ai_notice(name: string, own_name: string): string
    /** In place of a hand-over. */
    reasons: Partial<Record<HandOverReason, string>> & Record<'nothing_found', string>
    look_there(name: string, url: string): string
  }
}

const namedEn = (own_name: string) => (own_name ? `${own_name}, ` : '')
const namedSk = (own_name: string) => (own_name ? ` (${own_name})` : '')

/** The assistant's own texts; everything else it sends is quoted, or written by a language model from quotes. */
export const texts: Record<Locale, Texts> = {
  en: {
    sorry: 'I’m sorry that didn’t help. This may be closer:',
    offer: 'If this isn’t what you need, I can connect you with a person.',
    greeting: 'Hi! Ask me anything. I answer from our content, and you can talk to a person at any time.',
    about_assistant:
      'I’m an automated assistant. Ask me anything: I answer from our content, and you can talk to a person at any time.',
    farewell: 'Have a nice day! I’m here if you need anything else.',
    thanks: 'You’re welcome! Is there anything else I can help with?',
    acknowledged: 'Is there anything else I can help with?',
    declined: 'All right. I’m here if you need anything else.',
    invitation: 'What would you like to know?',
    nothing_more: 'I couldn’t find anything more about this. Would you like to talk to a person?',
    ai_notice: (name, own_name) =>
      `You’re chatting with ${namedEn(own_name)}the automated assistant of ${name}. It answers from ${name}’s own content. You can ask for a person at any time.`,
    alone: {
      greeting: 'Hi! Ask me anything. I answer from our content.',
      about_assistant: 'I’m an automated assistant. Ask me anything: I answer from our content.',
      nothing_more: 'I couldn’t find anything more about this in our content.',
      ai_notice: (name, own_name) =>
        `You’re chatting with ${namedEn(own_name)}the automated assistant of ${name}. It answers from ${name}’s own content. There’s no team in this chat.`,
      reasons: {
        nothing_found:
          'I couldn’t find an answer to this in our content, and there’s no team here to hand this over to.',
        asked_for_human:
          'There’s no team here, so I can’t connect you with a person. I answer only from our own content.',
        anger: 'I’m sorry about this. There’s no team here, so I can’t connect you with a person.',
        loop: 'We seem to be going in circles. I don’t have another answer, and there’s no team here to hand this over to.',
        rule: 'I can’t answer this question here, and there’s no team to hand this over to.',
        error: 'Something went wrong while I was finding an answer. Please ask again in a moment.',
      },
      look_there: (name, url) => `You might find more here: [${name}](${url})`,
    },
  },
  sk: {
    sorry: 'Mrzí ma, že to nepomohlo. Toto by mohlo byť bližšie:',
    offer: 'Ak to nie je ono, spojím vás s niekým z tímu.',
    greeting:
      'Dobrý deň! Opýtajte sa ma na čokoľvek. Odpovedám z nášho obsahu a kedykoľvek môžete hovoriť s človekom.',
    about_assistant:
      'Som automatický asistent. Opýtajte sa ma na čokoľvek: odpovedám z nášho obsahu a kedykoľvek môžete hovoriť s človekom.',
    farewell: 'Pekný deň! Ak budete ešte niečo potrebovať, napíšte.',
    thanks: 'Nie je za čo! Môžem vám ešte s niečím pomôcť?',
    acknowledged: 'Môžem vám ešte s niečím pomôcť?',
    declined: 'Dobre. Ak budete ešte niečo potrebovať, napíšte.',
    invitation: 'Čo by ste chceli vedieť?',
    nothing_more: 'Viac sa mi o tom nepodarilo nájsť. Chcete hovoriť s niekým z tímu?',
    ai_notice: (name, own_name) =>
      `Píšete si s automatickým asistentom ${name}${namedSk(own_name)}. Odpovedá z vlastného obsahu ${name}. Kedykoľvek si môžete vyžiadať človeka.`,
    alone: {
      greeting: 'Dobrý deň! Opýtajte sa ma na čokoľvek. Odpovedám z nášho obsahu.',
      about_assistant: 'Som automatický asistent. Opýtajte sa ma na čokoľvek: odpovedám z nášho obsahu.',
      nothing_more: 'Viac sa mi o tom v našom obsahu nepodarilo nájsť.',
      ai_notice: (name, own_name) =>
        `Píšete si s automatickým asistentom ${name}${namedSk(own_name)}. Odpovedá z vlastného obsahu ${name}. V tomto chate nie je žiadny tím.`,
      reasons: {
        nothing_found:
          'Odpoveď na toto som v našom obsahu nenašiel a nie je tu tím, ktorému by som otázku odovzdal.',
        asked_for_human:
          'Nie je tu žiadny tím, preto vás nemôžem spojiť s človekom. Odpovedám iba z nášho vlastného obsahu.',
        anger: 'Mrzí ma to. Nie je tu žiadny tím, preto vás nemôžem spojiť s človekom.',
        loop: 'Zdá sa, že sa točíme v kruhu. Inú odpoveď nemám a nie je tu tím, ktorému by som otázku odovzdal.',
        rule: 'Na túto otázku tu nemôžem odpovedať a nie je tu tím, ktorému by som ju odovzdal.',
        error: 'Pri hľadaní odpovede sa niečo pokazilo. Skúste sa, prosím, o chvíľu opýtať znova.',
      },
      look_there: (name, url) => `Viac možno nájdete tu: [${name}](${url})`,
    },
  },
}
