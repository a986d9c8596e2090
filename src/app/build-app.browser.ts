import type { Rubric } from '../rubric/rubric';
import type { Case } from '../cases/case';
import { CaseImport } from '../cases/case-import.svelte';
import { indexedDbMappings } from '../cases/mapping/mappings';
import type { Preferences } from '../i18n/preferences.svelte';
import type { Judgement } from '../judgement/judgement';
import { DestinationQuestion } from '../judges/api/form/destination.svelte';
import { DeviceOffer } from '../judges/device/form/device-offer.svelte';
import { lazyForm } from '../judges/judge-form';
import { pastedJudge } from '../judges/pasted/pasted-judge';
import { PastedReplies } from '../judges/pasted/pasted-replies.svelte';
import { rulesJudge } from '../judges/rules/rules-judge';
import { sleep } from '../kit/clock/clock.browser';
import { once } from '../kit/once';
import { Egress } from '../privacy/egress.svelte';
import { lastSheet } from '../sheet/last-sheet.browser';
import { JudgementReader } from '../sheet/results/judgement-reader.svelte';
import { OwnRubrics, ownRubricStore } from '../sheet/own-rubrics.svelte';
import { RubricLibrary } from '../sheet/rubric-versions.svelte';
import { KeepAwake } from '../sheet/run/keep-awake.svelte';
import { RunNotice } from '../sheet/run/run-notice.svelte';
import { UnfinishedRuns } from '../sheet/run/unfinished-runs.svelte';
import { Steps } from '../kit/steps.svelte';
import { Workbench } from '../sheet/workbench.svelte';
import type { App } from './app';
import type { openStorage } from './open-storage.browser';
import type { Parts } from './lazy-parts.browser';
import { IncomingFiles } from './incoming.svelte';
import { Router } from './router.svelte';

interface Surroundings {
  preferences: Preferences;
  storage: Awaited<ReturnType<typeof openStorage>>;
  parts: Parts;
  world: { random: () => string; now: () => Date; build: string };
  wait: (milliseconds: number) => Promise<void>;
}

