import type { HandOverReason, Locale } from '@ozvi/contract'

interface Texts {
  sorry: string
  offer: string
  greeting: string
  thanks: string
  /** @param own_name the assistant's name; may be empty */
  ai_notice(name: string, own_name: string): string
  /** The same for workspaces without a team: no person is promised, and the reason is given. */
  alone: {
    greeting: string
    ai_notice(name: string, own_name: string): string
    /** In place of a hand-over. */
    reasons: Partial<Record<HandOverReason, string>> & Record<'nothing_found', string>
    look_there(name: string, url: string): string
  }
}

const namedEn = (own_name: string) => (own_name ? `${own_name}, ` : '')
const namedSk = (own_name: string) => (own_name ? ` (${own_name})` : '')

/** The assistant's own texts; everything else it sends is quoted. */
export const texts: Record<Locale, Texts> = {
  en: {
    sorry: 'I’m sorry that didn’t help. This may be closer:',
    offer: 'If it does not, I can pass you to a person.',
    greeting:
      'Hello! Ask me anything about our content. I answer with passages from it, and you can talk to a person at any time.',
    thanks: 'You are welcome. Is there anything else you would like to know?',
    ai_notice: (name, own_name) =>
      `You are talking with ${namedEn(own_name)}the automatic assistant of ${name}. It quotes ${name}’s own content, and you can ask for a person at any time.`,
    alone: {
      greeting: 'Hello! Ask me anything about our content. I answer with passages from it.',
      ai_notice: (name, own_name) =>
        `You are talking with ${namedEn(own_name)}the automatic assistant of ${name}. It quotes ${name}’s own content; nobody reads along here.`,
      reasons: {
        nothing_found:
          'I could not find an answer to this in our content, and nobody reads along here to whom I could pass it.',
        asked_for_human:
          'Nobody reads along here, so there is no person I could pass you to. I answer from our own content alone.',
        anger: 'I am sorry about this. Nobody reads along here, so there is no person I could pass you to.',
        loop: 'We seem to be going in circles. I have no other answer, and nobody reads along here to whom I could pass the question.',
        rule: 'I can’t answer this question here, and there is no one I could pass it to.',
        error: 'Something went wrong while I was looking for an answer. Please ask again in a moment.',
      },
      look_there: (name, url) => `You may find more here: [${name}](${url})`,
    },
  },
  sk: {
    sorry: 'Mrzí ma, že to nepomohlo. Toto by mohlo byť bližšie:',
    offer: 'Ak nie, odovzdám vás niekomu z tímu.',
    greeting:
      'Dobrý deň! Opýtajte sa ma na čokoľvek z nášho obsahu. Odpovedám úryvkami z neho a kedykoľvek môžete hovoriť s človekom.',
    thanks: 'Nie je začo. Chceli by ste vedieť ešte niečo?',
    ai_notice: (name, own_name) =>
      `Hovoríte s automatickým asistentom ${name}${namedSk(own_name)}. Cituje z vlastného obsahu ${name} a kedykoľvek si môžete vyžiadať človeka.`,
    alone: {
      greeting: 'Dobrý deň! Opýtajte sa ma na čokoľvek z nášho obsahu. Odpovedám úryvkami z neho.',
      ai_notice: (name, own_name) =>
        `Hovoríte s automatickým asistentom ${name}${namedSk(own_name)}. Cituje z vlastného obsahu ${name}; správy tu nikto nečíta.`,
      reasons: {
        nothing_found:
          'Odpoveď na toto som v našom obsahu nenašiel a správy tu nikto nečíta, preto otázku nemám komu odovzdať.',
        asked_for_human:
          'Správy tu nikto nečíta, preto vás nemám komu odovzdať. Odpovedám iba z nášho vlastného obsahu.',
        anger: 'Mrzí ma to. Správy tu nikto nečíta, preto vás nemám komu odovzdať.',
        loop: 'Zdá sa, že sa točíme v kruhu. Inú odpoveď nemám a správy tu nikto nečíta, preto otázku nemám komu odovzdať.',
        rule: 'Na túto otázku tu nemôžem odpovedať a správy nikto nečíta, preto ju nemám komu odovzdať.',
        error: 'Pri hľadaní odpovede sa niečo pokazilo. Skúste sa, prosím, o chvíľu opýtať znova.',
      },
      look_there: (name, url) => `Viac možno nájdete tu: [${name}](${url})`,
    },
  },
}
