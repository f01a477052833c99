/** Words that are seldom nouns, made from WordNet by `npm run make:word-vectors`. */
import { wordSet } from './english.ts';

/** Those that are mostly verbs. */
export const VERBS: ReadonlySet<string> = wordSet(
  `abandon abide abound absorb abstain abuse accelerate accept acclaim accommodate accompany accord accumulate
  accuse achieve acknowledge acquire activate adapt add adhere adjust administer admire admit adopt advertise
  advise advocate affect affirm afford agree alienate align allay allege alleviate allocate allow alter amend
  analyze announce anticipate apologize appear appease applaud appoint appreciate approve argue arise arrange
  arrest articulate ascend ascertain ask aspire assassinate assemble assert assess assign assist associate
  assume assure attach attain attend attract attribute audition authorize avenge avert avoid await bake ban
  barbecue bat bear beat become beg begin behave believe belong bend beset bet beware bid bind birdie bite
  blame blend blink boast bob bode boil bore borrow bother bounce boycott brace break breathe broaden budge
  build bump burn burst bury buy buzz bypass calculate call cancel capitalize capture care carry carve catch
  cater cause cease cede celebrate certify chant characterize chat cheat chevy chew choke choose chop
  circulate circumvent cite clamp clarify classify climb clutch coincide collaborate collect collide combine
  commemorate commence commit communicate commute compare compel compensate compete compile complain
  complicate compose comprise conceal concede concentrate conclude condemn conduct confer confess confirm
  conform confront confuse congratulate connect conquer consider consist consolidate consort constitute
  construct consult consume contain contemplate contend continue contradict contribute convene converge
  convert convey convict convince cook cooperate coordinate cope correspond cough count cover crane crawl
  create creep criticize cross crouch cruise crush cultivate curse curtail cut dampen dare dart dash deal
  decide declare decorate decrease dedicate deepen defend defer define deflect defuse defy delay delegate
  delete deliver demonstrate denote denounce deny depart depend depict deploy deport deposit derail descend
  describe deserve designate destabilize destroy detain detect deter deteriorate determine detonate develop
  devise devote diagnose dictate die differ differentiate dig digest dilute dine dip disagree disappear
  disappoint disarm disband discard disclose discourage discover discriminate discuss dismantle dismiss dispel
  disperse display dispose disrupt dissolve dissuade distract distribute disturb diversify divert divide
  divulge dodge dominate don donate downgrade download drag drain draw dread drill drip drop drown dub duck
  dump duplicate dwell earn ease eat edit educate elect elevate eliminate embark embarrass emerge emit
  emphasize employ empower emulate enact encompass encourage endanger endorse endure enforce engage enhance
  enjoy enlarge enlist enrich enroll ensure entail enter entertain entice envision envy equip eradicate erase
  erode erupt escalate escape evacuate evade evaluate evoke evolve examine excel exclude execute exert exhaust
  exhibit exist expand expect expedite expel expire explain explode exploit explore export expose express
  extend extract extradite facilitate fade fail fall feel fell fend fetch fight file fill finalize finance
  find fix flee flip float flop follow forbid forecast foresee forge forget forgo formulate foster found
  freeze fry fulfil fulfill fumble fuse fuss gain gamble gather gaze generate glue govern grab grapple grasp
  greet grind grow guarantee guide halt handle hang happen harden harry hasten hatch hate haul heal hear help
  hesitate hide highlight hijack hinder hint hire hit hitch hold hook hop huddle hug hum hunt hurry hustle
  identify ignite ignore illustrate imagine impeach impede implement impose impress improve incite include
  incorporate indicate indict induce indulge infect infiltrate inflict inform inhabit inherit inhibit initiate
  inject injure insert insist inspect inspire install institute instruct insure integrate intend intensify
  inter interact intercept interfere interpret interrupt intervene intimidate introduce invade invent invest
  investigate invite invoke involve isolate jeopardize jerk join josh jump justify keep kick kidnap kill knock
  lag lam laugh launch lay lead lean leap learn leave legalize lend lessen levy liberate lie lift linger
  listen locate lodge loom loosen lose lounge lower lure lynch madden mainline maintain make manage manifest
  manipulate mar mark marry marvel match materialize maximize measure mediate meet melt mend mention merge
  migrate minimize miss mistrust mitigate mix mobilize modernize modify monitor motivate mount mourn move muse
  muster nab navigate neglect negotiate nestle nod nominate normalize notice notify nudge obey observe
  obstruct obtain occupy occur offend offer offset operate oppose opt organise organize orient originate oust
  outnumber outperform outweigh overcome overdose overhaul overlap overlook override overrun oversee overtake
  overthrow overturn overwhelm owe pack paint pardon participate pass pat pay peck peel peer penetrate pepper
  perch perform permit persist persuade pick pierce pinch plague play plead pledge plunge podcast poke ponder
  pop portray pose possess postpone pour pray preach precede precondition predict prefer preheat prepare
  prescribe preserve preside press pretend prevail prevent print privatize probe proclaim prod produce
  prohibit prolong promote prompt propel propose prosecute prosper protect prove provide provoke publicize
  puff pull punch pursue push put putt puzzle qualify quarrel quell quit quote raise ram rap rape ratify reach
  react read reaffirm realise realize reap reassure rebuild rebuke recall recapture recast recess reclaim
  recognise recognize recommend reconcile reconsider reconstruct recount recoup recover recreate redeem
  redesign reduce refer refinance refine reflect refrigerate refuse regain regard register regroup regulate
  rehabilitate reign reimburse reinforce reinstate reiterate reject rejoin relate relax relieve relocate
  remain remake remember remind remove render renegotiate renew renounce renovate reopen reorganize repay
  repeat repel replace replicate represent reprise reproduce require rescue resemble resent reserve reshape
  reside resign resist resolve resort respond restart restore restrain restrict restructure resume retain
  retaliate rethink retire retreat retrieve return reunite revamp reveal revere reverse revert review revise
  revisit revitalize rewrite rid ride rip rise rival roam roast rob roll rotate rove rub run rust sag sail
  salute salvage satisfy save scan scare scramble scratch scream scrub secede secure seek seem seize select
  sell send serve settle sever shake shave shine shoot shorten shout show shrink shrug shuffle shun shuttle
  sigh signify simmer simplify simulate sink sip sire sit skid skip slam slap slash slide slip smash smuggle
  snag snap snatch sneak snub soak soar soften solicit solidify solve soothe sour sow spacewalk spare speak
  specialize specify speculate spend spill spin spit splash spoil sponsor sprawl spread sprinkle squeeze
  stabilise stabilize stand stare start stay steal steam steer stifle stimulate stir stoke stop streamline
  strengthen stretch strike stud stumble stun submit subscribe subsidize suck sue suffer suggest summon
  supervise suppose suppress surpass surrender surround suspect suspend sustain swallow sway swear sweep swim
  symbolize sync tack tailor take talk tap teach tear tell tend terminate testify thrash threaten throw thrust
  thwart tighten tilt tolerate topple torture toss touch transform translate transmit transplant travel
  traverse tread treat trim try tuck tug tumble turn twist uncover underestimate undergo underline undermine
  underscore understand undertake undo unfold unify unite unleash unload unlock unravel unseat unveil update
  upgrade uphold urge use usher utilize utter vary verify vie violate visit vow wade wait walk wander warn
  warp warrant watch weaken wear weigh welch welcome weld whip whisper whistle widen wield win wipe withdraw
  withhold withstand wonder woo worry worsen wrap wreck wrest wrestle write yield zoom`,
);
const OTHERS = wordSet(
  `abdominal ablaze abnormal aboard abroad abrupt absent absolute abstract absurd abundant academic accessible
  accurate acidic actual acute adamant additional adequate adjacent adrift adverse aeronautical aesthetic afar
  afloat afraid african aft after afterward afterwards agile agrarian agricultural aground ahead ain airborne
  akin alas alert algebraic algerian alike allergic aloft alone aloud alpine alternate altogether always
  ambient american ample analytical ancestral ancient andean anecdotal anew anglican angry angular anti
  antique antitrust anymore apart apiece apocalyptic apostolic apparent appellate appropriate approximate apt
  arbitrary arcane archaeological archaic archeological architectural archival ardent arid aristocratic
  aromatic arrogant artificial artistic ashore aside asleep astronomical athletic atmospheric atomic atop
  auburn audible austere authentic authoritarian autobiographical autocratic automatic average avian avid
  awake aware awash awesome awhile awkward awry back backward backwards bacterial bad bader bald ballistic
  bankrupt barbaric bare barefoot basal base basic bats bce beaten beforehand behavioral behind belgian
  beneficial benevolent benign best better biblical big bigger biggest bilateral billion biographical
  biological biomedical bipartisan bipolar bitter bizarre black bland blatant bleak blind blond bloodiest
  bloody blown blunt bogus bold bonnie born bosnian bound bovine brash brave brazen brazilian brief bright
  brighter brightest brilliant brisk broad broadband broader broadest broke broken brown brutal budgetary
  built bulletproof bumpy buoyant bureaucratic burnt busiest busy calm candid canonical cardiac cardiovascular
  caroline casual catastrophic catchy celebratory celestial cellular central cerebral certain cervical chaotic
  charismatic cheap cheaper cheapest chinese choppy christian chronic chronological cinematic circular civic
  civil civilian clad clandestine classical clean clear clearer clement clerical clever climatic clinical
  close closer closest cloudy clumsy coarse coastal coherent cold colder collegiate colonial colossal comic
  commercial common communal compassionate compatible competent complacent complete complex compliant
  compulsory computational conceptual conciliatory concurrent conditional confident confidential
  confrontational congregational congressional consistent constant consular contemporary continental continual
  contractual controversial convenient conventional corporate correct correctional corrupt cosmic countrywide
  cozy crackers crazy creamy credible creepy crimson critical crucial crude cruel cuban cubic culinary
  cultural cumbersome curt customary cute cyclical cylindrical cynical damn damp dark darker darkest daylong
  dead deaf decent deductible deep deeper deepest defiant deficient definite defunct deliberate delicate
  deluxe democratic dense dental dependent desperate destitute detrimental developmental devoid devout dexter
  diagnostic diagonal dietary different difficult digital dim dimensional diplomatic dire direct dirty
  disciplinary discreet discrete discretionary discriminatory dishonest dismal disparate disproportionate
  distant distinct distraught divergent divers diverse divine divisional dizzy doctoral domestic dominant
  dormant dorsal downright downstairs downstream downward draconian dramatic drastic drawn driven drunken dry
  dual dull dumb dusty dutch dynamic dysfunctional eager earlier earliest easier easiest eastern eastward easy
  ecclesiastical eclectic ecological economic economical ecstatic ecumenical edgy educational eerie efficient
  eight eighteen eighteenth eighth eighty elaborate elastic eldest electoral electric electrical
  electromagnetic electronic elegant elementary eleven eleventh eligible eloquent embryonic eminent emotional
  emphatic empirical empty energetic enigmatic enough enthusiastic entire entrepreneurial environmental
  episcopal equal erect erotic errant erratic erstwhile essential eternal ethical ethnic european evangelical
  eventual everyday everywhere evident evolutionary exact excellent exceptional exemplary exempt exotic
  expeditionary experimental explicit exploratory exquisite extant external extinct extra extracurricular
  extraordinary extravagant exuberant factual faint fair fake fallen false familiar fancy fantastic far
  farther fast faster fastest fat fatal faulty faux feasible federal feeble feisty feminine fertile fervent
  fetal feudal fewer fewest fictional fierce fiercest fiery fifteen fifteenth fifth fifty filthy final
  financial fine finest finite first firsthand fiscal fit flagrant flashy flat flexible floral fluent flush
  focal fond forbidden foreign foremost forensic forever forfeit forgotten formal former forth fortunate forty
  forward forwards foul four fourteen fourth fragile frail frank frantic fraternal fraudulent fraught free
  freer frequent fresh frigid frozen full functional fundamental funky funny furthermore futile futuristic
  fuzzy galactic gay generational genetic gentle genuine geographic geographical geological geometric
  geopolitical ghanaian giddy gigantic given glacial glad global gloomy golden gone good governmental gradual
  grand graphic graphical grassroots grassy gravitational gray great greater greatest greedy green grim gritty
  gross grotesque grown gruesome gubernatorial guilty haggard hairy halfway handheld handmade handsome
  handwritten handy happier happy hard hardcore harder hardest hardline harsh harsher harshest hasty heady
  healthier healthy heard heartfelt hearty heavier heaviest heavy hectic hefty held hereditary herein heroic
  hesitant hidden high higher highest himalayan historic historical homegrown homemade honest honorary
  horizontal horrible horrific horticultural hostile hot hotter hottest huge human humane humble humid hungry
  hurt hydraulic hydroelectric hypothetical iconic icy identical ideological idle ignorant ill illegal illicit
  illiterate imaginary immaculate immature immediate immense imminent immoral immortal impartial impatient
  imperfect implicit important impossible impractical improper inaccessible inaccurate inadequate
  inappropriate incompatible incomplete inconsistent incorrect incredible incremental indecent indefinite
  independent indian indifferent indirect indiscriminate indoor indoors industrial inefficient ineligible
  inept inferior infinite inflammatory inflationary influential informal inherent inhuman inhumane initial
  inland innate inner innocent insane insecure insignificant inspirational instead institutional instructional
  instrumental insufficient intact integral intelligent intense intentional intercollegiate intercontinental
  interdisciplinary interfaith intermediate intermittent internal international intestinal intimate intricate
  intrinsic introductory invincible invisible invitational involuntary inward ironic irrational irregular
  irrelevant irresistible irresponsible irreversible islamic italian jain japanese jittery journalistic
  jubilant judicial juicy jumbo keen kept kinetic known lackluster lacy laden laid lao large larger largest
  last late later latest latter lavender lax lazy leafy least legal legendary legitimate lengthy lenient
  lesser lethal lifelong likewise limp linear linguistic lite literal literary little liturgical local lofty
  logical logistical lone long longer longest longtime loose lost loud louder lousy low lowest loyal lucent
  lucky lukewarm lunar lyrical macroeconomic mad made magical magnetic magnificent main majestic major
  managerial mandatory manic marginal marian marital maritime maroon marxist masculine maternal mathematical
  mature mayoral meager meanwhile mechanical medical medicinal medieval mediocre melodic mental mercantile
  mere merry messier messy metabolic metallic meteorological metropolitan micro microscopic mid midway
  midwestern mighty migratory mild milder militant military milky minimal ministerial minor mistaken
  misunderstood mobile mock moderate modern modest modular moist moldovan molecular monastic monetary montane
  monthlong monumental moral moribund moroccan motivational muddy multicultural multilateral multinational
  multiple mundane municipal murky muscular musical mute mutual mystic mystical mythical mythological
  napoleonic narrow narrower nasal nascent nasty national nationalistic nationwide natural nautical naval near
  nearby nearer nearest neat necessary nee needs negligent negligible neither neo neural neurological neutral
  never new newborn newer newest newfound next nine nineteenth ninety ninth noble noisy nomadic nominal non
  nonexistent nonviolent normal northbound northeastern northern northernmost northward northwestern nostalgic
  noteworthy nuclear numerical nutritional nuts obese obligatory obscene obscure obsolete occasional
  occupational odd offshore oft old older oldest olympic onetime online onstage onward onwards opaque open
  operatic operational opposite optical optimal optimistic optional oral orbital orchestral ordinary organic
  organizational oriental original ornate orthodox outdoor outdoors outer outright outspoken outward ovarian
  overall overboard overdue overland overnight overseas overt paid pale papal paramount paranoid parental
  parisian parliamentary parochial partial particular particulate passionate paternal pathetic patriotic
  pauline peculiar pediatric penal peninsular perennial perfect perhaps periodic peripheral permanent
  permissible perpetual persistent personal pessimistic phenomenal philanthropic philosophical phony
  photographic physical physiological picturesque pink pivotal placid plain planetary plausible pleasant
  plenary plum poetic poignant polar polite political poor poorer poorest popular pornographic posh possible
  postal posterior postwar potent practical pragmatic precautionary precise predatory predominant preferential
  pregnant prehistoric preliminary premature preparatory present presidential pretty prevalent prewar pricey
  primary prime prior pristine private pro problematic procedural professional proficient profound prolific
  prominent promotional prone proper proportional proud proven provincial provisional prudent prudential
  psychedelic psychiatric psychological pulmonary pure purple quaint quasi quick quicker quickest quiet
  quieter quirky quits racial radial rainy rampant random randy rapid rare rational raw ready real realistic
  reborn recent reciprocal recreational rectangular recurrent redundant regal regimental regional regular
  regulatory relevant reliant reluctant reminiscent remote residential resilient resistant resolute
  respiratory responsible resurgent retaliatory revolutionary rhetorical rhythmic rich richer richest rife
  rigid ripe risen risky robotic robust rocky rosy rotten rough roundabout royal rude rudimentary rural rustic
  rusty sad safe safer safest salty sandy sane sanitary satirical satisfactory savage scant scarce scary
  scenic scientific seasonal second secondary seismic seldom semantic seminal senatorial sensational sensible
  sensory sentimental separate serene seven seventeen seventeenth seventh several severe sexual sexy shadowy
  shady shaken shaky shallow sharp sharpest sheer shiny short shorter shortest shrewd shut sic sick sideways
  significant silent similar simple simpler simplest sincere single singular sinister six sixteen sixteenth
  sixth sixty skeletal skeptical sketchy skinny slack sleek sleepy slender slim slippery sloppy slow slower
  slowest small smaller smallest smart smarter smoky smooth snowy sober social societal socioeconomic soft
  softer solar sold solemn solitary somber someday somehow sometime sometimes somewhat sonic sooner sore sorry
  sought southbound southeastern southern southernmost southward soviet sparse spatial special specific
  spectacular spectral speedy spent spherical spicy spiritual splendid spoken sporadic stagnant stark
  statewide stationary statistical statutory staunch steadfast steady steep stellar sterile stern sticky stony
  stormy stout straight straightforward strange strategic stray stricken strict stricter stringent strong
  stronger strongest struck structural strung stubborn stuck stung stupid sturdy stylistic sublime subsequent
  substantial subtle subtropical suburban sudden sufficient suicidal sunk sunken sunny super superb
  superficial superior supersonic supervisory supplemental supplementary supreme surgical surreal susceptible
  sweet swept swift swollen sworn symbolic symmetric sympathetic symphonic synthetic systematic systemic tacit
  tactical taken tall taller tallest tame tangible tantamount tasmanian tasty technical technological teen
  teenage temperate temporal temporary ten tender tepid terrestrial terrible terrific territorial theatrical
  thematic theological theoretical therapeutic thereafter thereby thereof thermal thick thicker thin third
  thirteen thirty thorny thorough three thrown tidal tight tighter timid tiny titanic titular together
  tolerant tonight topical tops torn torrential tough tougher toughest toxic traditional tragic transatlantic
  transgender transitional transnational transparent traumatic trendy triangular tribal tricky tripartite
  triumphant trivial tropical troublesome true turbulent twelfth twelve twentieth twenty twice two typical
  ultimate ultra unaware unbeaten unborn unbroken uncanny uncertain unclear uncommon unconditional
  unconstitutional unconventional underage undercover underground undersea understood underwater underway
  undone undue uneasy unequal unethical uneven unfair unfamiliar unfit unfortunate unhappy unhealthy unheard
  unhurt unilateral unique unitary universal unjust unknown unlucky unnecessary unofficial unorthodox unpaid
  unpleasant unpopular unrealistic unsafe unseen unsold unsure untold untrue unusual unwelcome upfront upper
  upright upscale upset upstairs upstate upstream upward upwards urban urgent usual utmost vacant vague vain
  valiant valid vascular vast verbal versatile vertical vibrant victorian vigilant violent viral virtual
  virulent visible visual vital vivid vocal vocational volatile volcanic vulgar wacky warm wary wayward weak
  weaker weakest wealthier wealthiest wealthy weary wee weeklong weird western westward wet whatsoever white
  whole wide wider widespread widest wild windy wise withdrawn witty wooden woody worldwide worn worrisome
  worse worst worthwhile worthy woven written wrong wrought yearlong yellow young younger youngest`,
);
export const SELDOM_NOUNS: ReadonlySet<string> = new Set([...VERBS, ...OTHERS]);
