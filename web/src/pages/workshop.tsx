import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api, messageOf } from "../api/client.ts";
import { serverless } from "../api/server.ts";
import type { Fault, Position, Variant } from "../api/types.ts";
import { sightOf } from "../game/sight.ts";
import { addressOf, navigate, type PageProps } from "../state/address.ts";
import { adopt } from "../state/looks.ts";
import { loadVariant, loadVariants } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { againstEngine, begin } from "../ui/begin.ts";
import { BoardHost } from "../ui/board-host.tsx";
import { copyText } from "../ui/copy.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { Legend } from "../ui/legend.tsx";
import { PublishDialog } from "../ui/publish.tsx";
import { Absent, useAsked, useTitle } from "../ui/states.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { say } from "../ui/toast.tsx";
import { type Draft, loadDraft, SMALL_GAME, saveDraft } from "../workshop/draft.ts";
import { createEditor, type Editor } from "../workshop/editor.ts";
import "../styles/workshop.css";

/** Where games are made: the definition on one side, the game it makes on the other. */
export default function WorkshopPage({ params }: PageProps) {
  useTitle(t.workshop.title);
  const id = params.id ?? "";
  const [asked, retry] = useAsked(id, () => beginning(id));
  if (asked.state !== "here") return <Absent asked={asked} retry={retry} />;
  return <Workshop key={id} {...asked.value} />;
}

/** The text to begin with: one's own, if one was working on this game, else the game's. */
async function beginning(id: string): Promise<{ draft: Draft; original: string }> {
  const kept = loadDraft();
  if (!id) return { draft: kept ?? { base: "", text: SMALL_GAME }, original: SMALL_GAME };
  const { definition } = await loadVariant(id);
  if (kept?.base === id) return { draft: kept, original: definition };
  return { draft: { base: id, text: definition }, original: definition };
}

interface Checked {
  faults: Fault[];
  /** What is sound but surely not meant. */
  warnings: Fault[];
  /** The last version without faults. */
  variant: Variant | null;
  checking: boolean;
  problem: string;
}

/** Checks the text a moment after it last changed. */
function useCheck(text: string): Checked {
  const [checked, setChecked] = useState<Checked>({
    faults: [],
    warnings: [],
    variant: null,
    checking: true,
    problem: "",
  });
  useEffect(() => {
    const asking = new AbortController();
    setChecked((before) => ({ ...before, checking: true }));
    const wait = setTimeout(() => {
      api.checkDefinition(text, asking.signal).then(
        ({ faults, warnings, variant }) =>
          setChecked((before) => ({
            faults,
            warnings,
            variant: variant ? adopt(variant) : before.variant,
            checking: false,
            problem: "",
          })),
        (error) => {
          if (!asking.signal.aborted) {
            setChecked((before) => ({ ...before, checking: false, problem: messageOf(error) }));
          }
        },
      );
    }, 350);
    return () => {
      clearTimeout(wait);
      asking.abort();
    };
  }, [text]);
  return checked;
}

