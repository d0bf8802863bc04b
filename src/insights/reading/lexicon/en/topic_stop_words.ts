/**
 * Words that are never a topic: function words, usual verbs, and nouns too general to tell anything.
 *
 * @module
 */
export const TOPIC_STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above across actually add added again against ago ahead all almost along already also although always am among an and
  another any anybody anymore anyone anything anyway anywhere apart are area around arrive arrived arriving as ask asked asking
  at away back be became because become been before began begin behind being below beside besides between beyond big bit both
  bring bringing brought business buy buying by call called calling calls came can cannot change changed check checked checking
  choose chose chosen coming come comes company complete completed completely contact contacted continue could couple course
  cover covered current currently customer customers cut day days deal dealing dealt decide decided definitely did different do
  does doing done double down drive drove due during each early either else end ended ending enough entire especially etc even
  evening ever every everybody everyone everything everywhere exact exactly except expect expected experience experiences
  explain explained explaining explains extra fact fall feel feeling felt few fewer fifteen fill filled final finally find
  finding fine finish finished first five fix fixed fixing follow followed following for forever forget former forward found four
  from front full further future gave get gets getting give given gives giving go goes going gone got great guess guy guys had half
  happen happened happens hard hardly has have having he hear heard held hello help helped her here hers herself high him himself
  hire hired his hold hour hours house how however hundred i idea if immediately in include included includes including inside
  install installed installing instead into is issue it its itself job jobs just keep keeping keeps kept kind knew know knowing
  known knows large last late later least leave leaves leaving left less let lets letting like likely line list listed little live
  lived living long longer look looked looking looks lot lots made main make makes making man many matter may maybe me mean means
  meant men mention mentioned met might mine minute minutes moment month months more morning most move moved moving much must my
  myself name named near nearly need needed needing needs neither never next night no nobody none nor normal not nothing notice
  noticed now number of off offer offered offering often ok okay old on once one ones only onto open opened or order ordered other
  others our ours ourselves out outside over overall own paid part particular parts past pay paying people per perhaps person pick
  picked picking place places plan planned plus point possible possibly previous probably problem problems process provide
  provided provides pull pulled purchase purchased put puts putting quite ran rather read real realize realized really reason
  received recent recently recommend regarding regular remember replace replaced replacing request requested rest return returned
  review reviews right room run running runs said same saw say saying says second see seeing seem seemed seems seen send sending
  sent service services set seven several shall she should show showed showing shown shows side similar simple simply since single
  six small so some somebody somehow someone something sometimes somewhere soon spend spent stand start started starting starts
  state stay stayed step still stood stop stopped such suggest suggested sure take taken takes taking talk talked talking tell
  telling tells ten than thanks that the their theirs them themselves then there therefore these they thing things think thinking
  third this thorough those though thought three through throughout till time times to today together told tomorrow tonight
  too took total totally toward towards tried tries trip true try trying turn turned turning turns twenty twice two type under
  understand until up upon us use used uses using usual usually very via visit visited wait waited waiting walk walked want
  wanted wanting wants was watch watched way ways we week weeks weekend well went were what whatever when whenever where whether
  which while who whole whom whose why wife will wish with within without woman women wonder word words work worked working works
  would write writing wrong wrote yard yeah year years yes yesterday yet you young your yours yourself husband mom monday tuesday
  wednesday thursday friday saturday sunday january february march april june july august september october november december
  afternoon spring summer winter fall later eight nine eleven twelve half star stars hotel restaurant plumber plumbing technician
  tech technicians electrician team crew staff gentleman family son daughter friend friends neighbor neighbors lady close money value location room issue problem house`.split(
    /\s+/,
  ),
);
