import { useEffect, useMemo } from "preact/hooks";
import source from "../../../docs/definition-language.md?raw";
import { type Block, type Inline, markdown } from "../docs/markdown.ts";
import { t } from "../text/index.ts";
import { useTitle } from "../ui/states.tsx";
import "../styles/language.css";

/** The reference of the definition language: the same text as in the repository. */
export default function LanguagePage() {
  useTitle(t.language.title);
  const blocks = useMemo(() => markdown(source), []);
  useEffect(() => {
    if (window.location.hash) document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <article class="page language">
      {blocks.map((block, index) => (
        <Part key={index} block={block} />
      ))}
    </article>
  );
}

function Part({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading": {
      const Heading = `h${Math.min(block.level, 4)}` as "h1";
      return (
        <Heading id={block.id}>
          <Words parts={block.parts} />
        </Heading>
      );
    }
    case "paragraph":
      return (
        <p>
          <Words parts={block.parts} />
        </p>
      );
    case "code":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll and must be reachable by keyboard.
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case "list": {
      const List = block.ordered ? "ol" : "ul";
      return (
        <List>
          {block.items.map((item, index) => (
            <li key={index}>
              <Words parts={item} />
            </li>
          ))}
        </List>
      );
    }
    case "table":
      return <Table head={block.head} rows={block.rows} />;
  }
}

function Table({ head, rows }: { head: Inline[][]; rows: Inline[][][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll and must be reachable by keyboard.
    <div class="table-scroll" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col">
                <Words parts={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>
                  <Words parts={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Words({ parts }: { parts: Inline[] }) {
  return (
    <>
      {parts.map((part, index) => (
        <Word key={index} part={part} />
      ))}
    </>
  );
}

function Word({ part }: { part: Inline }) {
  switch (part.kind) {
    case "text":
      return <>{part.text}</>;
    case "code":
      return <code>{part.text}</code>;
    case "strong":
      return (
        <strong>
          <Words parts={part.parts} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Words parts={part.parts} />
        </em>
      );
    case "link":
      return (
        // Links into the repository lead to the games here.
        <a href={/^(#|https?:)/.test(part.href) ? part.href : "/"}>
          <Words parts={part.parts} />
        </a>
      );
  }
}