function Workshop({ draft, original }: { draft: Draft; original: string }) {
  const [base, setBase] = useState(draft.base);
  const [text, setText] = useState(draft.text);
  const [kept, setKept] = useState(true);
  const [begun, setBegun] = useState(original);
  const [wish, setWish] = useState<{ base: string; text: string } | null>(null);
  const editor = useRef<Editor | null>(null);
  const checked = useCheck(text);

  useEffect(() => {
    setKept(saveDraft({ base, text }));
  }, [base, text]);
  useEffect(() => {
    editor.current?.show(checked.faults, checked.warnings);
  }, [checked.faults, checked.warnings]);

  const replace = (next: { base: string; text: string }) => {
    setWish(null);
    setBase(next.base);
    setBegun(next.text);
    editor.current?.replace(next.text);
    navigate(next.base ? `/workshop/${next.base}` : "/workshop", true);
  };
  const begin = async (id: string) => {
    try {
      const next = { base: id, text: id ? (await loadVariant(id)).definition : SMALL_GAME };
      if (text !== begun && text !== next.text) setWish(next);
      else replace(next);
    } catch (error) {
      say(messageOf(error), "bad");
    }
  };

  return (
    <div class="workshop" data-testid="workshop">
      <section class="workshop-text" aria-label={t.workshop.editor}>
        <header class="workshop-head">
          <h1>{t.workshop.title}</h1>
          <BeginField base={base} begin={begin} />
        </header>
        <EditorHost text={draft.text} changed={setText} made={editor} />
        <Faults checked={checked} goTo={(fault) => editor.current?.goTo(fault)} />
        <footer class="workshop-foot">
          <Actions text={text} base={base} checked={checked} />
          <span class="small soft">{kept && t.workshop.saved}</span>
          <a class="small" href="/language">
            {t.workshop.language}
          </a>
        </footer>
      </section>
      <section class="workshop-game" aria-label={t.workshop.board} data-testid="workshop-board">
        <LiveGame checked={checked} />
      </section>
      {wish && (
        <Dialog title={t.workshop.replace} close={() => setWish(null)}>
          <p>{t.workshop.replaceText}</p>
          <div class="row end">
            <button type="button" class="btn" onClick={() => setWish(null)}>
              {t.cancel}
            </button>
            <button type="button" class="btn danger" data-testid="workshop-replace" onClick={() => replace(wish)}>
              {t.workshop.replaceYes}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

function BeginField({ base, begin }: { base: string; begin: (id: string) => void }) {
  const [asked] = useAsked("variants", loadVariants);
  const variants = asked.state === "here" ? asked.value : [];
  const [own] = useAsked(base, async () => (base ? (await loadVariant(base)).title : ""));
  return (
    <label class="row small">
      {t.workshop.start}
      <select
        class="select"
        value={base}
        data-testid="workshop-begin"
        onChange={(event) => begin(event.currentTarget.value)}
      >
        <option value="">{t.workshop.blank}</option>
        {base && !variants.some((variant) => variant.id === base) && (
          <option value={base}>{own.state === "here" ? own.value : base}</option>
        )}
        {variants.map((variant) => (
          <option key={variant.id} value={variant.id}>
            {variant.title}
          </option>
        ))}
      </select>
    </label>
  );
}

interface HostProps {
  text: string;
  changed: (text: string) => void;
  made: { current: Editor | null };
}

function EditorHost({ text, changed, made }: HostProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!element.current) return;
    const editor = createEditor(element.current, text, t.workshop.editor, changed);
    made.current = editor;
    return () => {
      made.current = null;
      editor.destroy();
    };
  }, []);
  return <div class="cm-host" ref={element} data-testid="workshop-editor" />;
}

function Faults({ checked, goTo }: { checked: Checked; goTo: (fault: Fault) => void }) {
  const { faults, warnings, variant, checking, problem } = checked;
  const none = faults.length === 0;
  return (
    <div class="faults" role="status" aria-live="polite" data-testid="workshop-faults" data-checking={checking}>
      {problem ? (
        <p class="problem">{problem}</p>
      ) : (
        <p class={none ? "small soft" : "bad-text small"}>
          {checking && !variant && none ? t.workshop.checking : t.workshop.faults(faults.length)}
          {none && warnings.length > 0 && t.workshop.warnings(warnings.length)}
        </p>
      )}
      {faults.length + warnings.length > 0 && (
        <ul class={none ? "fault-list warning-list" : "fault-list"}>
          {[...faults, ...warnings].map((fault) => (
            <li key={`${fault.line} ${fault.column} ${fault.message}`}>
              <button type="button" class="fault" data-testid="workshop-fault" onClick={() => goTo(fault)}>
                <span class="fault-place tabular">
                  {fault.line > 0 ? t.workshop.faultAt(fault.line, fault.column) : t.workshop.faultAnywhere}
                </span>
                <span>{fault.message}</span>
                {fault.advice && <span class="soft">{fault.advice}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Play the game as it is now, give it away, or show it to everybody. */
function Actions({ text, base, checked }: { text: string; base: string; checked: Checked }) {
  const [busy, setBusy] = useState(false);
  const [link, setLink] = useState("");
  const [publishing, setPublishing] = useState(false);
  useEffect(() => setLink(""), [text]);
  const off = busy || checked.checking || checked.faults.length > 0 || !checked.variant;
  const act = async (what: (id: string) => Promise<void>) => {
    setBusy(true);
    try {
      await what((await api.keepDefinition(text)).id);
    } catch (error) {
      say(messageOf(error), "bad");
    } finally {
      setBusy(false);
    }
  };
  const play = async (id: string) => {
    await begin(againstEngine(id));
  };
  const share = async (id: string) => {
    const address = addressOf(`/workshop/${id}`);
    setLink(address);
    await copyText(address, t.workshop.shared);
  };
  return (
    <>
      <button type="button" class="btn primary" disabled={off} data-testid="workshop-play" onClick={() => act(play)}>
        <Icon name="play" /> {t.workshop.play}
      </button>
      {!serverless && (
        <button type="button" class="btn" disabled={off} data-testid="workshop-share" onClick={() => act(share)}>
          <Icon name="link" /> {t.workshop.share}
        </button>
      )}
      {!serverless && (
        <button
          type="button"
          class="btn"
          disabled={off}
          data-testid="workshop-publish"
          onClick={() => setPublishing(true)}
        >
          <Icon name="upload" /> {t.shelf.publish}
        </button>
      )}
      {publishing && checked.variant && (
        <PublishDialog text={text} variant={checked.variant} base={base} close={() => setPublishing(false)} />
      )}
      {link && (
        <input
          class="mono small grow"
          readOnly
          value={link}
          aria-label={t.workshop.sharedLabel}
          data-testid="workshop-link"
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </>
  );
}

/** The start position of the last version without faults, with its moves and its legend. */
function LiveGame({ checked }: { checked: Checked }) {
  const [tab, setTab] = useState("legend");
  const { variant, faults } = checked;
  const [position, setPosition] = useState<{ variant: Variant; position: Position } | null>(null);
  useEffect(() => {
    // While there is no name by which the server knows it, the board shows the start without moves.
    if (!variant) return;
    let current = true;
    api.position({ variant: variant.id, options: variant.chosen }).then(
      (found) => current && setPosition({ variant, position: found }),
      // Without the moves the board still shows the start.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [variant]);
  const state = useMemo(() => {
    if (!variant) return {};
    const shown = position?.variant === variant ? position.position : variant.start;
    return { position: shown, moves: shown.moves ?? [], last: null, interactive: "none" as const };
  }, [variant, position]);
  if (!variant) {
    return <p class="empty-state soft">{checked.checking ? t.workshop.checking : t.workshop.nothing}</p>;
  }
  return (
    <>
      <p class={faults.length > 0 ? "live-note stale" : "live-note"}>
        <strong>{variant.title}</strong> {faults.length > 0 ? t.workshop.stale : (variant.summary ?? "")}
      </p>
      <BoardHost
        variant={variant}
        label={t.game.board(variant.title)}
        state={state}
        fetchSight={(cell) => sightOf(variant, variant.start.fen, cell)}
      />
      <Tabs
        label={t.workshop.legend}
        value={tab}
        change={setTab}
        tabs={[
          { id: "legend", name: t.workshop.legend, content: () => <Legend variant={variant} /> },
          {
            id: "rules",
            name: t.gallery.rules,
            content: () => (
              <div class="stack">
                {variant.rules.map((section) => (
                  <section key={section.heading}>
                    <h2 class="panel-title">{section.heading}</h2>
                    <ul class="rule-items">
                      {section.items.map((item) => (
                        <li key={item}>{item}</li>
                      ))}
                    </ul>
                  </section>
                ))}
              </div>
            ),
          },
        ]}
      />
    </>
  );
}
