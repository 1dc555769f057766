import { fold, words } from '../analysis/fold.ts'
import { includesPhrase, isPhrase, readPhrases } from './phrases.ts'

/*
 * What a message wants other than an answer from the content. Phrases match folded words, so case, diacritics
 * and punctuation don't matter.
 */

/** A human being, in the languages we serve. */
const asksForPerson = readPhrases(`
  (speak|talk|chat|connect|connected|transfer|transferred|switch|pass|put) (me)? (through)? (to|with) (a|an|the|your|some)? (real|live|actual)? (human|person|people|agent|operator|representative|somebody|someone|advisor|colleague|support team|team|staff|employee)
  (want|need|get|give me|prefer|like|find|find me|is there) (to)? (speak to|talk to|see|have)? (a|an|the|any|some)? (real|live|actual) (human|person|agent|operator|representative)
  (want|need|get me|give me|prefer) (a|an)? (human|person|agent|operator|representative)
  (human|live|real) (agent|operator|support|person|help|being)
  customer (service|support) (agent|representative|operator)
  (not|no) (a)? (bot|robot|machine)
  (hovorit|rozpravat|porozpravat|spojit|spojte|prepojit|prepojte|prepoj|komunikovat|pisat|napisat|porozpravat sa) (sa|ma|si)? (s|so|na) (zivym|skutocnym|realnym|niekym|nejakym|vasim)? (clovek*|operator*|niek*|pracovnik*|zamestnanc*|kolegom|kolegynou|agent*|timom|podporou|osobou|poradc*)
  (chcem|potrebujem|prosim|dajte mi|daj mi|radsej|chcela by som|chcel by som|mozem) (ziveho|skutocneho|nejakeho)? (clovek*|operator*|zamestnanc*|pracovnik*)
  (zivy|skutocny|realny|ziveho|skutocneho) (clovek*|operator*|zamestnanec*)
  (prepojit|spojit|prepojte|spojte|prepoj|spoj) (ma)? (prosim)? (s|so|na) (clovek*|operator*|niek*|podpor*|kolegom|timom)
  s clovekom
  nie (s)? (robot*|bot*|strojom)
`)
/** The whole message, when it is nothing but this. */
const asksForPersonAlone = readPhrases(`
  (please|prosim|hi|hello|hey|ahoj|dobry den)? (a|an|the)? (real|live)? (human|person|agent|operator|representative|clovek|cloveka|operatora|zivy clovek|ziveho cloveka|help desk|support) (please|prosim)?
`)

/** A question about how the assistant works isn't a request for a person, unless it is about the asker. */
const questionWords = new Set(
  'when how why what where does can will is kedy ako preco co kde vie moze je'.split(' '),
)
const assistantWords = new Set('assistant bot chatbot bota'.split(' '))
const ownWords = new Set('i me my us we chcem ma mi mna mne nas nam som'.split(' '))

const isAngry = readPhrases(`
  (this|you|it|that|your) (is|are|was|s|re) (so|such|really|absolutely|completely|just)* (a)? (useless|ridiculous|terrible|awful|horrible|worst|scam|joke|disgrace|unacceptable|pathetic|rubbish|garbage)
  (worst|terrible|horrible|awful|useless) (service|support|company|experience|bot)
  (fed up|sick of|had enough|furious|pissed off)
  (fuck*|bullshit|wtf|stupid bot|idiot*)
  (to|toto|ste|ste uplne|vas|vasa|vase|je to|bolo to) (uplne|totalne|absolutne)* (je)? (nanic|hrozne|hrozny|hanba|katastrofa|podvod|neprijatelne|najhorsi*|smiesne|des|zufale)
  (mam|mame) (toho|vas)? (uz)? (dost|po krk)
  (som|sme) (uz)? (nastvan*|nasran*|zuriv*)
  (do riti|do pice|kokot*|idiot*|debil*)
`)
const greeting = readPhrases(`
  (hi|hello|hey|hiya|good morning|good afternoon|good evening|good day|ahoj|cau|nazdar|zdravim|dobry den|dobry vecer|dobre rano|servus|cus) (there|all|everyone|team|vsetci)?
`)
const thanks = readPhrases(`
  (ok|okay|super|great|perfect|skvele|vyborne|fajn)* (thanks|thank you|thx|ty|cheers|dakujem|dakujeme|diky|vdaka|dik) (you|a lot|so much|very much|pekne|krasne|velmi|vam|ti|for help|for your help|for the help|za pomoc|za odpoved)*
`)
/** The message takes note of an answer, and nothing else. */
const acknowledged = readPhrases(`
  (ah|oh|aha|um|hm|hmm|yes|yeah|ok|okay|alright|cool|nice|good|great|super|perfect|fine|i see)* (aha|hm|hmm|ok|okay|alright|all right|cool|nice|good|great|super|perfect|fine|got it|i see|understood|makes sense|that is all|that's all|thats all|good to know)
  (aha|hm|hmm|ano|ok|okay|dobre|jasne|fajn|super|skvele|vyborne)* (aha|hm|hmm|ok|okay|dobre|jasne|fajn|super|skvele|vyborne|paradne|v poriadku|rozumiem|chapem|to je vsetko)
`)
/** The message agrees, and nothing else. */
const agreed = readPhrases(`
  (yes|yeah|yep|sure|ok|okay)* (yes|yeah|yep|sure|yes please|please|please do|do it|do that)
  (ano|hej|jasne|ok|okay)* (ano|hej|ano prosim|prosim|prosim vas|budem rad|budem rada)
`)

