/** Words that are seldom nouns, made from WordNet by `npm run make:word-vectors`. */
export const SELDOM_NOUNS: ReadonlySet<string> = new Set(
  `abandon abdominal aberrant abet abide abject ablaze abnormal aboard abound abroad abrupt absent absolute
  absorb abstain abstract absurd abundant abuse academic accelerate accept acclaim accommodate accompany
  accord accredit accrue accumulate accurate accuse accustom ache achieve acknowledge acoustical acquaint
  acquire acquit acrobatic across activate actual acute adamant adapt add adept adequate adhere adjacent
  adjoin adjourn adjust administer admire admissible admit adopt adore adorn adverse advertise advise advocate
  aerobic aerodynamic aesthetic afar affect affectionate affirm affix afford afloat afoot afraid african aft
  afterward afterwards aggravate agile agitate agree agricultural ahead airborne airy akin alert algerian
  alienate alight align alike alkaline allege alleviate allocate allot allow alone along aloof aloud
  alphabetize alter alternate altogether always amass amaze amend american ample amplify amputate amuse
  analyse analytic analytical analyze anatomic anatomical ancestral ancient andean anemic anew angelic
  anglican angry angular animate animize annihilate announce annoy annual antagonistic antagonize anti
  antibiotic antic anticipate antique antitrust anymore anywhere apart apiece apocalyptic apologize apostolic
  apparent appear appease applaud appoint appraise appreciate apprehend appropriate approve approximate apt
  arbitrary arbitrate arboreal archeological architectural ardent argue arise aristocratic arouse arraign
  arrange arrest arrogant arrogate arterial articulate artificial artistic ascend ascertain ascribe ashore
  aside ask asleep aspire assail assemble assert assess assign assimilate assist associate assume assure
  asteroidal astound astray astride astronomical astute asymmetric atheistic athletic atmospheric atomic atone
  atop attach attain attend attest attract attribute attune atypical audible audition augment austere
  authentic authenticate authoritarian authorize automate automatic autonomic avenge average avert avoid await
  awake awaken aware awhile awkward awry back backward backwards bacterial bad badger baffle baggy bake bald
  balk balkanize ban bankrupt baptize barbaric barbecue bare barefoot baronial baroque base basic bask bat
  bathe bear beat become befit befriend beg begin behave behavioral behead behind behold belgian believe
  belligerent bellow belong bemoan bend beneath beneficial beset besides besiege best bestow bet betray better
  beware bewilder beyond biblical bicker bid big bigger bilateral bilingual billion billow bind biochemical
  biographical biological biomedical bipartisan birdie bite bitter bittersweet bizarre black blacken blame
  blanch bland blank blaspheme blatant bleak blend blind blink blister blond bloody blown blunt blush blustery
  boast bob bode boggle bogus boil bold bony boo boomerang borderline bore born borrow bother bounce bound
  bovine boycott brace brag brash brave brazen brazilian break breathe brief bright brilliant brisk brittle
  broad broaden broke broken brown brutal budge budgetary build built bulky bump buoyant bureaucratic burgeon
  burn burnt burst bury bushy bust busy butcher buy buzz bypass calculate calibrate call calm camouflage
  canadian cancel candid canonize canvass caper capitalistic capitalize capitulate captivate capture
  cardiovascular care carefree caricature carry carve cascade casual catapult catastrophic catch categorize
  cater caucus causal cause cease celebrate celestial celtic centenary central centralize centrifuge ceramic
  cerebral cerebrate certain certify chafe chant chaotic characterize chat cheap cheat cheery chestnut chew
  chic chide childlike chinese chipper choke choose chop choreograph choreographic christian chronic chronicle
  chuckle chunky churn cinematic circular circulate cite civic civil civilian clad clamp clandestine clarify
  classical classify clean cleanse clear clench clerical clever climb clinical clockwise clog close closer
  clothe cloudy clumsy clutch coarse coastal coax cock cocky codify coerce coexist coexistent cohere coherent
  coincide cold collaborate collapsible collate collect collegiate colloquial colombian colonial colonize
  colossal colour combatant combine comic commandeer commemorate commence commend commensurate commercial
  commit common communal communicate communicational communistic communize commute compare compatible compel
  compensate compete competent compile complain complete complex complicate complimentary compose comprehend
  compress comprise compute conceal concede concentrate conceptual conciliate conciliatory concise conclude
  concoct concordant concur concurrent condemn condense conditional condone conduct confer confess confide
  confident confidential confine confirm confiscate conform confound confront confuse congenital congratulate
  congratulatory congregate congregational congressional connect connote conquer conscript consequent consider
  considerate consign consist consistent console consolidate consort conspire constant constitute construct
  construe consult consume consummate contain contaminate contemplate contemporary contemptible contend
  continental continual continue contraband contractual contradict contradictory contribute controversial
  convene convenient conventional conventionalize converge conversational converse convert convex convey
  convict convince cook cooperate coordinate cope cordial corporate corporeal correct correlate correspond
  corroborate corrupt cosmic cough count counteract cover covet cozy crafty cram crane cranky crave craven
  crawl crazy creamy crease create credible creep cremate crimson cringe critical criticise criticize cross
  crouch crucial crucify crude cruel cruise crumble crumple crush cryptic crystallize cuban culminate
  cultivate cultural cumbersome curl curse curtail custodial customary cut cute cylindrical cynical damn damp
  dampen dangle dare dark darken darn dart dash daunt dazzle dead deaf deal debilitate decadent decent
  decentralize decide declare decompose decorate decrease decry dedicate deduct deductible deem deep deepen
  defend defensible defer defiant deficient define definite deformational defraud defy degrade delay delegate
  deliberate delicate deliver delve demarcate demean democratic democratize demonstrate demote denominational
  denote denounce dense dental deny depart departmental depend dependent depict deplore deploy depose deposit
  depress deride descend describe desecrate deserve designate desolate desperate despise despondent destine
  destroy detach detain detect deter deteriorate determinate determine detonate detract devastate develop
  developmental deviate devise devote devotional devour devout diagnose diagnostic diagonal dictate die
  dietary differ different differentiate difficult diffuse dig digest digestible dignify diligent dilute dim
  dimensional dine dip diplomatic direct directional dirty disagree disallow disappear disappoint disapprove
  disarm disband disburse discard discern discernible disclose disconnect discontinue discourage discover
  discrete discretionary discriminate discuss disenfranchise disengage dishonest disintegrate dislodge
  dismember dismiss disobedient disparate dispel dispense disperse displace display dispose disproportionate
  disqualify disrupt dissect disseminate dissipate dissolve dissuade distant distill distinct distort distract
  distraught distribute disturb diverge divergent diverse divert divest divide divine divulge dizzy doctrinal
  dodge domestic dominant dominate domineer don donate done dormant downgrade downhill downright downstairs
  downstream downward drab drag drain dramatic dramatize drape drastic draw drawn dread dreamy dreary dribble
  drill drip driven drop drown drunken dry dual dub duck dull dumb dump dunk dupe duplicate dutch dwell
  dwindle dye dynamic eager earlier earliest earn earthy ease eastern eastward easy eat ebb ecclesiastical
  eclectic economic economical economize ecstatic eddy edgy edit educate educational efficient eight eighteen
  eighteenth eighth eighty eject elaborate elapse elastic elate eldest elect electoral electric electrical
  electromagnetic electronic elegant elemental elementary elevate eleven eleventh elicit eligible eliminate
  elongate eloquent elsewhere elude emanate emancipate embark embarrass embezzle embitter emblematic embody
  embolden embroider embroil emerge emeritus emigrate emit emotional emphasize emphatic empirical employ
  empower empty emulate enact encamp encase enchant enclose encompass encourage encroach endanger endear
  endorse endow endure energetic energize enforce engage engrave engulf enhance enigmatic enjoy enlarge enlist
  enough enquire enrage enrich enrol enroll enshrine ensue ensure entail enter entertain enthusiastic entice
  entire entitle entrench entrust envelop environmental envisage envision envy ephemeral epitomize equal
  equate equip eradicate erase erect erode erotic erratic erupt escape esoteric espouse essential etch eternal
  ethereal ethical ethnic etymological eugenic euphoric eurasian european europeanize evacuate evade evaluate
  evangelical evaporate eventual eventuate everyday everywhere evident evoke evolutionary evolve exacerbate
  exact exaggerate exalt examine exasperate excel excellent except exceptional excise excite exclaim exclude
  excommunicate execute exemplify exempt exert exhaust exhibit exile exist existent existential exonerate
  exotic expand expect expectant expedient expedite expel expend experimental expire explain explanatory
  explicit explode exploit exploratory explore export expose express expressible expressionistic exquisite
  extant extend exterminate external extra extract extramarital extraordinary extraterrestrial extravagant
  exuberant facilitate factual fade fail faint fair fake fall fallen false falsify falter familiar fancy
  fantastic far faraway farther farthest fascinate fascist fast faster fat fatal fathom fatty feasible federal
  federalize feeble feel fell feminine ferry fertile fertilize fervent fetch feudal fewer fictional fierce
  fiery fifteen fifteenth fifth fifty fight file fill filthy final finance financial find fine finite first
  firsthand fiscal fit fix fizzle flake flashy flat flatten flatter flee flex flexible flicker flimsy flip
  flirt float flop floral florentine flounder flout fluffy fluoresce fluorescent flush focal follow fond
  forbid forbidden forecast foreclose foreign foremost forensic foresee forestall forever forfeit forge forget
  forgo forgotten formal former formulate forth forthright fortify fortunate forty forward foster foul found
  four fourteen fourteenth fourth fractional fractionate fracture fragile fragmentary fragrant frail frank
  frantic fraternize free freeze frequent fresh fret frighten frigid frontal frown frozen frustrate fry fulfil
  fulfill full fumble fume functional fundamental fundamentalist fungal funny furry furthermore fuse fuss
  futile fuzzy gaelic gain gallop galvanic gamble gape garland garner gash gastrointestinal gather gaudy gaunt
  gay gaze generalize generate genetic genial gentile gentle genuine geographic geographical geological
  geometric geometrical gigantic gild gilt given glad glaze glean glide global gloomy glorify glue glut golden
  gone good gore gorge gory gouge govern grab gradual grammatic grammatical grand grandiose granular graphic
  graphical grapple grasp grassroots gratify gravitational gray graze greasy great greater greatest greedy
  green greet grey grieve grim grind gritty gross grotesque grow grown gruesome gruff grumble guarantee
  guatemalan gubernatorial guide guilty gull gush gymnastic habitual haggard haggle hairy halfway halt handle
  handmade handsome handwritten handy hang happen happy hard harden hardy harmonic harrow harry harsh hasten
  hasty hatch hate haul hazel hazy heal healthy hear heard hearty heavy hectic heft hefty heighten heist held
  help hence henceforth heraldic hereby herein heroic hesitate hidden hide high higher highlight hijack hinder
  hint hire hiss historical hit hitch hitherto hobble hog hoist hold homegrown homemade homeric homicidal
  homogenize honest hook hop horizontal horrible hostile hot hover huddle hug huge hum human humane humanistic
  humanitarian humanize humble humiliate hungarian hungry hunt hurl hurry hurt husky hustle hyperbolic
  hypnotize hypothesize hypothetical hysterical icy identical identify idiosyncratic idiotic idle idolize
  idyllic ignite ignorant ignore ill illegal illegitimate illicit illiterate illuminate illumine illustrate
  imaginary imagine imitate immaculate immature immediate immense immerse imminent immoral immortal impair
  impart impartial impatient impede imperfect imperial imperil implant implement implicit implore important
  impose impossible impotent impractical impress imprison improve improvise inaccurate inadequate
  inappropriate inaugurate incandescent incapacitate incarnate incidental incite include incompatible
  incomplete incomprehensible inconsistent inconvenient incorporate incorrect incredible incubate incur
  indecent indefinite indelible indelicate independent indian indicate indict indifferent indignant indirect
  indiscriminate indoor indoors induce induct indulge indulgent industrial ineligible inept inert infect infer
  inferior infertile infest infiltrate infinite inflame inflammatory inflate inflexible inflict influential
  inform informal infrequent infuriate ingest inhabit inherent inherit inhibit inhuman inhumane initial
  initiate inject injure inner innocent innovate inorganic inquire insane inscribe insert inside insignificant
  insist insistent inspect inspirational inspire instal install instead instigate institute institutional
  institutionalize instruct instructional instrumental insufficient insulate insure intact integral integrate
  intelligent intelligible intend intense intensify intentional inter interact intercept interconnect
  intercontinental interfaith interfere interlock intermediate intermittent internal internalize international
  interpersonal interpret interrupt intersect interstate interstellar intertwine intervene intimal intimate
  intimidate intricate intrinsic introduce introductory intrude invade invalidate invariant invent inverse
  invert invest investigate invincible invisible invite invoke involuntary involve inward iodinate ionic
  ironic ironical irrational irregular irrelevant irresistible irresponsible irreversible irrigate irritate
  isolate isotopic italian itch itemize japanese jazzy jeer jeopardize jerk jimmy jingle jog join jubilant
  judicial juicy jump justify juvenile keen keep khaki kick kidnap kill kinetic kneel knock known kosher lace
  lacy laden lag laid lam lament lanky lao large larger lash last latch late latent later latest latter laugh
  launch lavender lax lay lazy lead lean leap learn least leave legal legendary legislate legitimate
  legitimize lend lengthen lengthy lessen lesser lethal levy lewd liberalize liberate lick lie lifelong lift
  lighten likewise limp linear linger linguistic liquidate listen lit literal literary literate little loathe
  lob local locate lodge lofty logical logistic lone long longer loom loose loosen lope lose lost loud lounge
  lousy low lower loyal lucid lucky lukewarm lunar lunatic lunge lure lurid lurk lush lyrical macabre mad made
  magical magnetic magnetize magnificent magnify main maintain majestic major make makeshift malign mammalian
  mammoth manage mandatory manic manifest manipulate mar marginal marinate marital mark maroon marry martial
  marvel marxist masculine mash massacre mastermind match materialize maternal mathematical mature maximal
  maximize meager meander meanwhile measure mechanical meddle median mediate medical medieval meditate meek
  meet melodic melodramatic melt memorize mend mental mention mercurial mere merge merry mesmerize messy
  metabolic metabolize metallic metaphysical meteoritic meteorological methodical methodist metropolitan
  microbial microscopic mid midway midwestern mighty migrate mild militant military militate mince mingle
  minimal minimize ministerial minor misinterpret mislead mismanage misplace misrepresent miss mistaken
  mistrust misty misunderstand mitigate mix mobile mobilize mock modal moderate modern modernize modest modify
  moist molecular molest molten momentary monastic monitor monumental moo mop moral moreover moroccan
  morphologic motional motivate mould mount mourn move muck muddy mull multilateral multiple mum mundane
  municipal murky muscular muse musical muster mutational mute mutilate mutual mystic mystical mythic
  mythological nab nag napoleonic narcotize narrate narrow nasal nasale nasty natal national nationalistic
  nationalize natural naturalize nautical naval navigate near nearby nearer neat necessary necessitate neglect
  negligent negligible negotiate neo nestle neurological neuronal neurotic neutral neutralize never new
  newborn next nimble nine nineteenth ninety ninth nip noble nocturnal nod noisy nominal nominate nondescript
  none nonexistent normal northern northward notice notify nowhere nuclear nudge null numb numerical nurture
  nutritional obedient obey obligational oblige oblique obliterate obscene obscure observant observational
  observe obsess obstruct obtain occasional occupational occupy occur odd offbeat offend offer officiate
  offset offshore old older olympic omit onetime onshore opaque open operate operatic operational
  opportunistic oppose opposite oppress optical optimal optimistic optimum opulent oral orbital orchestral
  ordain ordinary organic organise organizational organize orient oriental original originate orthodox
  orthopedic otherwise oust outclass outdoor outdoors outer outnumber outplay outright outside outspoken
  outstrip outward outweigh overall overboard overcome overgrown overhaul overlap overlook overnight overpower
  override overrun overseas overshadow overt overtake overthrow overturn overweight overwhelm overwork owe
  pacify pack paddle paid paint pale pall panoramic pant papal paradoxical paralyze paramount paranoid parch
  pardon pare parental parisian parliamentary parochial parry partial participate particular particulate pass
  passionate pastoral pat pathetic pathogenic pathologic pathological patriarchal patriotic patronize pay peck
  peculiar peddle peel peer pelt pelvic penalize penetrate pepper perceptible perch perennial perfect perform
  perhaps periodic peripheral permanent permit perpetrate perpetual perpetuate persecute persevere persist
  persistent personal personalize personify persuade pertain pertinent perverse pessimistic petite
  pharmaceutical pharmacological philanthropic philharmonic philological philosophic philosophical
  philosophize phonetic phony photographic physical physiological pianistic pick pictorial picturesque pierce
  pinch pink piratical pivot placid plague plain planetary plausible play plead pleasant pledge plow plum
  plumb plummet plump plunge plush poach poetic poignant poke polar polarize polite politic political ponder
  poor pop popular populate portray pose possess possible posterior postpone postwar potent pounce pour
  practical practise pragmatic pray preach precede precipitate precise preclude precondition predict
  predominate prefer preferential pregnant prehistoric preliminary preoccupy preparatory prepare prescribe
  present presentational preserve preside presidential press presume pretend pretty prevail prevent prewar
  primary prime print prior private pro probe procedural proclaim procure prod produce profane profess
  professional proficient profound prohibit prolific prolong prominent promote promotional prompt promulgate
  prone pronounce propel proper prophetic proportional propose prosecute prosper protect prototypical protrude
  proud prove proverbial provide provincial provisional provoke proximal proximate pry pseudo psychiatric
  psychical psychological psychotic publicize puff pull pulmonary pummel punch punctuate puncture punt pure
  purge purify purple purport pursuant pursue push put putt puzzle pyramid quadruple quail quaint qualify
  quarrel quash quasi queer quell quick quicken quicker quiet quip quit quixotic quote racial racy radial
  radiant radiate raise rake ram ramble rampant random ransack rap rape rapid rare ratify rational rationalize
  raw reach react reactivate read ready reaffirm real realign realistic realize reap reappear rearrange
  reassert reassign reassure reborn rebound rebuff rebuild rebuke rebut recall recapture recede recent recess
  reciprocal recite reckon reclaim reclassify recognize recoil recollect recommend reconcile reconsider
  reconstruct reconvene recount recoup recover recreate recreational rectangular recur recurrent redeem
  redefine redirect rediscover redistribute redouble reduce redundant reelect refer refinance refine reflect
  refuel refuse refute regain regal regale regard regardant regimental regional register regroup regular
  regulate regulatory rehabilitate rehearse reign reimburse reinforce reinstate reiterate reject rejoice
  rejoin relate relax relegate relent relevant relieve reluctant remain remake remand remarry remedial
  remember remind reminisce remit remodel remote remove rename render renew reopen reorganize repay repeat
  repel repent repentant replace reprehensible represent representational repress reprimand reproduce
  reproducible repudiate repulse require rerun reschedule rescind rescue resemble resent reserve reset
  resettle reshape reside residential residual resign resist resistant resolute resolve resonant resort
  resound respiratory respond responsible restate restore restrain restrict resultant resume resurrect retain
  retaliate retard rethink retire retort retract retreat retrieve return reunite reuse rev revamp reveal
  revere reverence reverse reversible revert review revile revise revitalize revolutionary revolutionize
  revolve rewrite rhythmic rhythmical rich rickety rid ride rigid rinse rip ripe rise risky ritualize rival
  rivet roam roast rob robust rocky roll romanticize roost rosy rotary rotate rotten rough roundabout rouse
  rout rove royal rub rude rudimentary ruffle run rupture rural rust rustic rusty sad sadden sadistic safe sag
  sail salient salty salute salvage sandy sane sap sapphire sarcastic satanic satiric satirical satisfactory
  satisfy saturate saute savage save savor savory savvy saw scan scandalize scandinavian scant scarce scare
  scatter scenic schizophrenic scientific scold scorch scour scramble scratch scrawl scream scribble scribe
  scriptural scrub scrutinize scud sculptural scurry scuttle sear seasonal secede seclude second secondary
  secondhand secrete secularize secure sedentary seek seem segmental segregate seismic seize seldom select
  sell semantic senatorial send sensational sensible sensitize sensory sensual sentimental sentimentalize
  separate septic sequential serial serve settle seven seventeen seventeenth seventh seventy sever several
  severe sew sexual sexy shabby shadowy shaggy shake shaken shaky shallow shamble sharp sharpen shatter shave
  sheer shelve shine shiny shiver shoot short shorten shout shove show showy shrewd shrink shroud shrug
  shuffle shun shut shuttle shy sic sick sicken sidestep sift sigh significant signify silent silvery similar
  simmer simple simplify simplistic simulate sincere singe single singular sinister sink sip sire sit situate
  six sixteen sixteenth sixth sixty sizzle skeletal skeptical skid skim skinny skip slack slam slap slash
  sleepy slender slide slim slip slippery sloppy slow smack small smaller smart smash smitten smolder smooth
  smother smug smuggle snag snap snappy snarl snatch sneak sniff snoop snub soak soar sob sober social
  socialistic socialize societal socioeconomic sociological soft soften solar solemn solicit solitary soluble
  solve somber someday somehow someplace sometime sometimes somewhat somewhere sooner soothe sordid sore sorry
  sought sour southbound southeastern southern southward soviet sow spare sparse spatial speak spearhead
  special specialize specific specify spectacular spectral speculate speedy spend spherical spill spin
  spiritual spit splash splendid spoil spoken sponsor sporadic sprain sprawl spread sprinkle sprint sprout
  spurn sputter squash squat squeeze stab stabilize stagger stagnant stale stalk stand standardize stare stark
  start startle starve static statistical statutory staunch stay steady steal steam steep steer stellar
  sterilize stern sticky stifle stimulate stink stipulate stir stoke stomp stoop stop stormy stout stow
  straddle straight straighten straightforward strange strangle strategic stray strengthen stretch stricken
  strict strike strong structural strung stubborn stud stumble stun stung stupid sturdy stutter stylistic
  suave sub subdue sublime submerge submit subpoena subscribe subsequent subside subsidize subsist substantial
  substantiate subtitle subtle suburban subvert succumb suck sudden sue suffer suffice sufficient suffocate
  suggest sulphur sultry summarize summate summon sunken sunny super superb superficial superimpose
  superintend superior supersede supersonic supervise supplant supplemental supplementary suppose suppress
  supreme surpass surrender surround susceptible suspect suspend sustain swagger swallow swap swathe sway
  swear sweep sweet swift swim swipe swoop sworn symbolic symbolize symmetric symmetrical sympathetic
  sympathize symphonic symptomatic synchronize synthesize synthetic syrian systematic systematize taboo
  tabulate tack tailor take taken talismanic talk tall tame tamper tangible tantalize tap taper tart tat taut
  teach tear technical technological teem teen teenage teeter telegraphic telescope televise tell telltale
  temporal temporary tempt ten tend tender tenfold tensional tepid terminate terrestrial terrible terrific
  terrify territorial terrorize terse testify tether teutonic theatrical thematic thence theological
  theoretical theorize therapeutic thereafter thereby therefor therefore therein thereof thermal thick thicken
  thin third thirsty thirteen thirteenth thirty thorough thrash threaten three thrice throughout throw thrust
  thump thwart thyroidal tight tighten tilt timid tinker tiny titanic together toil tolerant tolerate tonal
  tonight topical topple torn torture toss totalitarian touch tough toxic traditional tragic tramp trample
  tranquil transact transcend transcendental transcribe transform transgress transitional translate
  translucent transmissible transmit transparent transpirate transplant transverse travel traverse tread treat
  treble tremble trespass triangular tribal trickle trim triumphant trivial tropical trot troublesome true
  trustworthy try tubular tuck tug tumble turbulent turn twelfth twelve twentieth twenty twice twist two
  typical ultimate ultra unaware unawares unborn unbroken uncanny uncertain uncommon unconditional
  unconstitutional unconventional uncover undercover underestimate underground underlie underline undermine
  underpin underrate underscore undersea understand understate understood undertake underwater underway
  underwrite undo undone undue undulate unearth uneasy uneven unfair unfamiliar unfit unfold unforeseen
  unfortunate unhappy unhealthy unhurt unify unilateral unique unite universal universalize unjust unknown
  unleash unlike unload unlock unlucky unnatural unnecessary unofficial unorthodox unpaid unpleasant unpopular
  unravel unreal unrealistic unsatisfactory unseen unsold unsolder unspoken untold untrue unusual unveil
  unwelcome unwind unwise unworthy unwritten upbeat update upgrade uphold upland uplift upper upright uproot
  upset upstairs upstate upstream upward upwards urban urbanize urge urgent urinary use usher usual
  utilitarian utilize utmost utopian utter vacant vacate vague vain valiant valid validate vary vascular vast
  veer vehement venerate ventilate verbal verify vertebral vertical veterinary vex vibrant vibrate victimize
  victorian vie viennese vile vindicate violate violent virtual virulent visceral visible visit visual
  visualize vital vivid vocal vocalic vocalize vocational void volatile voluntary vomit vow vulgar wacky wade
  wail wait walk wan wander wane warm warn warp warrant wary watch waterproof watery waver wavy wayward weak
  weaken wealthy wean wear weary wee weep weigh weird welcome weld western westward westwards wet whack whence
  whine whip whisk whisper whistle white whole wholesome wide widen widespread wield wiggle wild wilt win
  windy wink wipe wise withdraw wither withhold withstand witty wobble wonder woo wooden worldwide worn worry
  worse worsen worst worthwhile worthy woven wrap wreak wreathe wreck wrench wrestle write written wrong wry
  yap yearn yellow yield young younger zip zodiacal zoom`.split(/\s+/),
);
