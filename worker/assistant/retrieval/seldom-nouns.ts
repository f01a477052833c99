/** Words that are seldom nouns, made from WordNet by `npm run make:word-vectors`. */
import { words } from './language.ts';

/** Those that are mostly verbs. */
export const VERBS: ReadonlySet<string> = words(
  `abandon abuse accept accompany accord accuse achieve acknowledge acquire activate adapt add admit adopt
  advertise advise advocate affect afford agree allege allow amaze amend animize announce anticipate appear
  appoint approve argue arrange arrest ask assemble assess assign assist associate assume assure attach attend
  attract attribute authorize avoid await ban bat bear beat become begin believe belong bet bid blame bob
  boycott break build burn burst bury buy call cancel capitalize capture care carry catch cause cease
  celebrate centralize choose chronicle circulate cite classify climb clothe collaborate collect combine
  commandeer commit communicate communize compare compensate compete complain complicate compose compute
  concede concentrate conclude condemn conduct confer confide confirm confront confuse connect consider
  consist constitute construct consult consume contain continue contribute converse convert convict convince
  cook cooperate coordinate cope correspond count cover create criticise criticize cross cruise crystallize
  cut deal decide declare dedicate deem defend define delay delegate deliver democratize demonstrate denounce
  deny depart depend deploy deposit depress describe designate destine destroy detain determine devastate
  develop devote die differ disappear disappoint disclose discover discriminate discuss dismiss displace
  display distribute divide dominate domineer don donate dramatize draw drop dub earn ease eat economize eddy
  edit educate elect eliminate emerge employ encourage endanger endorse enforce engage enhance enjoy enrich
  ensure enter entertain entitle equip erupt escape europeanize evacuate eventuate examine excel excite
  execute exhibit exile exist expand expect expedite expel explain explode explore export expose express
  extend fail fall federalize feel fell ferry fight file fill finance find fix flee follow forecast forget
  foster found freeze frustrate gain gamble gather generalize generate gore govern grow guarantee guide halt
  handle hang happen harry hate hear help hide hire hit hold humanize hunt identify ignore imagine implement
  impose impress improve inaugurate include incorporate indicate indict infect inflate inform inhabit initiate
  injure insist inspect inspire instal install institute instruct insure integrate intend inter internalize
  introduce invest investigate invite involve isolate itemize jimmy join jump keep kick kidnap kill knock
  launch lay lead learn leave legislate legitimize lend liberalize liberate lie lift liquidate listen locate
  lose lower maintain make manage mar marinate mark marry massacre match materialize measure meet mention
  merge militate miss mix mobilize modernize modify monitor motivate mount move nationalize naturalize
  negotiate neutralize nominate notice oblige observe obtain occupy occur offer officiate offset operate
  oppose organise organize originate oust overcome overhaul overwhelm pack paint participate pass pat pay
  pepper perform permit personalize persuade pick play plead pledge plunge pop populate portray pose possess
  postpone practise predict prefer prepare preserve preside press prevent print probe produce promote prompt
  propose prosecute prosper protect prove provide publicize pull pursue push put qualify quit quote raise rape
  reach read realize rebound rebuild recall recess recognize recommend reconstruct recover reduce refer
  reflect refuse regard register regulate reign reiterate reject relate remain remember remove rename renew
  repeat replace represent require rescue reserve reside resign resist resolve resort respond restore restrict
  resume retain retire retreat return reveal reverse review revise ride rise rival rob roll rout run satisfy
  save saw scandalize scatter secrete secularize secure seek seem seize select sell send sensitize
  sentimentalize serve settle sever shoot show shuttle singe sink sit situate slam slide slip smuggle
  socialize solve spare speak specialize speculate spend spin sponsor spread sprint stabilize stand
  standardize start stay steal steam stop strengthen stretch strike sub submit substantiate sue suffer suggest
  supervise suppose surrender surround suspect suspend sustain sweep swim symbolize take talk teach tear
  televise tell tend terminate terrorize testify threaten throw torture touch transact translate travel treat
  trim try turn understand unite universalize unveil update urbanize urge use utilize vacate victimize violate
  visit visualize vocalize vow wait walk warn warrant watch wear welcome win withdraw wonder worry wrap
  wrestle write yield`,
);
const OTHERS = words(
  `aboard abroad absolute academic accurate actual adamant adequate adjacent admissible afraid african
  afterward afterwards agricultural ahead alert alone alternate always american ancient angelic angry animate
  annual anti anymore apart apparent appropriate approximate architectural artistic aside athletic atmospheric
  atomic automatic autonomic average aware back bad bare base basic behavioral behind belgian best better big
  bigger bilateral billion biological bitter black blind bloody born bound brave brazilian brief bright broad
  broke broken brown brutal built busy calm canadian candid celtic central certain cheap chinese christian
  civic civil civilian classical clean clear clinical close closer coastal cold collapsible colombian colonial
  colour combatant comic commercial common communal communicational communistic competent complete complex
  conditional confident congressional consequent considerate consistent constant contemporary continental
  continual controversial conventional conversational corporate corporeal correct corrupt crazy credible
  critical crucial crude cuban cultural custodial dark dead decadent deep defensible definite democratic
  dependent desperate determinate devotional different difficult diplomatic direct directional dirty distinct
  diverse domestic dominant dramatic drawn driven dry dutch eager earlier earliest eastern easy economic
  economical educational efficient eight eighth elaborate electoral electric electrical electronic elemental
  elementary eleven eligible emotional empirical empty enough entire environmental equal essential ethical
  ethnic european eventual everywhere evident exact excellent exceptional existent expectant experimental
  expressible external extra extraordinary fair fake fallen false familiar far fast faster fat fatal federal
  fewer fictional fierce fifth final financial fine first fiscal fit flat foreign forever forgotten formal
  former forth fortunate forward four fourth frank free frequent fresh frozen full functional fundamental
  funny gay genetic given global golden gone good gradual grand graphic graphical gray great greater greatest
  green grey gross grown guilty happy hard harsh healthy heard heavy held heraldic hidden high higher
  historical homeric honest hostile hot huge human humane humanitarian hungarian hurt identical ignorant ill
  illegal immediate imperial important impossible independent indian indoor indoors industrial influential
  informal initial inner innocent insistent inspirational instead institutional instructional instrumental
  integral intelligent intelligible intense intentional internal international interstate ironic ironical
  italian japanese judicial keen known laden laid large larger last late later latest latter least legal
  legendary legitimate literal literary literate little local long longer loose lost low loyal lucky lyrical
  mad made magical main major marginal martial meanwhile mechanical median medical medieval mental mere
  metallic methodical metropolitan mid militant military minor mobile moderate modern modest monumental moral
  motional multiple municipal musical mutual narrow national nationalistic natural naval near nearby necessary
  neutral never new next nine ninth nominal none normal northern nuclear numerical obligational observant
  observational occasional occupational odd offshore old older olympic open operational opposite optimal
  optimistic ordinary organic original orthodox outdoor outdoors overall overnight overseas paid parental
  parliamentary partial particular passionate patriotic perfect perhaps periodic permanent personal petite
  photographic physical pink piratical plain polite politic political poor popular possible practical pregnant
  preliminary present presentational presidential pretty primary prime prior private pro procedural
  professional prominent promotional proper proud provincial psychological pure quick quiet racial random
  rapid rare raw ready real recent regardant regimental regional regular regulatory relevant reluctant remote
  representational residential resistant resolute responsible resultant reversible revolutionary rich rocky
  rough royal rural sad safe scientific seasonal second secondary segmental sentimental separate seven seventh
  several severe sexual sharp short shut sick significant silent similar simple single six sixth slow small
  smaller smart smooth social socialistic soft solar somehow sometime sometimes somewhat sorry sought
  southeastern southern soviet special specific spectacular spiritual spoken statistical steady stern straight
  strange strategic strict strong structural subsequent substantial suburban sudden sufficient sunny super
  superior supreme sweet symbolic syrian taken tall technical technological teen temporary ten tensional
  terrible territorial therefor thick thin third thirty three tight tiny together tonight topical torn tough
  traditional transitional transmissible tribal tropical true twelve twenty twice two typical ultimate
  uncertain underground understood unfair unfortunate unique universal unknown unusual upper upset urban
  urgent usual vast violent virtual visible visual vital vocal vocalic volatile warm weak wealthy western
  white whole wide widespread wild wooden worldwide worn worse worst written wrong yellow young younger`,
);
export const SELDOM_NOUNS: ReadonlySet<string> = new Set([...VERBS, ...OTHERS]);
