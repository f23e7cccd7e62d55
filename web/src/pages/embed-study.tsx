import { api } from "../api/client.ts";
import { markMain, takeUp } from "../game/chapter.ts";
import { GameRecord } from "../game/record.ts";
import type { PageProps } from "../state/address.ts";
import { loadVariant } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { Absent, useAsked } from "../ui/states.tsx";
import { studyUrl } from "../ui/studies/words.ts";
import { Framed } from "./embed.tsx";

/** A chapter of a study within another site's page. */
export default function EmbedStudy({ params, query }: PageProps) {
  const id = params.study ?? "";
  const wanted = Number(query.get("chapter"));
  const [asked, retry] = useAsked(`${id} ${wanted}`, async () => {
    const { summary, chapters } = await api.study(id);
    const { number, title } = chapters.find((each) => each.number === wanted) ??
      chapters[0] ?? { number: 1, title: "" };
    const chapter = await api.chapter(id, number);
    const variant = await loadVariant(chapter.variant, chapter.options);
    const record = new GameRecord({ variant: variant.id, options: variant.chosen, fen: chapter.fen });
    await takeUp(variant, record, chapter.nodes, () => false);
    markMain(record);
    record.go(record.tree.root);
    return { variant, record, number, title: t.studies.framed(summary.title, title) };
  });
  if (asked.state !== "here") return <Absent asked={asked} retry={retry} />;
  const { variant, record, number, title } = asked.value;
  return <Framed variant={variant} record={record} title={title} address={studyUrl(id, number)} drawn />;
}
