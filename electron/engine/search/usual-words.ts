// Words that hold sentences together. In a library of a few passages they look rare, and a question would be judged by them.

/** Articles, pronouns, prepositions, conjunctions, auxiliaries and question words; folded as `fold-words.ts` folds them. */
const byLanguage = {
  es: `a al algo alguien algun alguna ante antes asi aun aunque bajo bien cada como con contra cual cuales cuando cuanta cuantas cuanto cuantos de del desde donde dos durante e el ella ellas ellos en entre era eran eres es esa ese eso esos esta estaba estan estar este esto estos estoy fue fueron ha hace hacen hacer haceis hacia hago han has hasta hay he hemos la las le les lo los mas me mi mis mucho muy nada ni no nos nosotros o os otra otro para pero poco por porque puede pueden puedo podeis que quien quienes se sea ser si sin sobre solo son soy su sus tambien tan tanto te tengo tiene tienen teneis toda todas todo todos tras tu tus un una unas uno unos usted va vamos van voy y ya yo`,
  en: `a about after all also am an and any are as at be because been before being both but by can could did do does doing for from get had has have having he her here hers him his how i if in into is it its just like may me might more most must my no nor not now of off on once one only or other our out over own s shall she should so some such t than that the their them then there these they this those through to too under until up us very was we were what when where which while who whom whose why will with would you your`,
  de: `ab aber als also am an auch auf aus bei beim bin bis bist da damit dann das dass dein dem den denn der des die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es etwas euch euer fur gegen hab habe haben hat hatte hier ich ihm ihn ihr ihre im in ist ja jede jedem jeden jeder jedes kann kein keine konnen man mehr mein meine mich mir mit muss mussen nach nicht nichts noch nun nur ob oder ohne sein seine seit sich sie sind so soll sollen uber um und uns unser unter vom von vor wann war waren was weil welche welcher welches wem wen wenn wer werden wie wieder wir wird wo zu zum zur`,
  fr: `a ai ainsi apres au aucun aussi autre aux avant avec avez avoir avons c ce cela ces cet cette ceux chaque chez comme comment d dans de depuis des deux donc dont du elle elles en encore entre es est et etaient etait etes etre eux faire fait faut il ils j je jusque l la le les leur leurs lors lui m ma mais me meme mes moi moins mon n ne ni nos notre nous on ont ou par parce pas peu peut peux plus pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se sera ses si son sont sous sur t ta te tes toi ton tous tout toute toutes tres tu un une vers vos votre vous y`,
  it: `a ad ai al alla alle allo anche c che chi ci come con cosa da dai dal dalla dalle dei del della delle dello di do dopo dove due e ed era erano essere fa fino fra gli ha hai hanno ho i il in io l la le lei li lo loro lui ma me mentre mi mia mio molto ne nei nel nella nelle no noi non nostro o ogni per perche piu poi prima puo quale quali quando quanto quella quelle quelli quello questa queste questi questo qui se sei senza si sia siamo solo sono sopra sotto su sua sue sugli sui sul sulla suo te ti tra tu tua tuo tutti tutto un una uno vi voi`,
  pt: `a ao aos aquela aquele as ate com como da das de dela dele depois do dos e ela elas ele eles em entre era essa esse esta estao estar este eu foi ha isso isto ja la lhe mais mas me mesmo meu minha muito na nao nas nem no nos nossa nosso num numa o onde os ou para pela pelas pelo pelos pode por porque qual quando quanto que quem se sem ser seu seus so sobre sua suas tambem te tem ter um uma voce voces`,
  nl: `aan al alle als altijd ben bij dan dat de der deze die dit doen door dus een en er ge geen had heb hebben heeft het hier hij hoe hun ik in is ja je kan kunnen maar me meer men met mij mijn moet na naar niet nog nu of om omdat onder ons ook op over te tot u uit uw van veel voor waar wanneer waren was wat we wel wie wij worden wordt zal ze zich zij zijn zo zonder`,
  ru: `а без более бы был была были было быть в вам вас во вот все всего вы где да для до его ее если есть еще же за и из или им их к как какая какие какой когда кто ли мне можно мы на над надо нас не него нет ни но о об он она они от по под после потому при про с сколько со так также там то того тоже только том тут ты у уже чего чем что чтобы эта эти это этот я`,
  pl: `a albo ale bez bo by byc byl byla bylo co czy dla do gdy gdzie go i ich ile im ja jak jaka jakie jaki jako je jego jej jest jestem jezeli juz kiedy kto ktora ktore ktory ma mi mnie moze mozna na nad nie niz o od on ona one po pod przed przez przy sa sie so ta tak takze tam te tego tej ten to tu tylko u w we wiec z za ze`,
  tr: `ama ancak bana bazi ben bir biz bu bunu cok da daha de degil diye en gibi hangi hem her icin ile ise kac kadar ki kim mi mu nasil ne neden nerede niye o ona onu onlar sen siz sonra su tum var ve veya ya yok`,
  ar: `الى ان او اي اين التي الذي انا انت بعد بين تم حتى ثم حيث ذلك على عن عند غير في قبل قد كان كانت كل كم كيف لا لم لن ليس ما متى مع من منذ نحن هذا هذه هل هناك هو هي و يكون`,
} as const;

const usual: ReadonlySet<string> = new Set(Object.values(byLanguage).flatMap((words) => words.split(' ')));

/**
 * As if every library held this many more passages, in which the usual words occur in that share and no others do.
 * It decides what is rare while a library is small, and is lost in a large one.
 */
export const priorPassages = 100;
const usualShare = 0.3;

/** In how many of the {@link priorPassages} a folded word is taken to occur. */
export function priorCount(word: string): number {
  return usual.has(word) ? priorPassages * usualShare : 0;
}

/** Whether a folded word only holds sentences together. */
export function isUsualWord(word: string): boolean {
  return usual.has(word);
}
