import { fold } from '../analysis/fold.ts'
import { includesPhrase, readPhrases } from './phrases.ts'

/** What a question asks for: the same words may want steps, a definition, a figure or a reason. */
export type QuestionKind = 'how_to' | 'definition' | 'figure' | 'trouble' | 'difference' | 'other'

/** Folded, in English and Slovak. The first kind that fits counts, in this order. */
const kinds: readonly (readonly [QuestionKind, ReturnType<typeof readPhrases>])[] = [
  [
    'difference',
    readPhrases(`
      (difference|differences|differ|compare|comparison|versus|vs)
      (rozdiel*|porovnan*|odlisuj*|lisi)
      (better|worse) (than)
      (which|what) (one)? (should|shall) (i|we) (use|choose|pick|take)
      (co|ktory|ktora|ktore) je (lepsie|lepsi|lepsia|vyhodnejsi*)
    `),
  ],
  [
    'figure',
    readPhrases(`
      how (many|much|long|old|far|often|big|large|tall|fast|soon|small)
      what (year|date|time|percent|number|size|port|hours)
      what (is|are) the (price|cost|limit|maximum|minimum|number|fee|default|opening|rate)
      (price|cost|costs|maximum|minimum|fee|fees|hours|kolko|kolkych|kolkym|kedy|dokedy|odkedy|cena|ceny|cennik|poplatok|pokuta|lehota)
      (ako|aka|ake|aky|akej|akou) (dlho|dlha|dlhe|casto|cislo|velky|velka|velke|rychlo|vysoky|vysoka|vysoke|suma|vyska)
      (na akom cisle|za kolko|od akej|o kolko|do akej)
      (are|is) (you|they|we|it|the|your|still|shop|store|office|branch)* open
      open (today|tomorrow|now|late|until|till|on|at)
      (otvorene|otvoreny|otvaracie)
    `),
  ],
  [
    'trouble',
    readPhrases(`
      (why|error|errors|fails|failed|failing|crash|crashes|broken|stuck|wrong|slow|missing|problem|trouble)
      (does|do|is|did|can|could|will|would|has|have) (not|nt) (it)?
      (doesnt|dont|isnt|didnt|cant|cannot|wont|hasnt|keeps|stopped)
      (not) (working|work|able|showing|loading|found|possible)
      (preco|chyba|chybu|chyby|nefunguj*|nejde|nejdu|nedari|nemozem|nezobrazuj*|nenacita*|nespusti*|neda|problem*|porucha|pokazen*|neprisl*|nevidim|zabudol|zabudla|stratil*|nepamatam|pomaly|pomala|pomale)
    `),
  ],
  [
    'definition',
    readPhrases(`
      (what|whats) (is|are|does|do|s) (a|an|the|it)? 
      (meaning|define|definition|explain) (of)?
      (co|cim) (je|su|znamena|znamenaju|sa rozumie|to je)
      (vyznam|definicia|vysvetli|vysvetlite)
    `),
  ],
  [
    'how_to',
    readPhrases(`
      (how|where|steps|guide|instructions)
      (can|could|may|should) (i|we|you)
      (is it|is there) (possible|a way|any way)
      (ako|kde|kadial|navod|postup)
      (da|dalo|daju|mozem|mozeme|mozno|moze|viem|vieme) (sa|si)?
      (chcem|potrebujem|chcela|chcel|potreboval*)
    `),
  ],
]

/** A request without a question word ("rename a branch") asks how to. */
export function kindOf(text: string): QuestionKind {
  const folded = fold(text.toLowerCase())
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  if (folded[0] === 'when') return 'figure'
  return kinds.find(([, phrases]) => includesPhrase(phrases, folded))?.[0] ?? 'other'
}
