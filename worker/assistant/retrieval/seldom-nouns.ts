/** Words that are seldom nouns, made from WordNet by `npm run make:word-vectors`. */
export const SELDOM_NOUNS: ReadonlySet<string> = new Set(
  `abandon aboard abroad absolute abuse academic accept accompany accord accurate accuse achieve acknowledge
  acquire across activate actual adamant adapt add adequate adjacent admissible admit adopt advertise advise
  advocate affect afford afraid african afterward afterwards agree agricultural ahead alert allege allow alone
  along alternate always amaze amend american ancient angelic angry animate animize announce annual anti
  anticipate anymore anywhere apart apparent appear appoint appropriate approve approximate architectural
  argue arrange arrest artistic aside ask assemble assess assign assist associate assume assure athletic
  atmospheric atomic attach attend attract attribute authorize automatic autonomic average avoid await aware
  back bad ban bare base basic bat bear beat become begin behavioral behind belgian believe belong beneath
  besides best bet better beyond bid big bigger bilateral billion biological bitter black blame blind bloody
  bob born bound boycott brave brazilian break brief bright broad broke broken brown brutal build built burn
  burst bury busy buy call calm canadian cancel candid capitalize capture care carry catch cause cease
  celebrate celtic central centralize certain cheap chinese choose christian chronicle circulate cite civic
  civil civilian classical classify clean clear climb clinical close closer clothe coastal cold collaborate
  collapsible collect colombian colonial colour combatant combine comic commandeer commercial commit common
  communal communicate communicational communistic communize compare compensate compete competent complain
  complete complex complicate compose compute concede concentrate conclude condemn conditional conduct confer
  confide confident confirm confront confuse congressional connect consequent consider considerate consist
  consistent constant constitute construct consult consume contain contemporary continental continual continue
  contribute controversial conventional conversational converse convert convict convince cook cooperate
  coordinate cope corporate corporeal correct correspond corrupt count cover crazy create credible critical
  criticise criticize cross crucial crude cruise crystallize cuban cultural custodial cut dark dead deal
  decadent decide declare dedicate deem deep defend defensible define definite delay delegate deliver
  democratic democratize demonstrate denounce deny depart depend dependent deploy deposit depress describe
  designate desperate destine destroy detain determinate determine devastate develop devote devotional die
  differ different difficult diplomatic direct directional dirty disappear disappoint disclose discover
  discriminate discuss dismiss displace display distinct distribute diverse divide domestic dominant dominate
  domineer don donate done dramatic dramatize draw drawn driven drop dry dub dutch eager earlier earliest earn
  ease eastern easy eat economic economical economize eddy edit educate educational efficient eight eighth
  elaborate elect electoral electric electrical electronic elemental elementary eleven eligible eliminate
  elsewhere emerge emotional empirical employ empty encourage endanger endorse enforce engage enhance enjoy
  enough enrich ensure enter entertain entire entitle environmental equal equip erupt escape essential ethical
  ethnic european europeanize evacuate eventual eventuate everywhere evident exact examine excel excellent
  except exceptional excite execute exhibit exile exist existent expand expect expectant expedite expel
  experimental explain explode explore export expose express expressible extend external extra extraordinary
  fail fair fake fall fallen false familiar far fast faster fat fatal federal federalize feel fell ferry fewer
  fictional fierce fifth fight file fill final finance financial find fine first fiscal fit fix flat flee
  follow forecast foreign forever forget forgotten formal former forth fortunate forward foster found four
  fourth frank free freeze frequent fresh frozen frustrate full functional fundamental funny gain gamble
  gather gay generalize generate genetic given global golden gone good gore govern gradual grand graphic
  graphical gray great greater greatest green grey gross grow grown guarantee guide guilty halt handle hang
  happen happy hard harry harsh hate healthy hear heard heavy held help heraldic hidden hide high higher hire
  historical hit hold homeric honest hostile hot huge human humane humanitarian humanize hungarian hunt hurt
  identical identify ignorant ignore ill illegal imagine immediate imperial implement important impose
  impossible impress improve inaugurate include incorporate independent indian indicate indict indoor indoors
  industrial infect inflate influential inform informal inhabit initial initiate injure inner innocent inside
  insist insistent inspect inspirational inspire instal install instead institute institutional instruct
  instructional instrumental insure integral integrate intelligent intelligible intend intense intentional
  inter internal internalize international interstate introduce invest investigate invite involve ironic
  ironical isolate italian itemize japanese jimmy join judicial jump keen keep kick kidnap kill knock known
  laden laid large larger last late later latest latter launch lay lead learn least leave legal legendary
  legislate legitimate legitimize lend liberalize liberate lie lift liquidate listen literal literary literate
  little local locate long longer loose lose lost low lower loyal lucky lyrical mad made magical main maintain
  major make manage mar marginal marinate mark marry martial massacre match materialize meanwhile measure
  mechanical median medical medieval meet mental mention mere merge metallic methodical metropolitan mid
  militant military militate minor miss mix mobile mobilize moderate modern modernize modest modify monitor
  monumental moral moreover motional motivate mount move multiple municipal musical mutual narrow national
  nationalistic nationalize natural naturalize naval near nearby necessary negotiate neutral neutralize never
  new next nine ninth nominal nominate none normal northern notice nuclear numerical obligational oblige
  observant observational observe obtain occasional occupational occupy occur odd offer officiate offset
  offshore old older olympic open operate operational oppose opposite optimal optimistic ordinary organic
  organise organize original originate orthodox otherwise oust outdoor outdoors outside overall overcome
  overhaul overnight overseas overwhelm pack paid paint parental parliamentary partial participate particular
  pass passionate pat patriotic pay pepper perfect perform perhaps periodic permanent permit personal
  personalize persuade petite photographic physical pick pink piratical plain play plead pledge plunge polite
  politic political poor pop popular populate portray pose possess possible postpone practical practise
  predict prefer pregnant preliminary prepare present presentational preserve preside presidential press
  pretty prevent primary prime print prior private pro probe procedural produce professional prominent promote
  promotional prompt proper propose prosecute prosper protect proud prove provide provincial psychological
  publicize pull pure pursue push put qualify quick quiet quit quote racial raise random rape rapid rare raw
  reach read ready real realize rebound rebuild recall recent recess recognize recommend reconstruct recover
  reduce refer reflect refuse regard regardant regimental regional register regular regulate regulatory reign
  reiterate reject relate relevant reluctant remain remember remote remove rename renew repeat replace
  represent representational require rescue reserve reside residential resign resist resistant resolute
  resolve resort respond responsible restore restrict resultant resume retain retire retreat return reveal
  reverse reversible review revise revolutionary rich ride rise rival rob rocky roll rough rout royal run
  rural sad safe satisfy save saw scandalize scatter scientific seasonal second secondary secrete secularize
  secure seek seem segmental seize select sell send sensitize sentimental sentimentalize separate serve settle
  seven seventh sever several severe sexual sharp shoot short show shut shuttle sick significant silent
  similar simple singe single sink sit situate six sixth slam slide slip slow small smaller smart smooth
  smuggle social socialistic socialize soft solar solve somehow sometime sometimes somewhat somewhere sorry
  sought southeastern southern soviet spare speak special specialize specific spectacular speculate spend spin
  spiritual spoken sponsor spread sprint stabilize stand standardize start statistical stay steady steal steam
  stern stop straight strange strategic strengthen stretch strict strike strong structural sub submit
  subsequent substantial substantiate suburban sudden sue suffer sufficient suggest sunny super superior
  supervise suppose supreme surrender surround suspect suspend sustain sweep sweet swim symbolic symbolize
  syrian take taken talk tall teach tear technical technological teen televise tell temporary ten tend
  tensional terminate terrible territorial terrorize testify therefor therefore thick thin third thirty
  threaten three throughout throw tight tiny together tonight topical torn torture touch tough traditional
  transact transitional translate transmissible travel treat tribal trim tropical true try turn twelve twenty
  twice two typical ultimate uncertain underground understand understood unfair unfortunate unique unite
  universal universalize unknown unlike unusual unveil update upper upset urban urbanize urge urgent use usual
  utilize vacate vast victimize violate violent virtual visible visit visual visualize vital vocal vocalic
  vocalize volatile vow wait walk warm warn warrant watch weak wealthy wear welcome western white whole wide
  widespread wild win withdraw wonder wooden worldwide worn worry worse worst wrap wrestle write written wrong
  yellow yield young younger`.split(/\s+/),
);
