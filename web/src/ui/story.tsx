import type { Variant } from "../api/types.ts";
import type { Story } from "../game/story.ts";
import { Glyph } from "./glyph.tsx";

/** A sentence with the signs of its pieces. */
export function StoryLine({ variant, told }: { variant: Variant; told: Story }) {
  return (
    <>
      {told.map((word, index) => {
        if (typeof word === "string") return word;
        const piece = variant.pieces[word.piece];
        return (
          <span key={index} class="story-piece">
            {piece && <Glyph piece={piece} color={word.color} />}
            {word.name}
          </span>
        );
      })}
    </>
  );
}
