/** The client of a server, with what needs nothing but rules answered by this machine: only moves are sent round. */

import { type Api, ApiError, answerBy, api, cellSight, type Place, type Sighted } from "../api/client.ts";
import { engineHere } from "../state/prefs.ts";
import { AnalysisHere } from "./channels.ts";
import { definitions, rules } from "./desk.ts";

/** Whether somebody's own definition is meant, whose text the module needs. */
const isOwn = (variant: string) => variant.startsWith("w-");

/** Answers by the module, and by the server from when that fails. A refusal is an answer. */
function near(server: Api): Api {
  const known = async (variant: string) => {
    if (!isOwn(variant) || definitions.has(variant)) return;
    definitions.set(variant, (await server.variant(variant)).definition);
  };
  const either = async <T>(place: Place, answer: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> => {
    try {
      await known(place.variant);
      return await answer();
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) throw error;
      answerBy(server);
      return otherwise();
    }
  };
  return {
    ...server,
    position: (place, signal) =>
      either(
        place,
        () => rules.ask({ position: place }),
        () => server.position(place, signal),
      ),
    lines: (place) =>
      either(
        place,
        async () => (await rules.ask<Sighted>({ lines: place })).lines,
        () => server.lines(place),
      ),
    sight: (place) =>
      either(
        place,
        async () => cellSight(await rules.ask({ lines: place })),
        () => server.sight(place),
      ),
    threats: (place, signal) =>
      either(
        place,
        () => rules.ask({ threats: place }),
        () => server.threats(place, signal),
      ),
    analysisSocket: (handlers, wanted = engineHere.peek()) =>
      wanted ? new AnalysisHere(handlers, known) : server.analysisSocket(handlers),
  };
}

/** Loads the module, and lets it answer from then on. */
export async function answerNear(): Promise<void> {
  const server = api;
  await rules.ready();
  answerBy(near(server));
}
