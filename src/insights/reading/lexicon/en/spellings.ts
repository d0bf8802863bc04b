/**
 * Usual spellings of words that reviews write in other ways: without the apostrophe, in chat shorthand, misspelt.
 *
 * Only words that carry an opinion or hold a phrase together are listed; British spellings stand beside the American
 * ones in the phrases themselves.
 *
 * @module
 */
type Row = readonly [usual: string, others: string];

const ROWS: readonly Row[] = [
  ...cutNegations("don didn doesn wasn weren isn aren couldn wouldn shouldn hasn haven hadn won ain"),
  ["can't", "cannot cant"],
  ["i'm", "im"],
  ["i've", "ive"],
  ["you're", "youre"],
  ["they're", "theyre"],
  ["we've", "weve"],
  ["they've", "theyve"],
  ["you've", "youve"],
  ["they'd", "theyd"],
  ["they'll", "theyll"],
  ["you'd", "youd"],
  ["you'll", "youll"],
  ["that's", "thats"],
  ["what's", "whats"],
  ["he's", "hes"],
  ["she's", "shes"],
  ["should've", "shouldve shoulda"],
  ["would've", "wouldve woulda"],
  ["could've", "couldve coulda"],
  ["you", "u ya"],
  ["your", "ur"],
  ["thanks", "thx thnx tks"],
  ["please", "pls plz"],
  ["because", "cuz bc becuase becasue"],
  ["though", "tho"],
  ["through", "thru"],
  ["until", "til till untill"],
  ["minutes", "mins"],
  ["hours", "hrs"],
  ["appointment", "appt appointmnt apointment"],
  ["appointments", "appts"],
  ["technician", "technican tecnician"],
  ["definitely", "definately definatly definitly defiantly defo"],
  ["recommend", "recomend reccomend reccommend recommened reccommed"],
  ["recommended", "recomended reccomended reccommended"],
  ["professional", "profesional proffesional proffessional professionial"],
  ["unprofessional", "unprofesional unproffesional unproffessional"],
  ["professionalism", "profesionalism proffesionalism"],
  ["courteous", "curteous courtious curtious curtous"],
  ["friendly", "freindly frendly"],
  ["awesome", "awsome"],
  ["excellent", "excelent exellent excellant exelent"],
  ["amazing", "amazin amazeing"],
  ["great", "gr8 grate"],
  ["grateful", "greatful gratefull"],
  ["prompt", "promt"],
  ["knowledgeable", "knowlegeable knowledgeble knowlegable knowledgable knowledgible"],
  ["satisfied", "satisified satified"],
  ["appreciate", "appriciate apreciate appreicate"],
  ["horrible", "horible horrable"],
  ["terrible", "terible terrable"],
  ["awful", "aweful"],
  ["reliable", "relable realiable"],
  ["efficient", "effecient efficent"],
  ["reasonable", "resonable reasonible reasonble"],
  ["reasonably", "resonably"],
  ["expensive", "expencive expensve"],
  ["disappointed", "dissapointed disapointed dissappointed"],
  ["disappointing", "dissapointing disapointing dissappointing"],
  ["disappointment", "dissapointment disapointment"],
  ["received", "recieved"],
  ["quality", "qualty quailty"],
  ["communication", "comunication"],
  ["experience", "experiance"],
  ["immediately", "immediatly imediately"],
  ["surprised", "suprised supprised"],
  ["finished", "finnished"],
  ["tomorrow", "tommorow tommorrow tomorow"],
  ["never", "nvr"],
  ["nobody", "noone"],
  ["apologized", "apologised"],
  ["apologize", "apologise"],
  ["apologizing", "apologising"],
  ["organized", "organised"],
  ["disorganized", "disorganised unorganised unorganized"],
  ["honored", "honoured"],
  ["honor", "honour"],
  ["moldy", "mouldy"],
  ["mold", "mould"],
];

/** "dont" for "don't". */
function cutNegations(stems: string): Row[] {
  return stems.split(" ").map((stem) => [`${stem}'t`, `${stem}t`]);
}

/** The usual spelling of a word, by the other one. */
export const SPELLINGS: ReadonlyMap<string, string> = new Map(
  ROWS.flatMap(([usual, others]) => others.split(" ").map((other) => [other, usual] as const)),
);
