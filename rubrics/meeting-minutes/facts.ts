import type { Fact, FindFacts, InputProblem, Span } from '../../src/rubric/facts';
import { evidenceBounds, factualityBounds, type Bounds } from './facts/bounds';
import { checkEvidence, isAbsent, type CheckedEvidence, type CheckedQuote } from './facts/check-evidence';
import { emptinessOf } from './facts/emptiness';
import { quoteLocator } from './facts/locate-quote';
import type { Minutes } from './facts/minutes';
import { placeOf } from './facts/passage';
import { readMinutes } from './facts/read-minutes';
import { readTranscript, type Transcript } from './facts/transcript';
import { quantitiesSaid, unsupportedIn, type UnsupportedQuantity } from './facts/unsupported-quantities';
import { factWords, type FactWords } from './facts/words';

const MINIMAL_HANGUL_SHARE = 0.3;

export const findFacts: FindFacts = (input, language = 'ko') => {
  const words = factWords[language];
  const question = input['question'] ?? '';
  const answer = input['answer'] ?? '';
  const transcript = readTranscript(question);
  const minutes = readMinutes(answer);
  const emptiness = emptinessOf(minutes);
  const evidence = checkEvidence(minutes, quoteLocator(question, transcript));
  const unsupported = unsupportedQuantities(question, transcript, minutes, evidence);
  const unsupportedTexts = [...new Set(unsupported.map(({ text }) => text))];

  const problems: InputProblem[] = [];
  if (question.trim() === '') {
    problems.push({
      input: 'question',
      message: words.noQuestion,
    });
  }
  return {
    facts: [
      { name: 'emptiness', value: emptiness, text: words.emptiness[emptiness], spans: [] },
      languageFact(question, words),
      transcriptFact(question, transcript, words),
      structureFact(minutes, words),
      decisionsFact(minutes, words),
      bareDecisionsFact(minutes, words),
      quotesFact(evidence, words),
      absentQuotesFact(evidence, words),
      {
        name: 'unsupported_numbers',
        value: unsupportedTexts,
        text: unsupportedTexts.length === 0 ? words.noUnsupportedNumbers : unsupportedTexts.join(', '),
        spans: unsupported.map(({ start, end }) => ({
          input: 'answer',
          start,
          end,
          kind: 'missing',
          note: words.unsupportedNumber,
        })),
      },
      boundsFact('evidence_bounds', evidenceBounds(minutes, emptiness, evidence, words), words),
      boundsFact('factuality_bounds', factualityBounds(emptiness, unsupportedTexts, words), words),
    ],
    problems,
  };
};

/** Quotes that were found are the transcript's own words; all else in the minutes is a claim. */
function unsupportedQuantities(
  question: string,
  transcript: Transcript,
  minutes: Minutes,
  evidence: CheckedEvidence,
): UnsupportedQuantity[] {
  if (minutes.form === 'broken-json' || question.trim() === '') return [];
  const said = quantitiesSaid(question, transcript);
  const absent = evidence.quotes.filter(isAbsent).map(({ passage }) => passage);
  return [...minutes.statements, ...absent]
    .flatMap((passage) => unsupportedIn(passage, said))
    .sort((a, b) => a.start - b.start);
}

function languageFact(question: string, words: FactWords): Fact {
  const letters = question.match(/\p{L}/gu)?.length ?? 0;
  const hangul = question.match(/\p{Script=Hangul}/gu)?.length ?? 0;
  const korean = letters === 0 || hangul / letters >= MINIMAL_HANGUL_SHARE;
  return {
    name: 'case_language',
    value: korean ? 'ko' : 'other',
    text: words.korean(korean),
    spans: [],
  };
}

function transcriptFact(question: string, transcript: Transcript, words: FactWords): Fact {
  const { located, start, utterances, speakers } = transcript;
  if (!located) {
    const value = { located, utterances: 0, speakers: [] };
    return { name: 'transcript', value, text: words.noTranscript, spans: [] };
  }
  const lineEnd = question.indexOf('\n', start);
  const end = lineEnd < 0 ? question.length : lineEnd;
  return {
    name: 'transcript',
    value: { located, utterances: utterances.length, speakers },
    text: words.transcript(utterances.length, speakers.length),
    spans: [{ input: 'question', start, end, kind: 'source', note: words.transcriptStart }],
  };
}

function structureFact(minutes: Minutes, words: FactWords): Fact {
  const { form, agendas, decisions, evidence } = minutes;
  const chain = agendas.length > 0 && decisions.length > 0 && evidence.length > 0;
  return {
    name: 'structure',
    value: { form, agendas: agendas.length, decisions: decisions.length, evidence: evidence.length, chain },
    text: words.structure(words.forms[form], agendas.length, decisions.length, evidence.length),
    spans: agendas.map((agenda): Span => ({
      input: 'answer',
      ...placeOf(agenda),
      kind: 'source',
      note: words.agenda,
    })),
  };
}

function decisionsFact({ decisions }: Minutes, words: FactWords): Fact {
  return {
    name: 'decisions',
    value: decisions.map(({ passage }) => passage.text),
    text: words.decisions(decisions.length),
    spans: decisions.map(({ passage }): Span => ({
      input: 'answer',
      ...placeOf(passage),
      kind: 'source',
      note: words.decision,
    })),
  };
}

function bareDecisionsFact({ decisions }: Minutes, words: FactWords): Fact {
  const bare = decisions.filter(({ evidence }) => evidence.length === 0);
  return {
    name: 'decisions_without_evidence',
    value: bare.map(({ passage }) => passage.text),
    text: words.bareDecisions(bare.length),
    spans: bare.map(({ passage }): Span => ({
      input: 'answer',
      ...placeOf(passage),
      kind: 'missing',
      note: words.bareDecision,
    })),
  };
}

function quotesFact({ quotes, reworded }: CheckedEvidence, words: FactWords): Fact {
  const references = quotes.filter(({ status }) => status === 'reference').length;
  const found = quotes.filter(({ status }) => status === 'found').length;
  const parts = [
    words.quotes(found, quotes.length - references),
    ...(references === 0 ? [] : [words.references(references)]),
    ...(reworded === 0 ? [] : [words.reworded(reworded)]),
  ];
  return {
    name: 'quotes',
    value: quotes.map(({ passage, status }) => ({ text: passage.text, status })),
    text: parts.join(', '),
    spans: quotes.flatMap((quote, i) => quoteSpans(quote, `quote-${i + 1}`, words)),
  };
}

function quoteSpans(quote: CheckedQuote, link: string, words: FactWords): Span[] {
  const absent = isAbsent(quote);
  const notes = words.quote[quote.status];
  return [
    { input: 'answer', ...quote.place, kind: absent ? 'missing' : 'found', link, note: notes.quote },
    ...quote.sources.map((range): Span => ({
      input: 'question',
      ...range,
      kind: absent ? 'source' : 'found',
      link,
      note: notes.source,
    })),
  ];
}

function absentQuotesFact({ quotes }: CheckedEvidence, words: FactWords): Fact {
  const absent = quotes.filter(isAbsent).map(({ passage }) => passage.text);
  const text = absent.length === 0 ? words.noAbsentQuotes : absent.map((quote) => `“${quote}”`).join(', ');
  return { name: 'absent_quotes', value: absent, text, spans: [] };
}

function boundsFact(name: string, bounds: Bounds | null, words: FactWords): Fact {
  return { name, value: bounds, text: bounds?.because ?? words.open, spans: [] };
}