/** Builds everything the screens share. What most visits do not need is built when it is first opened. */
export function buildApp({ preferences, storage, parts, world, wait }: Surroundings): App {
  const { store, space, locks, changes, storageState } = storage;
  const { now, build } = world;
  const egress = new Egress();
  const destination = new DestinationQuestion();
  const pastedReplies = new PastedReplies();
  const reader = new JudgementReader(store);
  const deviceJudge = new DeviceOffer(async () =>
    (await parts.device()).makeDeviceJudge({
      language: () => preferences.language,
      rubricLanguage: () => rubricLanguage() || 'en',
    }),
  );
  const openApi = once(async () =>
    (await parts.api()).openApiJudge({ preferences, egress, destination, now, sleep }),
  );
  // A Korean page begins with the Korean rubric.
  const rubrics = parts.rubrics.toSorted(
    (a, b) =>
      Number(b.card.language === preferences.language) - Number(a.card.language === preferences.language),
  );
  const workbench: Workbench = new Workbench({
    library: new RubricLibrary(rubrics, parts.judging, new OwnRubrics(ownRubricStore(wait), now)),
    reader,
    judges: [rulesJudge, deviceJudge, pastedJudge(pastedReplies.fetchReply), lazyForm('api', openApi)],
    loadJudging: parts.judging,
    loadPeople: parts.people,
    loadRecognition: parts.recognition,
    lastSheet,
    firstRubric: preferences.rubric,
    language: () => preferences.language,
    world,
    store,
    locks,
    changes,
    space,
    sleep,
  });
  workbench.setup.chooseJudge(preferences.judge);
  const rubricLanguage = () => workbench.sheet.rubric?.language ?? '';
  const unwritten = (run: string) => workbench.runner.unwrittenOf(run);

  const openHistory = once(async () => {
    const { HistoryContext } = await parts.historyContext();
    return new HistoryContext({
      library: workbench.library,
      preferences,
      store,
      locks,
      changes,
      now,
      newId: world.random,
      build,
      unwritten,
      here: () => {
        const { runId: id = null, state } = workbench.runner.active ?? {};
        return id === null || !state ? null : { id, state };
      },
    });
  });
  const openBatch = once(async () => {
    const [{ BatchExport }, { BatchResults }] = await parts.batch();
    const tools = {
      world,
      store,
      locks,
      changes,
      rubrics: workbench.rubrics,
      source: () => ({ sheet: workbench.sheet, settings: workbench.setup.settings }),
    };
    return { out: new BatchExport(tools), results: new BatchResults(tools) };
  });

  const openStudio = once(async () => {
    const [{ NewRubric }, { draftStore }, { importInWorker }, { studioWords }] = await parts.studio();
    const { library } = workbench;
    const studio = new NewRubric({
      importText: importInWorker,
      addOwn: (text) => library.addOwn(text),
      readOwn: (text) => library.readOwn(text),
      rubricOf: (id) => {
        const found = library.cards.find((source) => source.id === id);
        return found ? { kind: found.kind, version: found.card.version } : null;
      },
      store: draftStore(wait),
      problemInWords: (problem) => preferences.t.start.rubricProblem(problem),
      overallLabel: (by) => studioWords[preferences.language].overall[by],
    });
    await studio.load();
    return studio;
  });

  const router = new Router();
  const steps = new Steps();
  const caseImport = new CaseImport({
    loadIntake: parts.intake,
    loadReader: async () => (await parts.reader()).readCases,
    mappings: indexedDbMappings(),
    // Today's version, whichever the focused run was judged by: the same that `currentRubric` gives.
    rubric: () =>
      workbench.library.find(workbench.sheet.rubricId)?.rubric ?? workbench.sheet.columns[0]?.rubric,
    loadRubric: () => workbench.sheet.currentRubric(),
    loadRubrics: async () => {
      const loaded = await Promise.all(workbench.library.cards.map(({ id }) => workbench.library.load(id)));
      return loaded.flatMap((one) => (one ? [one.rubric] : []));
    },
    chooseRubric: (id) => workbench.chooseRubric(id),
    samples: () => workbench.library.samples(workbench.sheet.rubricId),
    // Samples make room for a person's own cases.
    taken: () => new Set(workbench.sheet.isSample ? [] : workbench.cases.map(({ id }) => id)),
    take: (taken) => workbench.takeCases(taken),
  });

  return {
    preferences,
    egress,
    destination,
    pastedReplies,
    rubricLanguage,
    isJudging: () => ['running', 'counting'].includes((workbench.runner.active?.state ?? workbench.run).kind),
    rubricReady: () => workbench.sheet.rubric !== undefined,
    hasSamples: () =>
      workbench.library.cards.some(({ id, card }) => id === workbench.sheet.rubricId && card.samples > 0),
    shown: (rubric: Rubric) => workbench.library.shown(rubric, preferences.language),
    reader,
    deviceJudge,
    openApi,
    workbench,
    changes,
    storageState,
    openHistory,
    openBatch,
    openStudio,
    openEditor: parts.editor,
    build,
    router,
    steps,
    unfinished: new UnfinishedRuns({ store, locks, changes }),
    notice: new RunNotice(preferences),
    awake: new KeepAwake({
      wakeLock: 'wakeLock' in navigator ? navigator.wakeLock : undefined,
      page: document,
      preferences,
      now: () => Date.now(),
      sleep,
    }),
    caseImport,
    incoming: new IncomingFiles({
      preferences,
      workbench,
      caseImport,
      pastedReplies,
      router,
      steps,
      loadRecognition: parts.recognition,
      loadImportWords: () => import('../cases/view/in-words'),
      openHistory,
      openBatch,
      openStudio,
    }),
    openExports: once(async () => {
      const { Exports } = await import('../export/exports.svelte');
      return new Exports({
        loadWriters: parts.exportWriters,
        allRead: () => workbench.sheet.allRead,
        gather: (choices, { gatherSheet }) => gatherSheet(workbench.sheet, choices, unwritten),
        reader,
        deck: async () => {
          const { gatherDeck } = await parts.deck();
          const { sheet, rubrics } = workbench;
          return (await gatherDeck({ sheet, reader, rubrics, preferences }))?.('shown', 'wide') ?? null;
        },
        language: () => preferences.language,
        messages: () => preferences.t,
        translate: async (rubric, language) => {
          const shown = await workbench.library.localised(rubric, language);
          if (shown === null) return null;
          const judgementOf = (subject: Case, judgement: Judgement) =>
            workbench.rubrics.judgementIn(language, rubric, subject, judgement);
          return { rubric: shown.rubric, judgementOf };
        },
        nameOf: (subject) => workbench.sheet.nameOf(subject),
        build,
        remembered: () => preferences.exports,
        remember: (choices) => preferences.setExports(choices),
      });
    }),
  };
}
