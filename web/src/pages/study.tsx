import { useEffect, useState } from "preact/hooks";
import { api, messageOf } from "../api/client.ts";
import { serverless } from "../api/server.ts";
import type { Study } from "../api/types.ts";
import { LiveStudy, type OpenChapter } from "../game/live-study.ts";
import { navigate, type PageProps } from "../state/address.ts";
import { AnalysisBoard } from "../ui/analysis-board.tsx";
import { Absent, Failed, Missing, useAsked, useTitle } from "../ui/states.tsx";
import { StudyPanel } from "../ui/studies/panel.tsx";
import { studyUrl } from "../ui/studies/words.ts";
import { say } from "../ui/toast.tsx";
import "../styles/studies.css";

/** A study: a chapter on the board, and all who write it. */
export default function StudyPage({ params, query }: PageProps) {
  const id = params.id ?? "";
  const chapter = Number(query.get("chapter")) || null;
  return serverless ? <Missing /> : <Loaded key={id} id={id} chapter={chapter} />;
}

function Loaded({ id, chapter }: { id: string; chapter: number | null }) {
  const [asked, retry] = useAsked(`study ${id}`, () => api.study(id));
  if (asked.state !== "here") return <Absent asked={asked} retry={retry} />;
  return <Live first={asked.value} chapter={chapter} />;
}

function Live({ first, chapter }: { first: Study; chapter: number | null }) {
  const [live, setLive] = useState<LiveStudy | null>(null);
  const { id } = first.summary;
  useEffect(() => {
    const made = new LiveStudy(first, {
      refused: (message) => say(message, "bad"),
      leads: (number) => navigate(studyUrl(id, number), true),
    });
    setLive(made);
    return () => made.close();
  }, [id]);
  if (!live) return null;
  return <Shown live={live} chapter={chapter} />;
}

function Shown({ live, chapter }: { live: LiveStudy; chapter: number | null }) {
  const study = live.study.value;
  const { summary, chapters } = study;
  useTitle(summary.title);
  // One that was removed gives way to the first.
  const number = chapters.find((each) => each.number === chapter)?.number ?? chapters[0]?.number ?? 0;
  useEffect(() => live.show(number), [live, number]);
  const open = live.open.value;
  const failed = live.failed.value;
  if (failed) return <Failed message={messageOf(failed)} retry={live.retry} />;
  if (open?.number !== number) return <Absent asked={{ state: "waiting" }} retry={live.retry} />;
  return <Board key={number} live={live} open={open} study={study} />;
}

function Board({ live, open, study }: { live: LiveStudy; open: OpenChapter; study: Study }) {
  const { variant, record, number } = open;
  const cursor = record.cursor.value;
  useEffect(() => live.isAt(cursor), [live, cursor]);
  return (
    <AnalysisBoard
      variant={variant}
      record={record}
      problem={null}
      address={studyUrl(study.summary.id, number)}
      leftOut={[]}
      fault=""
      study={{
        writes: study.writes,
        panel: () => <StudyPanel live={live} study={study} open={open} />,
      }}
    />
  );
}