/** The message declines, and nothing else. */
const declined = readPhrases(`
  (no|nope|nah|no no|no thanks|no thank you|no that is all|no that's all|not now|not really)
  (nie|nie nie|nie dakujem|nie vdaka|nie to je vsetko|uz nie|ani nie|netreba|nie netreba)
`)

/** The message says that the previous answer didn't help, and nothing else. */
const unhelpful = readPhrases(`
  (no|nope|sorry|but|ok|well|hm|hmm)* (that|this|it|the answer|your answer)? (does not|doesn't|doesnt|did not|didn't|didnt) (really|actually)? (help|helped|work|answer it|answer my question|answer the question|solve it|solve my problem) (me|us|at all|much|sorry|unfortunately)*
  (no|nope|sorry|but|well)* (that|this|it|the answer|your answer)? (is not|isn't|isnt|was not|wasn't|wasnt|is|was|that's not|thats not|not|s not) (really|very|at all)? (helpful|useful|what i asked|what i meant|what i need|what i wanted|what i was looking for|the answer|my question|right|correct|wrong|the wrong answer|unhelpful)
  (not|un) (helpful|useful|what i asked|what i meant|what i need)
  (wrong answer|no help|unhelpful)
  (nie|ale|bohuzial|zial|prepacte|no)* (to|toto|tato odpoved|odpoved)? (mi|nam)? (vobec|velmi|bohuzial)? (nepomohlo|nepomohla|nepomaha|nepomoze|nepomohol) (mi|nam|vobec|bohuzial)*
  (nie|ale|bohuzial|prepacte)* (to|toto)? (nie je|nebolo) (to)? (odpoved|to|ono|spravne|uzitocne|co som chcel|co som chcela|co som hladal|co som hladala|co hladam|co potrebujem|co som sa pytal|co som sa pytala|na co som sa pytal|na co som sa pytala)
  (zla|nespravna) odpoved
`)

export type Intent = 'person' | 'anger' | 'agreed' | SmallTalk | 'unhelpful' | 'question'
export type SmallTalk = 'greeting' | 'thanks' | 'acknowledged' | 'declined'

/** "When does the assistant answer?": a question about the assistant, not to it. */
function asksAboutAssistant([first = '', ...rest]: readonly string[]): boolean {
  if (!questionWords.has(first) || rest.some((word) => ownWords.has(word))) return false
  return rest.slice(0, -1).some((word) => assistantWords.has(word) || word.startsWith('asistent'))
}

/** What the message is, judged by its words alone. */
export function intentOf(text: string): Intent {
  // Phones write ’ for '.
  const folded = words(text.replaceAll('’', "'")).map((word) => fold(word.toLowerCase()))
  const isWish = isPhrase(asksForPersonAlone, folded) || includesPhrase(asksForPerson, folded)
  if (isWish && !asksAboutAssistant(folded)) return 'person'
  if (includesPhrase(isAngry, folded)) return 'anger'
  if (isPhrase(greeting, folded)) return 'greeting'
  if (isPhrase(thanks, folded)) return 'thanks'
  if (isPhrase(agreed, folded)) return 'agreed'
  if (isPhrase(acknowledged, folded)) return 'acknowledged'
  if (isPhrase(declined, folded)) return 'declined'
  if (isPhrase(unhelpful, folded)) return 'unhelpful'
  return 'question'
}
